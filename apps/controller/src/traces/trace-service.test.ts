import { Discovery } from '@rectrace/cluster';
import { SteppedClock } from '@rectrace/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { ControllerContext } from '../controller-context.ts';
import type { RecordingService } from '../recording/recording-service.ts';
import { TraceService } from './trace-service.ts';

test('where what it follows fails, everything of it ends: nobody tells it anything any more', async () => {
  const clock = new SteppedClock();
  const listWatch = {
    list: () => {
      throw new TypeError('a defect of a reflector');
    },
  };
  const discovery = new Discovery({ request: () => Promise.reject(new Error('nothing is asked')) } as never);
  const context = {
    options: { statusBytes: 262_144, texts: 'texts' },
    surroundings: { log: pino({ level: 'silent' }), random: () => 0, host: 'pod', uniqueToken: () => 'token' },
    clock,
    connection: { discovery, listWatch, transport: {}, defaultNamespace: 'rectrace' },
    served: { resources: [], unread: [] },
  } as unknown as ControllerContext;
  const told: AbortSignal[] = [];
  const recording = { recording: {}, listen: (_: unknown, signal: AbortSignal) => void told.push(signal) } as unknown as RecordingService;
  const service = new TraceService(context, { recording });
  await expect(service.run(new AbortController().signal)).rejects.toThrow('a defect of a reflector');
  expect(told.map(({ aborted }) => aborted)).toEqual([true]);
});
