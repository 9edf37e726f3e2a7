// Tells messages to a recorder that keeps its history in memory, by the one loop from messages to a store: in one life, or over a restart.

import type { Fold, RecordedPosition, RetentionLimits } from '@rectrace/history';
import { MemoryHistory, runRecording } from '@rectrace/history';
import type { Clock } from '@rectrace/kube';
import type { Change, Cycle, FullRootView, Gap, OwnershipRules, Recorded, RecorderMessage, RootTarget } from '@rectrace/trace';
import { Recorder } from '@rectrace/trace';
import { redact } from './redact.ts';
import { resumedFrom } from './resume.ts';

export type History = {
  readonly changes: readonly Change[];
  readonly cycles: readonly Cycle[];
  readonly gaps: readonly Gap[];
  /** The root as the last recorder saw it. */
  readonly view: FullRootView;
};
/** limits: of the history. */
export type Telling = { readonly rules: OwnershipRules; readonly target: RootTarget; readonly limits?: RetentionLimits };

/** What the history holds in the end. */
export async function tellHistory(messages: readonly RecorderMessage[], telling: Telling): Promise<History> {
  const history = new MemoryHistory({ limits: telling.limits ?? {} });
  const recorder = newRecorder(telling);
  history.commit({ ...recorder.addRoot(telling.target), positions: [], fence: 0 });
  await tell(messages, { history, fold: { ...livingFold(recorder), finish: () => recorder.finish() }, positions: [] });
  return read(history, { recorder, target: telling.target });
}

/** As tellHistory, but the recorder is killed after `place` messages, and a new one resumes from what was committed. */
export async function tellAcrossRestart(
  messages: readonly RecorderMessage[],
  { place, ...telling }: Telling & { readonly place: number },
): Promise<History> {
  const history = new MemoryHistory({ limits: telling.limits ?? {} });
  const killed = newRecorder(telling);
  history.commit({ ...killed.addRoot(telling.target), positions: [], fence: 0 });
  await tell(messages.slice(0, place), { history, fold: livingFold(killed), positions: [] });
  const recorder = newRecorder(telling);
  recorder.restore([telling.target], history);
  const positions = history.positions();
  await tell(resumedFrom(messages, { place, positions }), {
    history,
    fold: { ...livingFold(recorder), finish: () => recorder.finish() },
    positions,
  });
  return read(history, { recorder, target: telling.target });
}

/** As tellHistory, but the root is dropped after `place` messages and traced again after `later` ones. */
export function tellAcrossDrop(
  messages: readonly RecorderMessage[],
  { place, later, ...telling }: Telling & { readonly place: number; readonly later: number },
): History {
  const history = new MemoryHistory({ limits: telling.limits ?? {} });
  const recorder = newRecorder(telling);
  const keep = (recorded: Recorded): void => history.commit({ ...recorded, positions: [], fence: 0 });
  keep(recorder.addRoot(telling.target));
  for (const [index, message] of messages.entries()) {
    if (index === place) recorder.removeRoot(telling.target.id);
    if (index === later) keep(recorder.addRoot(telling.target, { stored: history }));
    keep(recorder.record(message));
  }
  keep(recorder.finish());
  return read(history, { recorder, target: telling.target });
}

type Loop = { readonly history: MemoryHistory; readonly fold: Fold; readonly positions: readonly RecordedPosition[] };

async function tell(messages: readonly RecorderMessage[], { history, fold, positions }: Loop): Promise<void> {
  await runRecording({ messages: streamOf(messages), fold, writer: history, clock: STANDING, positions, batch: { ms: 1, messages: 1 } })
    .done;
}

async function* streamOf(messages: readonly RecorderMessage[]): AsyncIterable<RecorderMessage> {
  yield* messages;
}

/** No timer ever rings: batches are committed by their size. */
const STANDING: Clock = {
  now: () => 0,
  after: (_ms, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
};

function livingFold(recorder: Recorder): Fold {
  return { record: (message) => recorder.record(message), held: () => recorder.held() };
}

function newRecorder({ rules }: Telling): Recorder {
  return new Recorder({
    rules,
    redact,
    waitingBytes: Number.POSITIVE_INFINITY,
    horizon: Number.MAX_SAFE_INTEGER,
  });
}

function read(history: MemoryHistory, { recorder, target }: { readonly recorder: Recorder; readonly target: RootTarget }): History {
  const view = recorder.fullView(target.id);
  if (view === undefined) throw new Error(`no view of ${target.id}`);
  return { changes: [...history.changes({ root: target.id })], cycles: history.cycles(target.id), gaps: history.gaps(target.id), view };
}
