import { SteppedClock } from '@rectrace/testing';
import { expect, test, vi } from 'vitest';
import type { PortsSession } from '../../api/pod-streams/pod-session.ts';
import { SpdyClient } from '../testing/spdy-client.ts';
import { portsOverSpdy } from './ports-over-spdy.ts';

const SESSION: PortsSession = {
  kind: 'ports',
  asked: [],
  answerOf: (port) => {
    if (port === 7) return { kind: 'answered', answer: { port, echo: true } };
    // What no script that was read can have.
    if (port === 8) return { kind: 'answered', answer: { port, bytes: { base64: '*' } } };
    return { kind: 'failed', reason: `no port ${port}` };
  },
};

type Forwarding = { readonly client: SpdyClient; readonly clock: SteppedClock; readonly forwarded: Promise<void> };

function start(): Forwarding {
  const [client, clock] = [new SpdyClient('portforward.k8s.io'), new SteppedClock()];
  return { client, clock, forwarded: portsOverSpdy(client.upgrade, SESSION, clock) };
}

function headersOf(streamType: string, port = 7, requestId = 'a'): Readonly<Record<string, string>> {
  return { streamType, port: String(port), requestId };
}

async function heard({ kinds }: { readonly kinds: () => readonly string[] }, ...wanted: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(kinds()).toEqual(expect.arrayContaining([...wanted])));
}

test('a pair of streams is a connection to a port', async () => {
  const { client, clock, forwarded } = start();
  await client.open(1, headersOf('error'));
  await client.open(3, headersOf('data'));
  client.sayOn(3, 'to and ');
  client.sayOn(3, 'fro', true);
  await vi.waitFor(() => expect(client.kinds.slice(-2)).toEqual(['data 3', 'data 1']));
  expect([client.textOf(3), client.textOf(1), clock.pending]).toEqual(['to and fro', '', 0]);
  client.leave();
  await forwarded;
});

test('a stream that stays without its other half is told so and reset, after as long as a kubelet waits', async () => {
  const { client, clock, forwarded } = start();
  await client.open(1, headersOf('error'));
  await heard({ kinds: () => client.kinds }, 'syn-reply 1');
  await clock.advance(29_999);
  expect(client.kinds).toEqual(['syn-reply 1']);
  await clock.advance(1);
  await heard({ kinds: () => client.kinds }, 'rst-stream 1');
  expect([client.textOf(1), clock.pending]).toEqual(['(request=a) timed out waiting for streams', 0]);
  client.leave();
  await forwarded;
});

test('what is said on such a stream holds up the others no longer', async () => {
  const { client, clock, forwarded } = start();
  await client.open(1, headersOf('data'));
  client.sayOn(1, 'nobody reads it');
  await client.open(3, headersOf('error', 7, 'b'));
  await client.open(5, headersOf('data', 7, 'b'));
  client.sayOn(5, 'read', true);
  await heard({ kinds: () => client.kinds }, 'syn-reply 1');
  await vi.waitFor(() => expect(clock.pending).toBe(1));
  await clock.advance(30_000);
  await vi.waitFor(() => expect(client.textOf(5)).toBe('read'));
  expect(client.kinds).toContain('rst-stream 1');
  client.leave();
  await forwarded;
});

test('a stream of a type that its request has already is reset, and the first stays', async () => {
  const { client, clock, forwarded } = start();
  await client.open(1, headersOf('error'));
  await client.open(3, headersOf('error'));
  await heard({ kinds: () => client.kinds }, 'rst-stream 3');
  expect(client.textOf(1)).toBe('error processing stream for request a: error stream already assigned');
  await client.open(5, headersOf('data'));
  client.sayOn(5, 'still', true);
  await vi.waitFor(() => expect(client.textOf(5)).toBe('still'));
  expect(clock.pending).toBe(0);
  client.leave();
  await forwarded;
});

test('who leaves is waited for no more', async () => {
  const { client, clock, forwarded } = start();
  await client.open(1, headersOf('data'));
  await vi.waitFor(() => expect(clock.pending).toBe(1));
  client.leave();
  await forwarded;
  expect(clock.pending).toBe(0);
});

test('a connection that fails is told so and reset; the others go on, and what went wrong here is told at the end', async () => {
  const { client, forwarded } = start();
  const outcome = expect(forwarded).rejects.toThrow('Invalid character');
  for (const [id, port] of [
    [1, 8],
    [5, 9],
    [9, 7],
  ] as const) {
    await client.open(id, headersOf('error', port, String(port)));
    await client.open(id + 2, headersOf('data', port, String(port)));
  }
  await heard({ kinds: () => client.kinds }, 'rst-stream 1', 'rst-stream 3', 'rst-stream 5', 'rst-stream 7');
  expect([client.textOf(1), client.textOf(5)]).toEqual(['error forwarding port 8: Invalid character', 'no port 9']);
  client.sayOn(11, 'on', true);
  await vi.waitFor(() => expect(client.textOf(11)).toBe('on'));
  client.leave();
  await outcome;
});
