import type { ObjectRef } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { describeMessage } from '../testing/reflection.ts';
import { ScriptedCollection, WIDGETS } from '../testing/scripted-collection.ts';
import type { PromoteAnswer } from './answer-promote.ts';
import { answerPromote } from './answer-promote.ts';

const SERVED = { resources: [WIDGETS], unread: [] };
const clock = new SteppedClock(0);

function answerOf(
  source: ScriptedCollection,
  {
    resourceVersion,
    uid = 'uid-1',
    served = SERVED,
    ...more
  }: { resourceVersion: number; uid?: string; served?: typeof SERVED; after?: string },
): Promise<PromoteAnswer> {
  const ref: ObjectRef = { group: 'example.org', version: 'v1', kind: 'Widget', namespace: 'plain', name: 'a', uid: asUid(uid) };
  const { signal } = new AbortController();
  const want = { kind: 'Promote', ref, resourceVersion: String(resourceVersion), ...more } as const;
  return answerPromote(want, { served, source, clock, namespaceOf: () => 'plain', signal });
}

function textOf(answer: PromoteAnswer): string {
  return answer.kind === 'answered' ? `${answer.messages.map(describeMessage).join(', ')} ${answer.problem ?? ''}`.trimEnd() : answer.kind;
}

test('the version that the recorder knows is read, not the newest one', async () => {
  const source = new ScriptedCollection(clock);
  const known = source.write('a');
  source.write('a');
  expect(textOf(await answerOf(source, { resourceVersion: known }))).toBe(`Listed a@${known}`);
});

test('before it what was let go of the object is walked back to, as far as the server still holds it', async () => {
  const source = new ScriptedCollection(clock);
  const before = source.write('other');
  const [first, second, known] = [source.write('a'), source.write('a'), source.write('a')];
  source.write('a');
  const answer = textOf(await answerOf(source, { resourceVersion: known, uid: 'uid-2', after: String(before) }));
  expect(answer).toBe(`Added a@${first} walkBack, Modified a@${second} walkBack, Listed a@${known}`);
  const some = textOf(await answerOf(source, { resourceVersion: known, uid: 'uid-2', after: String(first) }));
  expect(some).toBe(`Modified a@${second} walkBack, Listed a@${known}`);
});

test('what the server no longer holds is a gap of that object', async () => {
  const source = new ScriptedCollection(clock);
  const known = source.write('a');
  source.write('a');
  source.compact();
  expect(textOf(await answerOf(source, { resourceVersion: known }))).toMatch(/^Gap a\/uid-1 \.\.101 .*\(410\)$/);
});

test('another object of the name is not its body', async () => {
  const source = new ScriptedCollection(clock);
  const known = source.write('a');
  expect(textOf(await answerOf(source, { resourceVersion: known, uid: 'uid-0' }))).toMatch(/^Gap a\/uid-0 /);
});

test('a refusal is a gap and no failure', async () => {
  const source = new ScriptedCollection(clock);
  const known = source.write('a');
  const status = { code: 403, reason: 'Forbidden', message: 'widgets is forbidden', details: undefined };
  source.failLists(new ApiError(status as unknown as ConstructorParameters<typeof ApiError>[0], { method: 'GET', path: '/widgets' }));
  expect(textOf(await answerOf(source, { resourceVersion: known }))).toMatch(/^Gap a\/uid-1 \.\.101 .*forbidden/);
});

test('of a kind that is no longer served nothing is said: its collection tells the end of its objects', async () => {
  const source = new ScriptedCollection(clock);
  const known = source.write('a');
  expect(textOf(await answerOf(source, { resourceVersion: known, served: { resources: [], unread: [] } }))).toBe('unserved');
});
