// Watches and logs over a WebSocket: what goes wrong is told by the code that it closes with.
import { expect, test, vi } from 'vitest';
import type { ApiResponse } from '../api/api-request.ts';
import { jsonRepresentation } from '../api/codec/json-representation.ts';
import { EventFrames } from './event-frames.ts';
import { OPCODES } from './frame-head.ts';
import { writeLogSocket } from './streams/write-log-socket.ts';
import { clientFrame, serverFrames } from './testing/client-frame.ts';
import { UpgradedClient } from './testing/upgraded-client.ts';
import type { Writing } from './write-response.ts';
import { writeWatchSocket } from './write-watch-socket.ts';

type Watch = Extract<ApiResponse, { kind: 'stream' }>;

const HEADERS = { 'sec-websocket-version': '13', 'sec-websocket-key': 'a', origin: 'https://localhost' };
const WRITING: Writing = { representations: [jsonRepresentation], frames: new EventFrames(), acceptEncoding: '', auditId: '' };

function watchOf(events: Watch['events']): Watch {
  return {
    kind: 'stream',
    status: 200,
    headers: {},
    warnings: [],
    media: { mediaType: 'application/json', pretty: false, target: undefined },
    events,
  };
}

function closingsOf(client: UpgradedClient): readonly number[] {
  return serverFrames(client.heard).flatMap(({ opcode, payload }) => (opcode === OPCODES.close ? [payload.readUInt16BE(0)] : []));
}

async function* failing(): AsyncGenerator<never> {
  yield await Promise.reject(new Error('out of order'));
}

async function* waiting(ended: Promise<void>): AsyncGenerator<never> {
  await ended;
  yield* [];
}

test('a watch that fails', async () => {
  const client = new UpgradedClient(HEADERS);
  await expect(writeWatchSocket(client.upgrade, watchOf(failing()), WRITING)).rejects.toThrow('out of order');
  await vi.waitFor(() => expect(closingsOf(client)).toEqual([1011]));
});

test('a log that fails', async () => {
  const client = new UpgradedClient(HEADERS);
  const log = { kind: 'bytes' as const, status: 200, headers: {}, warnings: [], contentType: 'text/plain', chunks: failing() };
  await expect(writeLogSocket(client.upgrade, log)).rejects.toThrow('out of order');
  await vi.waitFor(() => expect(closingsOf(client)).toEqual([1011]));
});

test('a watch whose client breaks the rules', async () => {
  const client = new UpgradedClient(HEADERS);
  const ended = Promise.withResolvers<void>();
  const written = writeWatchSocket(client.upgrade, watchOf(waiting(ended.promise)), WRITING);
  client.say(clientFrame({ opcode: OPCODES.ping, masked: false }));
  await vi.waitFor(() => expect(closingsOf(client)).toEqual([1002, 1000]));
  ended.resolve();
  await written;
});
