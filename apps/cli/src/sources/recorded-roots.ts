// The roots of a recording with their state at its end.

import { MemoryHistory, runRecording } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import type { Cycle, RootView, TerminalState } from '@rectrace/trace';
import { knownTime, objectStates, Recorder } from '@rectrace/trace';
import { causeText, flattenTree, terminalReason } from '@rectrace/view';
import { rootSince } from '../live/root-since.ts';
import type { RootState } from '../roots-table.ts';
import { standingOf } from '../terminal-standing.ts';
import { kindsNotRecorded } from './foreign-kinds.ts';
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
  const history = new MemoryHistory();
  const states = objectStates(options.rules);
  const run = runRecording({ messages, fold: recorder, writer: history, clock: options.clock });
  for (const target of targets) run.submit(recorder.addRoot(target));
  await run.done;
  const roots = targets.flatMap((target): readonly RootState[] => {
    const view = recorder.view(target.id);
    if (view?.ref === undefined) return [];
    const latest = [...history.latest({ root: target.id })];
    const bodies = new Map(latest.map(({ ref, body }) => [ref.uid as string, body]));
    const bodyOf = (uid: string): KubeObject | undefined => bodies.get(uid);
    const state = standingOf({ ...view, states, bodyOf });
    const members = membersOf(view, bodyOf);
    const cycle = view.cycles.at(-1);
    const since = view.gone ? goneSince(cycle) : rootSince(bodyOf(view.ref.uid), { state, cycle, members, states });
    return [{ ref: view.ref, state, since, reason: reasonOf(view, state) }];
  });
  const notes = [...scan.notes, ...kindsNotRecorded(options.rules, scan)];
  return { roots, now: scan.last, notes, ...(scan.damage === undefined ? {} : { damage: scan.damage }) };
}

/** A deletion is over when its cycle is. */
function goneSince(cycle: Cycle | undefined): number | undefined {
  return knownTime(cycle?.state === 'open' ? cycle.start : cycle?.end);
}

function membersOf({ tree, ref }: RootView, bodyOf: (uid: string) => KubeObject | undefined): readonly KubeObject[] {
  const nodes = tree === undefined ? [] : flattenTree(tree).filter(({ node }) => !node.gone && node.ref.uid !== ref?.uid);
  return nodes.flatMap(({ node }) => bodyOf(node.ref.uid) ?? []);
}

/** What it waits for, else what caused its latest cycle. */
function reasonOf({ gone, cycles, ref }: RootView, state: TerminalState): string {
  if (gone) return 'deleted';
  if (state.kind !== 'terminal' && state.kind !== 'unknown') return terminalReason(state, ref?.namespace ?? '');
  const cycle = cycles.at(-1);
  return cycle === undefined ? '' : causeText(cycle.cause);
}
