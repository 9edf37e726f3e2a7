import type { KubeObject, ListWatch, ObjectRef } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { describeMessage } from '../testing/reflection.ts';
import { WIDGETS, widget } from '../testing/scripted-collection.ts';
import { PromoteDesk } from './promote-desk.ts';

/** Names are read when they are let through; `told` has what came of them. */
function opened() {
  const clock = new SteppedClock(0);
  const stop = new AbortController();
  const asked: string[] = [];
  const told: string[] = [];
  const unread: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<KubeObject>>();
  const source: ListWatch = {
    async *list({ fieldSelector = '' }, { from, signal }) {
      const name = fieldSelector.replace('metadata.name=', '');
      asked.push(name);
      const gate = Promise.withResolvers<KubeObject>();
      gates.set(name, gate);
      signal.addEventListener('abort', () => gate.reject(signal.reason), { once: true });
      const resourceVersion = from.kind === 'exact' ? from.resourceVersion : '';
      yield { resourceVersion, items: [await gate.promise] };
    },
    async *watch() {
      yield* [];
    },
  };
  const desk = new PromoteDesk({
    discovery: { served: async () => ({ resources: [WIDGETS], unread: [] }) },
    source,
    clock,
    tell: async (message) => void told.push(describeMessage(message)),
    namespaceOf: () => 'plain',
    unread: ({ ref }, { reason, told: isTold }) => unread.push(`${ref.name}: ${reason}${isTold ? ', a gap' : ''}`),
    signal: stop.signal,
  });
  const ask = (name: string, version = 5): void => {
    const ref: ObjectRef = { group: 'example.org', version: 'v1', kind: 'Widget', namespace: 'plain', name, uid: asUid(`uid-${name}`) };
    desk.ask({ kind: 'Promote', ref, resourceVersion: String(version) });
  };
  const answer = async (name: string, version = 5, uid = `uid-${name}`): Promise<void> => {
    gates.get(name)?.resolve(widget({ name, uid, version }));
    await clock.settle();
  };
  const fail = async (name: string): Promise<void> => {
    gates.get(name)?.reject(new Error('a defect'));
    await clock.settle();
  };
  return { clock, desk, stop, asked, told, unread, ask, answer, fail };
}

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `w${index}`);

test('so many objects are read at a time, the rest in order as others are told', async () => {
  const { clock, asked, told, ask, answer } = opened();
  for (const name of names(20)) ask(name);
  await clock.settle();
  expect(asked).toEqual(names(8));
  await answer('w3');
  expect([asked, told]).toEqual([names(9), ['Listed w3@5']]);
});

test('an object that is asked for again while it waits is read once, as it was asked for last', async () => {
  const { clock, asked, told, ask, answer } = opened();
  for (const name of names(9)) ask(name);
  ask('w8', 6);
  await clock.settle();
  for (const name of names(8)) await answer(name);
  await answer('w8', 6);
  await clock.settle();
  expect([asked, told.at(-1)]).toEqual([names(9), 'Listed w8@6']);
});

test('one that fails is said, and the next is read', async () => {
  const { clock, asked, unread, ask, fail } = opened();
  for (const name of names(9)) ask(name);
  await clock.settle();
  await fail('w0');
  expect([asked.at(-1), unread]).toEqual(['w8', ['w0: a defect']]);
});

test('one that is no longer there is told as a gap, and said', async () => {
  const { clock, told, unread, ask, answer } = opened();
  ask('a');
  await clock.settle();
  await answer('a', 5, 'uid-another');
  expect([told, unread]).toEqual([['Gap a/uid-a ..5'], ['a: the API server does not show it at that version, a gap']]);
});

test('the end is waited for, not what waits; an aborted read is no failure', async () => {
  const { clock, desk, stop, asked, unread, ask } = opened();
  for (const name of names(20)) ask(name);
  await clock.settle();
  stop.abort(new Error('the end'));
  await desk.ended();
  expect([asked, unread]).toEqual([names(8), []]);
  await desk.ended();
});

test('what is asked for once everything was read is read as well', async () => {
  const { clock, desk, told, ask, answer } = opened();
  for (const name of ['a', 'b']) {
    ask(name);
    await clock.settle();
    await answer(name);
    await desk.ended();
  }
  expect(told).toEqual(['Listed a@5', 'Listed b@5']);
});
