import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import type { ControlPlane, ControlPlaneOptions } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const EVENTS = '/api/v1/namespaces/default/events';
const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

type Setting = { readonly clock: SteppedClock; readonly plane: ControlPlane };

async function setting(options: Partial<ControlPlaneOptions> = {}): Promise<Setting> {
  const clock = new SteppedClock(START);
  return { clock, plane: await createControlPlane({ clock, seed: 1, ...options }) };
}

async function tell({ client }: ControlPlane, name: string): Promise<void> {
  const involvedObject = { kind: 'Pod', namespace: 'default', name: 'web' };
  const { status } = await client.request({ method: 'POST', path: EVENTS, body: { metadata: { name }, involvedObject, message: 'm' } });
  expect(status).toBe(201);
}

async function names({ client }: ControlPlane): Promise<readonly string[]> {
  const { body } = await client.request({ path: EVENTS });
  return (body['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
}

test('an Event is there for an hour after its last write, then it is not', async () => {
  const { clock, plane } = await setting();
  await tell(plane, 'a');
  await tell(plane, 'b');
  await clock.advance(HOUR / 2);
  const touched = await plane.client.request({ method: 'PATCH', path: `${EVENTS}/b`, body: { count: 2 } });
  expect(touched.status).toBe(200);
  await clock.advance(HOUR / 2 - 1);
  expect(await names(plane)).toEqual(['a', 'b']);
  await clock.advance(1);
  expect(await names(plane)).toEqual(['b']);
  expect((await plane.client.request({ path: `${EVENTS}/a` })).status).toBe(404);
  await clock.advance(HOUR / 2);
  expect(await names(plane)).toEqual([]);
});

test('who watches sees a DELETED with the last state at a new revision when the time comes, and no timer outlives the watch', async () => {
  const { clock, plane } = await setting();
  await tell(plane, 'a');
  const { revision } = plane.store;
  const abort = new AbortController();
  const seen: unknown[] = [];
  const watching = (async () => {
    const path = `${EVENTS}?watch=1&timeoutSeconds=7200&resourceVersion=${revision}`;
    for await (const { type, object } of plane.client.watch({ path, signal: abort.signal })) {
      const { name, resourceVersion } = object['metadata'] as { name: string; resourceVersion: string };
      seen.push([type, name, Number(resourceVersion), object['message'], clock.now() - START]);
    }
  })();
  await clock.advance(HOUR + 5_000);
  abort.abort();
  await watching;
  expect(seen).toEqual([['DELETED', 'a', revision + 1, 'm', HOUR]]);
  expect(clock.pending).toBe(0);
});

test('a fork lets Events go when their time comes, whatever becomes of them in its base', async () => {
  const { clock, plane } = await setting();
  await tell(plane, 'a');
  await clock.advance(HOUR / 2);
  const fork = plane.fork(2);
  await tell(plane, 'base');
  await tell(fork, 'fork');
  await clock.advance(HOUR / 2);
  expect([await names(plane), await names(fork)]).toEqual([['base'], ['fork']]);
});

test('with a time of 0 Events stay', async () => {
  const { clock, plane } = await setting({ eventTtlMs: 0 });
  await tell(plane, 'a');
  await clock.advance(1_000 * HOUR);
  expect(await names(plane)).toEqual(['a']);
});
