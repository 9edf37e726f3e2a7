// Reads a recording until something ends it: a settled root, a timeout, a signal.

import { keyOfRoot } from '@rectrace/history';
import type { Cycle, ObjectStates, Recorded, RootView } from '@rectrace/trace';
import { reconstruct } from '@rectrace/trace';
import { cycleCause, homeOf, plainText, waitingChains, waitingLines } from '@rectrace/view';
import type { Invocation } from '../command-definition.ts';
import type { Screen } from '../printers/screen.ts';
import { isSettled, standingOf, storyStateText } from '../terminal-standing.ts';
import type { Followed } from './follow-root.ts';
import { hasComeOnce } from './has-come.ts';
import type { LiveRecording } from './live-recording.ts';
import { membersBelow } from './members-below.ts';
import type { Ending } from './until-terminal.ts';
import { afterTime } from './until-terminal.ts';

const MOST_CHAINS = 3;

export type Following = {
  readonly invocation: Invocation;
  readonly until: boolean;
  readonly timeoutMs: number | undefined;
  tell(recorded: Recorded): void;
};

/** Follows until something ends it; the recording is committed and closed then. @throws what the recording fails with */
export async function follow(followed: Followed, { invocation, until, timeoutMs, tell }: Following): Promise<Ending> {
  const { recording, root } = followed;
  const hasCome = hasComeOnce(followed.isThere);
  const { clock, signal } = invocation.surroundings;
  const over = new AbortController();
  const timer = afterTime(timeoutMs, { clock, signal: over.signal });
  timer.catch(() => undefined);
  const reading = read(followed, {
    tell,
    settled: until && root !== undefined ? () => hasCome(recording.view(root.id)) && isAtRest(followed) : () => false,
    invocation,
  });
  reading.catch(() => undefined);
  try {
    return await Promise.race([timer, reading, interrupted(signal)]);
  } finally {
    over.abort();
    await recording.end();
  }
}

type Reading = { tell(recorded: Recorded): void; settled(): boolean; readonly invocation: Invocation };

/** Tells everything; once all is listed it says how the root stands. Resolves when it is settled. */
async function read(followed: Followed, { tell, settled, invocation }: Reading): Promise<Ending> {
  const { recording } = followed;
  const first = recording.synced.then(() => {
    sayState(followed, invocation);
    return settled();
  });
  const rest = tellAll(followed, { tell, settled, synced: first });
  if (await Promise.race([first, rest.then(() => true)])) return { kind: 'terminal' };
  await rest;
  return { kind: 'terminal' };
}

async function tellAll(
  { recording }: Followed,
  { tell, settled, synced }: Omit<Reading, 'invocation'> & { readonly synced: Promise<boolean> },
): Promise<void> {
  let listed = false;
  void synced.then(() => {
    listed = true;
  });
  for await (const recorded of recording.recorded()) {
    tell(recorded);
    if (listed && settled()) return;
  }
}

function isAtRest({ recording, root, states }: Followed): boolean {
  const view = root === undefined ? undefined : recording.view(root.id);
  return view !== undefined && isSettled({ ...view, states, bodyOf: (uid) => recording.body(uid) });
}

function interrupted(signal: AbortSignal): Promise<Ending> {
  if (signal.aborted) return Promise.resolve({ kind: 'interrupted' });
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'interrupted' }), { once: true });
  });
}

function sayState(followed: Followed, { flags, screen, surroundings }: Invocation): void {
  const { recording, root, states } = followed;
  const view = root === undefined ? undefined : recording.view(root.id);
  const zone = flags.switch('utc') ? 'UTC' : surroundings.timeZone;
  screen.remark(`following ${recording.collections} collections${keptText(followed)}; times in ${zone}`);
  if (recording.caughtUp > 0) screen.remark(`${recording.caughtUp} changes from before were caught up with: rectrace timeline shows them`);
  if (root === undefined) return;
  if (view?.ref === undefined) screen.remark(`${keyOfRoot(root.id)}: not there yet`);
  else {
    screen.remark(
      `${keyOfRoot(root.id)}: ${view.gone ? 'deleted' : storyStateText({ ...view, states, bodyOf: (uid) => recording.body(uid) })}${openCycle(view, { recording, states })}`,
    );
    sayWaiting(view, { recording, states, screen });
  }
}

/** A namespace is recorded into its file alone. */
function keptText({ root, history: { file }, isWritten }: Followed): string {
  if (root === undefined || (file === undefined && isWritten)) return '';
  return file === undefined ? ', nothing is kept' : `, kept in ${file}`;
}

type Bodies = { readonly recording: LiveRecording; readonly states: ObjectStates };

/** What was under way already when following began has the cause that the objects tell of it. */
function openCycle(view: RootView, { recording, states }: Bodies): string {
  const cycle = view.cycles.at(-1);
  if (cycle === undefined || cycle.state !== 'open') return '';
  const begun = cycle.cause.kind === 'inProgress' ? underWayIn(view, { recording, states }) : undefined;
  return `; cycle ${cycle.number} is open: ${begun === undefined ? cycleCause(cycle) : `${cycleCause(begun)} [reconstructed]`}`;
}

function underWayIn({ target, ref, tree }: RootView, { recording, states }: Bodies): Cycle | undefined {
  const root = ref === undefined ? undefined : recording.body(ref.uid);
  if (root === undefined) return undefined;
  const members = membersBelow(tree, (uid) => recording.body(uid));
  const last = reconstruct({ root, members, events: [], states, evaluate: target.evaluate }).cycles.at(-1);
  return last?.state === 'open' ? last : undefined;
}

/** What a root that is not terminal waits for, at most so many chains of it. */
function sayWaiting(
  view: RootView,
  { recording, states, screen }: { readonly recording: LiveRecording; readonly states: ObjectStates; readonly screen: Screen },
): void {
  const { ref, tree, gone } = view;
  const bodyOf = (uid: string): ReturnType<typeof recording.body> => recording.body(uid);
  if (ref === undefined || tree === undefined || gone || standingOf({ ...view, states, bodyOf }).kind === 'terminal') return;
  const chains = waitingChains(tree, { states, bodyOf, eventOf: () => undefined });
  for (const line of waitingLines(chains.slice(0, MOST_CHAINS), { home: homeOf(ref) })) screen.remark(plainText(line));
  if (chains.length > MOST_CHAINS) screen.remark(`  and ${chains.length - MOST_CHAINS} more: rectrace tree shows them`);
}
