// What is particular to memory: the bytes it says it holds.

import { expect, test } from 'vitest';
import { MemoryHistory } from './memory-history.ts';
import { commitOf, memberOf, positionAt, refTo, sampleChange, sampleCycle } from './testing/sample-changes.ts';

const ROOT = 'Deployment.apps/plain/n-web';

test('a root may have more cycles than fit into one call', () => {
  const history = new MemoryHistory();
  const ref = refTo('web', 'Deployment');
  const cycles = Array.from({ length: 200_000 }, (_, at) => ({
    root: ROOT,
    cycle: sampleCycle(ref, { number: at + 1, from: at + 1, to: at + 1 }),
  }));
  history.commit(commitOf({ cycles }));
  expect(history.roots().map((root) => root.ref?.name)).toEqual(['n-web']);
});

test('a body that stands alone once what it was packed against is dropped counts as what it is then', () => {
  const history = new MemoryHistory({ limits: { maxCycles: 1 } });
  const data = Array.from({ length: 4_000 }, (_, at) => (at * 2_654_435_761) % 4_294_967_296).join(' ');
  const put = (version: number): void =>
    history.commit(
      commitOf({
        changes: [sampleChange({ uid: 'a', version, body: { data } })],
        members: [memberOf(ROOT, 'a')],
        cycles: [{ root: ROOT, cycle: sampleCycle(refTo('web', 'Deployment'), { number: version, from: version, to: version }) }],
      }),
    );
  put(1);
  put(2);
  const two = history.bytes;
  put(3);
  expect([...history.latest({ at: positionAt(2) }), ...history.changes({ root: ROOT })].map(({ id }) => id)).toEqual(['0/a/2', '0/a/3']);
  expect(history.revision('a', '1')).toBeUndefined();
  expect(history.bytes).toBe(two);
});
