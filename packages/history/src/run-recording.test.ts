// The loop: batches, positions that never run ahead, subscribers, and how it ends.

import type { KubeObject } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import type { Recorded, RecorderMessage } from '@rectrace/trace';
import { describe, expect, test } from 'vitest';
import { historyFull } from './errors.ts';
import type { Commit, HistoryWriter } from './history-writer.ts';
import { MemoryHistory } from './memory-history.ts';
import { type Fold, runRecording } from './run-recording.ts';
import { memberOf, refTo, sampleChange, sampleCycle } from './testing/sample-changes.ts';

const SCOPE = { group: '', resource: 'pods', namespace: 'plain' };
const NOTHING: Recorded = { changes: [], members: [], cycles: [], withdrawn: [], gaps: [], wants: [], signals: [] };

/** Messages that a test pushes one by one. */
class Pushed implements AsyncIterable<RecorderMessage> {
  readonly #items: RecorderMessage[] = [];
  #ended = false;
  #error: unknown;
  #wake: (() => void) | undefined;
  returned = false;

  async push(...messages: readonly RecorderMessage[]): Promise<void> {
    this.#items.push(...messages);
    this.#wake?.();
    await settled();
  }

  end(error?: unknown): void {
    this.#ended = true;
    this.#error = error;
    this.#wake?.();
  }

  [Symbol.asyncIterator](): AsyncIterator<RecorderMessage> {
    return {
      next: () => this.#next(),
      return: async () => {
        this.returned = true;
        return { value: undefined, done: true };
      },
    };
  }

