import { SteppedClock } from '@rectrace/testing';
import { expect, test, vi } from 'vitest';
import type { Program, ProgramSession } from '../../api/pod-streams/pod-session.ts';
import { programOf } from '../../api/pod-streams/scripted-program.ts';
import { SpdyClient } from '../testing/spdy-client.ts';
import { runOverSpdy } from './program-over-spdy.ts';

const ECHO = programOf({ stdin: 'echo' });

type Run = { readonly client: SpdyClient; readonly clock: SteppedClock; readonly ended: Promise<void> };

function start(program: Program = ECHO, asked: Partial<ProgramSession['streams']> = {}): Run {
  const [client, clock] = [new SpdyClient('v4.channel.k8s.io'), new SteppedClock()];
  const streams = { stdin: true, stdout: true, stderr: false, tty: false, ...asked };
  return { client, clock, ended: runOverSpdy(client.upgrade, { kind: 'program', streams, program }, clock) };
}

test('a program runs once all its streams are there', async () => {
  const { client, clock, ended } = start();
  await client.open(1, { streamType: 'error' });
  await client.open(3, { streamType: 'stdin' });
  await client.open(5, { streamType: 'stdout' });
  client.sayOn(3, 'said', true);
  await vi.waitFor(() => expect(client.kinds.at(-1)).toBe('goaway'));
  expect([client.textOf(5), client.textOf(1), clock.pending]).toEqual(['said', '{"metadata":{},"status":"Success"}', 0]);
  client.leave();
  await ended;
});

test('a client that does not open them is let go after as long as a kubelet waits', async () => {
  const { client, clock, ended } = start();
  await client.open(1, { streamType: 'stdin' });
  client.sayOn(1, 'nobody reads it');
  await vi.waitFor(() => expect(client.kinds).toEqual(['syn-reply 1']));
  await clock.advance(29_999);
  expect(client.kinds).toEqual(['syn-reply 1']);
  await clock.advance(1);
  await ended;
  expect([client.kinds.at(-1), client.isDropped, clock.pending]).toEqual(['goaway', true, 0]);
});

test('who leaves before that is waited for no more', async () => {
  const { client, clock, ended } = start();
  await vi.waitFor(() => expect(clock.pending).toBe(1));
  client.leave();
  await ended;
  expect(clock.pending).toBe(0);
});

test('of two streams of a type the earlier is reset, and once the program runs, any that comes', async () => {
  const { client, ended } = start();
  await client.open(1, { streamType: 'stdout' });
  await client.open(3, { streamType: 'stdout' });
  await client.open(5, { streamType: 'error' });
  await client.open(7, { streamType: 'stdin' });
  await client.open(9, { streamType: 'stdout' });
  client.sayOn(7, 'said', true);
  await vi.waitFor(() => expect(client.kinds.at(-1)).toBe('goaway'));
  expect(client.kinds.filter((kind) => kind.startsWith('rst-stream'))).toEqual(['rst-stream 1', 'rst-stream 9']);
  expect([client.textOf(1), client.textOf(3), client.textOf(9)]).toEqual(['', 'said', '']);
  client.leave();
  await ended;
});

test('a program that fails is told on the error stream, and here', async () => {
  const { client, ended } = start({ kind: 'runs', run: () => Promise.reject(new Error('out of order')) }, { stdin: false });
  const outcome = expect(ended).rejects.toThrow('out of order');
  await client.open(1, { streamType: 'error' });
  await client.open(3, { streamType: 'stdout' });
  await vi.waitFor(() => expect(client.kinds.at(-1)).toBe('goaway'));
  expect(JSON.parse(client.textOf(1))).toMatchObject({
    status: 'Failure',
    code: 500,
    message: 'Internal error occurred: error executing command in container: out of order',
  });
  await outcome;
});
