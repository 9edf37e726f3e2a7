import type { Commit, HistoryWriter } from '@rectrace/history';
import { HistoryError } from '@rectrace/history';
import { asUid } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { LastingWriter } from './lasting-writer.ts';

function commitOf(...versions: readonly number[]): Commit {
  const changes = versions.map((version): Change => {
    const resourceVersion = String(version);
    return {
      kind: 'change',
      id: `0/u/${version}`,
      type: 'Update',
      ref: { group: '', version: 'v1', kind: 'Pod', namespace: 'a', name: 'b', uid: asUid('u') },
      resourceVersion,
      position: { epoch: 0, version: resourceVersion, offset: 0 },
      time: version,
      receivedAt: version,
      diff: [],
      certainty: 'observed',
    };
  });
  return { changes, members: [], cycles: [], withdrawn: [], gaps: [], positions: [], fence: 0 };
}

/** A store that refuses while `problem` is set. */
class FailingStore implements HistoryWriter {
  problem: HistoryError | undefined;
  closed = false;
  readonly kept: string[] = [];

  commit({ changes }: Commit): void {
    if (this.problem !== undefined) throw this.problem;
    this.kept.push(...changes.map(({ resourceVersion }) => resourceVersion));
  }

  close(): void {
    this.closed = true;
  }
}

function setUp(): { readonly store: FailingStore; readonly writer: LastingWriter; readonly said: string[]; pass(ms: number): void } {
  const store = new FailingStore();
  const said: string[] = [];
  let now = 0;
  const writer = new LastingWriter({ store, clock: { now: () => now }, say: (line) => said.push(line) });
  return { store, writer, said, pass: (ms) => (now += ms) };
}

const FULL = new HistoryError('history x cannot be written: the disk is full', { code: 'HistoryFull' });

test('a full disk is said once, what comes meanwhile is counted and written in order when there is room again', () => {
  const { store, writer, said, pass } = setUp();
  writer.commit(commitOf(1));
  store.problem = FULL;
  writer.commit(commitOf(2, 3));
  pass(6_000);
  writer.commit(commitOf(4));
  expect({ kept: store.kept, unsaved: writer.unsaved, said }).toEqual({
    kept: ['1'],
    unsaved: 3,
    said: [`${FULL.message}; recording goes on in memory`],
  });
  store.problem = undefined;
  pass(6_000);
  writer.commit(commitOf(5));
  expect({ kept: store.kept, unsaved: writer.unsaved }).toEqual({ kept: ['1', '2', '3', '4', '5'], unsaved: 0 });
  expect(said.at(-1)).toBe('the local history is written again, nothing is missing in it');
});

test('what waits is tried a last time at the end', () => {
  const { store, writer } = setUp();
  store.problem = FULL;
  writer.commit(commitOf(1));
  store.problem = undefined;
  writer.close();
  expect({ kept: store.kept, closed: store.closed, unsaved: writer.unsaved }).toEqual({ kept: ['1'], closed: true, unsaved: 0 });
});

test('beyond its bound it gives up loudly and writes nothing more, so that what is stored stays whole up to where it ends', () => {
  const { store, writer, said, pass } = setUp();
  store.problem = FULL;
  writer.commit(commitOf(...Array.from({ length: 50_001 }, (_, index) => index)));
  store.problem = undefined;
  pass(6_000);
  writer.commit(commitOf(99_999));
  expect({ kept: store.kept, unsaved: writer.unsaved }).toEqual({ kept: [], unsaved: 50_002 });
  expect(said.at(-1)).toMatch(/could not be written for too long: 50001 changes are not in it/);
});

test('a failure that waiting does not mend passes through', () => {
  const { store, writer } = setUp();
  store.problem = new HistoryError('another recorder has taken over', { code: 'HistoryFenced' });
  expect(() => writer.commit(commitOf(1))).toThrow('another recorder has taken over');
});