  async #next(): Promise<IteratorResult<RecorderMessage>> {
    while (this.#items.length === 0 && !this.#ended)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const value = this.#items.shift();
    if (value !== undefined) return { value, done: false };
    if (this.#error !== undefined) throw this.#error;
    return { value: undefined, done: true };
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

function observed(
  version: number,
  options: { readonly by?: 'watch' | 'lateWatch' | 'walkBack'; readonly uid?: string } = {},
): RecorderMessage {
  const object = sampleChange({ uid: options.uid ?? 'a', version }).body as KubeObject;
  return { kind: 'Observed', type: 'Modified', scope: SCOPE, object, by: options.by ?? 'watch', receivedAt: version };
}

/** Tells each revision as a change at once. */
function plainFold(): Fold {
  return {
    record(message) {
      if (message.kind !== 'Observed' && message.kind !== 'Listed') return NOTHING;
      const { uid = '', resourceVersion = '' } = message.object.metadata;
      return { ...NOTHING, changes: [sampleChange({ uid, version: Number(resourceVersion) })] };
    },
  };
}

class Commits implements HistoryWriter {
  readonly commits: Commit[] = [];
  fence = 0;
  failure: Error | undefined;

  commit(commit: Commit): void {
    if (this.failure !== undefined) throw this.failure;
    this.commits.push(commit);
  }

  close(): void {
    this.commits.length = 0;
  }
}

function started(options: { readonly fold?: Fold; readonly batch?: { ms: number; messages: number }; readonly signal?: AbortSignal } = {}) {
  const messages = new Pushed();
  const writer = new Commits();
  const clock = new SteppedClock();
  const run = runRecording({ messages, writer, clock, ...options, fold: options.fold ?? plainFold() });
  return { messages, writer, clock, run };
}

const begin: RecorderMessage = { kind: 'ListBegin', scope: SCOPE, objectKind: 'Pod', resourceVersion: '50', requestedAt: 0, receivedAt: 0 };
const end: RecorderMessage = { kind: 'ListEnd', scope: SCOPE, resourceVersion: '50', receivedAt: 0 };
const at = (resourceVersion: string, epoch = 0) => [{ scope: 'pods@plain', resourceVersion, epoch }];

describe('batches', () => {
  test('what was recorded can be put into the history before its batch is due, and is told with the batch', async () => {
    const { messages, writer, clock, run } = started();
    const told = run.subscribe();
    await messages.push(observed(1));
    run.submit({ ...NOTHING, changes: [sampleChange({ uid: 'b', version: 2 })] });
    run.store();
    expect(writer.commits.map(({ changes }) => changes.map(({ resourceVersion }) => resourceVersion))).toEqual([['1', '2']]);
    await clock.advance(50);
    expect([(await told.next()).value?.changes, (await told.next()).value?.changes]).toMatchObject([
      [{ resourceVersion: '1' }],
      [{ resourceVersion: '2' }],
    ]);
    expect(writer.commits).toHaveLength(1);
  });

  test('a writer that refuses what is put into the history at once ends the run', async () => {
    const { messages, writer, run } = started();
    await messages.push(observed(1));
    writer.failure = new Error('refused');
    expect(() => run.store()).toThrow('refused');
    await expect(run.done).rejects.toThrow('refused');
  });

  test('a commit comes 50 ms after the first message of its batch, with all that came meanwhile', async () => {
    const { messages, writer, clock } = started();
    await messages.push(observed(1));
    await clock.advance(30);
    await messages.push(observed(2));
    expect(writer.commits).toEqual([]);
    await clock.advance(20);
    expect(writer.commits.map(({ changes }) => changes.map(({ id }) => id))).toEqual([['0/a/1', '0/a/2']]);
    expect(clock.pending).toBe(0);
  });

  test('or at 500 messages, whichever is first', async () => {
    const { messages, writer, clock } = started();
    await messages.push(...Array.from({ length: 1_200 }, (_, version) => observed(version + 1)));
    for (let turn = 0; turn < 200; turn += 1) await settled();
    expect(writer.commits.map(({ changes }) => changes.length)).toEqual([500, 500]);
    await clock.advance(50);
    expect(writer.commits.map(({ changes }) => changes.length)).toEqual([500, 500, 200]);
  });

  test('messages that lead to nothing commit nothing', async () => {
    const { messages, writer, clock } = started();
    await messages.push({ kind: 'Tick', receivedAt: 1 });
    await clock.advance(50);
    expect(writer.commits).toEqual([]);
  });

  test('the last word on a cycle counts', async () => {
    const cycle = sampleCycle(refTo('web'), { number: 1, from: 1 });
    const told: Recorded[] = [
      {
        ...NOTHING,
        cycles: [
          { root: 'r', cycle },
          { root: 'r', cycle: { ...cycle, number: 2 } },
        ],
      },
      { ...NOTHING, withdrawn: [{ root: 'r', number: 2 }], cycles: [{ root: 'r', cycle: { ...cycle, state: 'closed' } }] },
      { ...NOTHING, withdrawn: [{ root: 'r', number: 3 }] },
      { ...NOTHING, cycles: [{ root: 'r', cycle: { ...cycle, number: 3 } }] },
    ];
    const { messages, writer, clock } = started({ fold: { record: () => told.shift() ?? NOTHING } });
    await messages.push(observed(1), observed(2), observed(3), observed(4));
    await clock.advance(50);
    expect(writer.commits[0]?.withdrawn).toEqual([{ root: 'r', number: 2 }]);
    expect(writer.commits[0]?.cycles.map(({ cycle: kept }) => [kept.number, kept.state])).toEqual([
      [1, 'closed'],
      [3, 'open'],
    ]);
  });

  test("each commit carries the writer's fence of its time", async () => {
    const { messages, writer, clock } = started();
    writer.fence = 4;
    await messages.push(observed(1));
    await clock.advance(50);
    writer.fence = 5;
    await messages.push(observed(2));
    await clock.advance(50);
    expect(writer.commits.map((commit) => commit.fence)).toEqual([4, 5]);
  });
});

describe('positions', () => {
  async function positionsAfter(batches: readonly (readonly RecorderMessage[])[], fold?: Fold): Promise<readonly unknown[]> {
    const { messages, writer, clock } = started(fold === undefined ? {} : { fold });
    for (const batch of batches) {
      await messages.push(...batch);
      await clock.advance(50);
    }
    return writer.commits.map((commit) => commit.positions);
  }

  test('there is none before a first list has ended', async () => {
    const listed: RecorderMessage = {
      kind: 'Listed',
      scope: SCOPE,
      object: sampleChange({ uid: 'a', version: 7 }).body as KubeObject,
      receivedAt: 0,
    };
    expect(await positionsAfter([[begin, listed], [end]])).toEqual([[], at('50')]);
  });

  test('watch messages and bookmarks move it, a lower version does not', async () => {
    const bookmark: RecorderMessage = { kind: 'Bookmark', scope: SCOPE, resourceVersion: '70', receivedAt: 0 };
    expect(await positionsAfter([[begin, end], [observed(60)], [bookmark], [observed(65)], [observed(71)]])).toEqual([
      at('50'),
      at('60'),
      at('70'),
      [],
      at('71'),
    ]);
  });

  test('within a relist nothing moves it, neither what was read back nor what is new', async () => {
    const later: RecorderMessage = { ...begin, resourceVersion: '90' };
    const latest: RecorderMessage = { ...end, resourceVersion: '90' };
    expect(await positionsAfter([[begin, end], [later, observed(80, { by: 'walkBack' }), observed(85)], [latest]])).toEqual([
      at('50'),
      [],
      at('90'),
    ]);
  });

  test('what a watch tells late comes in order and moves it', async () => {
    expect(await positionsAfter([[begin, end], [observed(99, { by: 'lateWatch' })]])).toEqual([at('50'), at('99')]);
  });

  test('what is read back on demand does not move it', async () => {
    expect(await positionsAfter([[begin, end], [observed(99, { by: 'walkBack' })]])).toEqual([at('50'), []]);
  });

  test('a new epoch counts from its first whole list on', async () => {
    const restored: RecorderMessage = { kind: 'EpochBegin', scope: SCOPE, reason: 'restored', receivedAt: 0 };
    expect(
      await positionsAfter([
        [begin, end],
        [restored, { ...begin, resourceVersion: '3' }, observed(2)],
        [{ ...end, resourceVersion: '3' }],
        [observed(4)],
      ]),
    ).toEqual([at('50'), [], at('3', 1), at('4', 1)]);
  });

  test('it stays before what the recorder holds back, and follows when that is told or given up', async () => {
    const held = new Map<string, string>();
    const fold: Fold = { ...plainFold(), held: () => held };
    const { messages, writer, clock } = started({ fold });
    const step = async (...batch: readonly RecorderMessage[]) => {
      await messages.push(...batch);
      await clock.advance(50);
    };
    await step(begin, end, observed(60));
    held.set('pods@plain', '62');
    await step(observed(61), observed(62), observed(63));
    await step(observed(64));
    held.set('pods@plain', '64');
    await step(observed(65));
    held.clear();
    await step(observed(66));
    expect(writer.commits.map((commit) => commit.positions)).toEqual([at('60'), at('61'), [], at('63'), at('66')]);
  });

  test('resumed, it goes on from the stored ones', async () => {
    const messages = new Pushed();
    const writer = new Commits();
    const clock = new SteppedClock();
    runRecording({ messages, writer, clock, fold: plainFold(), positions: at('50', 2) });
    await messages.push(begin, end, observed(51));
    await clock.advance(50);
    expect(writer.commits.map((commit) => commit.positions)).toEqual([at('51', 2)]);
  });

  test('a batch that fails to be committed moves nothing', async () => {
    const { messages, writer, clock, run } = started();
    writer.failure = historyFull('/x', undefined);
    await messages.push(begin, end, observed(60));
    const failed = expect(run.done).rejects.toMatchObject({ code: 'HISTORY_FULL' });
    await clock.advance(50);
    await failed;
    expect(writer.commits).toEqual([]);
  });
});

describe('subscribers', () => {
  test('are told after the commit, or before where they ask for it', async () => {
    const { messages, clock, run } = started();
    const committed = run.subscribe();
    const early = run.subscribe({ when: 'recorded' });
    await messages.push(observed(1));
    expect((await early.next()).value.changes[0].id).toBe('0/a/1');
    const late = committed.next();
    expect(await Promise.race([late, settled().then(() => 'nothing yet')])).toBe('nothing yet');
    await clock.advance(50);
    expect((await late).value.changes[0].id).toBe('0/a/1');
  });

  test('a full queue holds the recording up, nothing is lost', async () => {
    const { messages, writer, run } = started({ batch: { ms: 50, messages: 1 } });
    const slow = run.subscribe({ queue: 2 });
    await messages.push(...[1, 2, 3, 4, 5, 6].map((version) => observed(version)));
    await settled();
    expect(writer.commits.length).toBe(3);
    messages.end();
    const told: string[] = [];
    for await (const { changes } of slow) told.push(...changes.map(({ resourceVersion }) => resourceVersion));
    expect(told).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test('one that leaves holds nobody up', async () => {
    const { messages, run } = started({ batch: { ms: 50, messages: 1 } });
    const leaving = run.subscribe({ queue: 1 });
    await messages.push(observed(1), observed(2), observed(3));
    await leaving.return?.();
    messages.end();
    await run.done;
  });

  test('what was submitted beside the messages is committed and told too', async () => {
    const { writer, clock, run } = started();
    const committed = run.subscribe();
    run.submit({ ...NOTHING, members: [memberOf('r', 'a')] });
    await settled();
    await clock.advance(50);
    expect(writer.commits[0]?.members).toEqual([memberOf('r', 'a')]);
    expect((await committed.next()).value.members).toHaveLength(1);
  });
});

describe('the end', () => {
  test('when the messages end, the recorder finishes and everything is committed', async () => {
    const fold: Fold = { ...plainFold(), finish: () => ({ ...NOTHING, changes: [sampleChange({ uid: 'z', version: 9 })] }) };
    const { messages, writer, run } = started({ fold });
    const told = run.subscribe();
    await messages.push(observed(1));
    messages.end();
    await run.done;
    expect(writer.commits.flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual(['0/a/1', '0/z/9']);
    expect((await told.next()).done).toBe(false);
    expect((await told.next()).done).toBe(false);
    expect((await told.next()).done).toBe(true);
    expect((await run.subscribe().next()).done).toBe(true);
  });

  test('when it is stopped, what was recorded is committed and the source let go, without finishing', async () => {
    const controller = new AbortController();
    const fold: Fold = { ...plainFold(), finish: () => ({ ...NOTHING, changes: [sampleChange({ uid: 'z', version: 9 })] }) };
    const { messages, writer, run } = started({ fold, signal: controller.signal });
    await messages.push(begin, end, observed(60));
    controller.abort();
    await run.done;
    expect(writer.commits).toMatchObject([{ changes: [{ id: '0/a/60' }], positions: at('60') }]);
    expect(messages.returned).toBe(true);
  });

  test('stopped while a subscriber does not read, it ends all the same and the subscriber can still read all', async () => {
    const controller = new AbortController();
    const { messages, run } = started({ signal: controller.signal, batch: { ms: 50, messages: 1 } });
    const stuck = run.subscribe({ queue: 1 });
    await messages.push(observed(1), observed(2), observed(3));
    controller.abort();
    await run.done;
    const told: string[] = [];
    for await (const { changes } of stuck) told.push(...changes.map(({ id }) => id));
    expect(told.slice(0, 2)).toEqual(['0/a/1', '0/a/2']);
  });

  test('a failure of the source reaches done and every subscriber', async () => {
    const { messages, run } = started();
    const told = run.subscribe();
    messages.end(new Error('wire torn'));
    await expect(run.done).rejects.toThrow('wire torn');
    await expect(told.next()).rejects.toThrow('wire torn');
    await expect(run.subscribe().next()).rejects.toThrow('wire torn');
  });

  test('into a history, the same messages twice leave it as once', async () => {
    const history = new MemoryHistory();
    for (let round = 0; round < 2; round += 1) {
      const messages = new Pushed();
      const run = runRecording({ messages, writer: history, clock: new SteppedClock(), fold: plainFold() });
      await messages.push(begin, end, observed(60), observed(61));
      messages.end();
      await run.done;
    }
    expect([...history.changes({})].map(({ id }) => id)).toEqual(['0/a/60', '0/a/61']);
    expect(history.positions()).toEqual(at('61'));
  });
});
