import type { KubeObject, ResourceScope } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { Change, Recorded, RecorderMessage } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { CatchUp, GONE } from './catch-up.ts';

const SCOPE: ResourceScope = { group: '', resource: 'pods', namespace: 'a' };
const KEY = 'pods@a';

function pod(uid: string, version: number): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: uid, namespace: 'a', uid, resourceVersion: String(version) } };
}

function observed(uid: string, version: number, type: 'Modified' | 'Deleted' = 'Modified'): RecorderMessage {
  return { kind: 'Observed', type, scope: SCOPE, object: pod(uid, version), by: 'watch', receivedAt: version };
}

const WATCHED: RecorderMessage = { kind: 'Availability', scope: SCOPE, state: 'watched', message: '', receivedAt: 1 };

function recordedOf(uid: string, version: number): Recorded {
  const change: Change = {
    kind: 'change',
    id: `0/${uid}/${version}`,
    type: 'Update',
    ref: { group: '', version: 'v1', kind: 'Pod', namespace: 'a', name: uid, uid: asUid(uid) },
    resourceVersion: String(version),
    position: { epoch: 0, version: String(version), offset: 0 },
    time: version,
    receivedAt: version,
    diff: [],
    certainty: 'observed',
  };
  return { changes: [change], members: [], cycles: [], withdrawn: [], gaps: [], wants: [], signals: [] };
}

function pass(catchUp: CatchUp, ...messages: readonly RecorderMessage[]): void {
  for (const message of messages) {
    catchUp.see(message);
    catchUp.note(message);
  }
}

test('what the first list shows is not news, what comes after it is', () => {
  const catchUp = new CatchUp(new Map([[KEY, { kind: 'list' }]]), []);
  pass(catchUp, { kind: 'Listed', scope: SCOPE, object: pod('p', 5), receivedAt: 1 });
  expect(catchUp.done).toBe(false);
  pass(catchUp, { kind: 'ListEnd', scope: SCOPE, resourceVersion: '9', receivedAt: 1 }, observed('p', 8), observed('p', 12));
  expect(catchUp.done).toBe(true);
  expect(catchUp.news(recordedOf('p', 5)).changes).toEqual([]);
  expect(catchUp.news(recordedOf('p', 8)).changes).toEqual([]);
  expect(catchUp.news(recordedOf('p', 12)).changes).toHaveLength(1);
});

test('a resumed collection is caught up with when every version that was there has come, or is overtaken, and what is gone is gone', () => {
  const expected = new Map([
    ['p', '7'],
    ['q', '8'],
    ['r', GONE],
  ]);
  const catchUp = new CatchUp(new Map([[KEY, { kind: 'resume', until: '9', expected }]]), []);
  pass(catchUp, WATCHED, observed('p', 6));
  expect(catchUp.done).toBe(false);
  pass(catchUp, observed('p', 7), observed('q', 11), observed('r', 9, 'Deleted'));
  expect(catchUp.done).toBe(true);
  expect([6, 7].map((version) => catchUp.news(recordedOf('p', version)).changes.length)).toEqual([0, 0]);
  expect(catchUp.news(recordedOf('q', 11)).changes).toHaveLength(1);
  expect(catchUp.changes).toBe(2);
});

test('a resumed collection without changes is caught up with when its state at the place is told', () => {
  const catchUp = new CatchUp(new Map([[KEY, { kind: 'resume', until: '9', expected: new Map() }]]), []);
  pass(catchUp, { kind: 'Listed', scope: SCOPE, object: pod('p', 5), receivedAt: 1 });
  pass(catchUp, { kind: 'ListEnd', scope: SCOPE, resourceVersion: '6', receivedAt: 1 });
  expect(catchUp.done).toBe(true);
  pass(catchUp, WATCHED, observed('q', 8));
  expect([5, 8].map((version) => catchUp.news(recordedOf(version === 5 ? 'p' : 'q', version)).changes.length)).toEqual([0, 0]);
});

test('one whose state at the place is no longer told is waited for until it is watched', () => {
  const catchUp = new CatchUp(new Map([[KEY, { kind: 'resume', until: '9', expected: new Map() }]]), []);
  expect(catchUp.done).toBe(false);
  pass(catchUp, WATCHED);
  expect(catchUp.done).toBe(true);
});

test('a collection that can not be seen is not waited for', () => {
  const catchUp = new CatchUp(new Map([[KEY, { kind: 'resume', until: '9', expected: new Map([['p', '7']]) }]]), []);
  pass(catchUp, { kind: 'Availability', scope: SCOPE, state: 'forbidden', message: 'no', receivedAt: 1 });
  expect(catchUp.done).toBe(true);
});
