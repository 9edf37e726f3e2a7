// What the recorder made of a case.

import { MemoryHistory } from '@rectrace/history';
import type { Change, CycleSignal, Gap, OwnershipRules, Recorded, RecorderCounters, RootTarget, RootView, Want } from '@rectrace/trace';
import { Recorder } from '@rectrace/trace';
import type { CaseMessage } from './case-message.ts';
import { redact } from './redact.ts';

export type Outcome = {
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
  readonly signals: readonly CycleSignal[];
  readonly wants: readonly Want[];
  readonly view: RootView;
  readonly counters: RecorderCounters;
};

type Setting = { readonly rules: OwnershipRules; readonly target: RootTarget };

/** Tells the messages to a fresh recorder, to the end of the recording. The root is traced from the start, unless the messages say otherwise. */
export function runCase(messages: readonly CaseMessage[], setting: Setting): Outcome {
  const { target } = setting;
  const history = new MemoryHistory();
  const told: Recorded[] = [];
  const keep = (recorded: Recorded): void => {
    told.push(recorded);
    history.commit({ ...recorded, positions: [], fence: 0 });
  };
  let recorder = newRecorder(setting);
  if (!messages.some(({ kind }) => kind === 'Trace')) keep(recorder.addRoot(target));
  for (const message of messages) {
    if (message.kind === 'Restart') recorder = successor(history, setting);
    else keep(message.kind === 'Trace' ? recorder.addRoot(target) : recorder.record(message));
  }
  keep(recorder.finish());
  const view = recorder.view(target.id);
  if (view === undefined) throw new Error(`no view of ${target.id}`);
  return {
    changes: [...history.changes({ root: target.id })],
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

function successor(history: MemoryHistory, setting: Setting): Recorder {
  const recorder = newRecorder(setting);
  recorder.restore([setting.target], history);
  return recorder;
}
