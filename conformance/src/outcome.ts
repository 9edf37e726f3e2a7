// What the recorder made of a case.

import { MemoryHistory } from '@rectrace/history';
import type { Change, CycleSignal, FullRootView, Gap, OwnershipRules, Recorded, RecorderCounters, RootTarget, Want } from '@rectrace/trace';
import { comparePositions, Recorder } from '@rectrace/trace';
import type { CaseMessage } from './case-message.ts';
import { redact } from './redact.ts';

export type Outcome = {
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
  readonly signals: readonly CycleSignal[];
  readonly wants: readonly Want[];
  readonly view: FullRootView;
  readonly counters: RecorderCounters;
};

type Setting = { readonly rules: OwnershipRules; readonly target: RootTarget };

/** Tells the messages to a fresh recorder, to the end of the recording. The root is traced from the start, unless the messages say otherwise. */
export function runCase(messages: readonly CaseMessage[], setting: Setting): Outcome {
  const { target } = setting;
  const told: Recorded[] = [];
  let recorder = newRecorder(setting);
  if (!messages.some(({ kind }) => kind === 'Trace')) told.push(recorder.addRoot(target));
  for (const message of messages) {
    if (message.kind === 'Restart') recorder = successor(told, setting);
    else told.push(message.kind === 'Trace' ? recorder.addRoot(target) : recorder.record(message));
  }
  told.push(recorder.finish());
  const view = recorder.fullView(target.id);
  if (view === undefined) throw new Error(`no view of ${target.id}`);
  const restarted = messages.some(({ kind }) => kind === 'Restart');
  const history = historyOf(told);
  return {
    changes: restarted ? [...history.changes({ root: target.id })] : newestById(told),
    gaps: told.flatMap(({ gaps }) => gaps),
    signals: told.flatMap(({ signals }) => signals),
    wants: told.flatMap(({ wants }) => wants),
    view: { ...view, cycles: history.cycles(target.id) },
    counters: recorder.counters,
  };
}

function newRecorder({ rules }: Setting): Recorder {
  return new Recorder({ rules, redact, waitingBytes: Number.POSITIVE_INFINITY, horizon: Number.MAX_SAFE_INTEGER });
}

function successor(told: readonly Recorded[], setting: Setting): Recorder {
  const recorder = newRecorder(setting);
  recorder.restore([setting.target], historyOf(told));
  return recorder;
}

function historyOf(told: readonly Recorded[]): MemoryHistory {
  const history = new MemoryHistory();
  for (const recorded of told) history.commit({ ...recorded, positions: [], fence: 0 });
  return history;
}

function newestById(told: readonly Recorded[]): readonly Change[] {
  const byId = new Map(told.flatMap(({ changes }) => changes).map((change) => [change.id, change]));
  return [...byId.values()].sort((left, right) => comparePositions(left.position, right.position));
}
