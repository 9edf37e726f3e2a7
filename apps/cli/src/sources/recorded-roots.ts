// The roots of a recording with their state at its end.

import { MemoryHistory, runRecording } from '@rectrace/history';
import type { RootView } from '@rectrace/trace';
import { Recorder } from '@rectrace/trace';
import { causeText } from '@rectrace/view';
import type { RootState } from '../roots-table.ts';
import { targetOf } from './recorder-setup.ts';
import type { RecordingScan } from './recording-scan.ts';
import { rootCandidates } from './recording-scan.ts';
import type { RecordingOptions } from './recording-story.ts';
import { openRecordingFile, scanRecording } from './recording-story.ts';

/** now: time of the last message. */
export type RecordedRoots = Pick<RecordingScan, 'damage' | 'notes'> & { readonly roots: readonly RootState[]; readonly now: number };

export async function readRecordedRoots(file: string, options: RecordingOptions): Promise<RecordedRoots> {
  const scan = await scanRecording(file);
  const targets = rootCandidates(scan).map((ref) => targetOf(ref, options.judge));
  const recorder = new Recorder({ rules: options.rules, redact: options.redact, waitingBytes: Number.POSITIVE_INFINITY });
  const { messages } = await openRecordingFile(file);
  const run = runRecording({ messages, fold: recorder, writer: new MemoryHistory(), clock: options.clock });
  for (const target of targets) run.submit(recorder.addRoot(target));
  await run.done;
  const roots = targets.flatMap((target): readonly RootState[] => {
    const view = recorder.view(target.id);
    if (view?.ref === undefined) return [];
    return [{ ref: view.ref, verdict: view.verdict, since: sinceOf(view), reason: reasonOf(view) }];
  });
  return { roots, now: scan.last, notes: scan.notes, ...(scan.damage === undefined ? {} : { damage: scan.damage }) };
}

/** The end of the cycle that led to the terminal state, or the start of the one that has not ended. */
function sinceOf({ cycles, verdict }: RootView): number | undefined {
  const cycle = cycles.at(-1);
  if (verdict?.kind === 'true') return cycle?.end?.time;
  return cycle?.state === 'closed' ? undefined : cycle?.start.time;
}

/** What it waits for, else what caused its latest cycle. */
function reasonOf({ gone, verdict, cycles }: RootView): string {
  if (gone) return 'deleted';
  if (verdict?.kind === 'false') return verdict.waitsFor ?? '';
  const cycle = cycles.at(-1);
  return cycle === undefined ? '' : causeText(cycle.cause);
}
