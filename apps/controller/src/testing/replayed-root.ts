// For tests: a recording folded by the real recorder into a real history, seen as the controller sees a root.

import { MemoryHistory, openRecording } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import type { FullRootView, RootTarget } from '@rectrace/trace';
import { builtinRules, Recorder, redactObject } from '@rectrace/trace';
import { RootActivity } from '../root-activity.ts';

export type ReplayedRoot = { readonly view: FullRootView; readonly activity: RootActivity };

const BOUNDED = { bytes: 256 * 1024, textBytes: 1024 };

/** file: path below packages/trace/testdata/recordings. until: stop after so many messages. */
export async function replayRoot(
  file: string,
  { target, until = Number.POSITIVE_INFINITY }: { readonly target: RootTarget; readonly until?: number },
): Promise<ReplayedRoot> {
  const path = new URL(`../../../../packages/trace/testdata/recordings/${file}`, import.meta.url).pathname;
  const opened = await openRecording(path);
  if (opened.kind !== 'recording') throw new Error(opened.reason);
  const recorder = new Recorder({ rules: builtinRules(), redact: (object: KubeObject) => redactObject(object, { digest: () => 'x' }) });
  const history = new MemoryHistory();
  const activity = new RootActivity({ reader: history, ...BOUNDED });
  const keep = (recorded: ReturnType<Recorder['record']>): void => {
    history.commit({ ...recorded, positions: [], fence: 0 });
    activity.note(recorded);
  };
  keep(recorder.addRoot(target));
  let messages = 0;
  for await (const message of opened.messages) {
    messages += 1;
    if (messages > until) break;
    keep(recorder.record(message));
  }
  if (until === Number.POSITIVE_INFINITY) keep(recorder.finish());
  const view = recorder.fullView(target.id);
  if (view === undefined) throw new Error(`${target.id} was not recorded`);
  return { view, activity };
}
