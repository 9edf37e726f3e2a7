// A history with what has happened since it was recorded, as far as the server still tells. Nothing is written: what is caught up with stays in
// memory, so that it can be read beside a recording that runs.

import type { ClusterConnection } from '@rectrace/cluster';
import type { HistoryReader } from '@rectrace/history';
import { keyedRedactor, openRedactionKey, ResumePlaces } from '@rectrace/history';
import type { OwnershipRules, RootTarget, RootView } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { LaterHistory } from './later-history.ts';
import { LiveRecording } from './live-recording.ts';
import { planFollowing } from './plan-following.ts';
import { planResume } from './resume-plan.ts';
import { stateFolder } from './state-folder.ts';

/** reader: the history and what came after it. view: the root as it is now. changes: that came after it, noise and first lists aside. */
export type CaughtUp = {
  readonly reader: HistoryReader;
  readonly view: RootView | undefined;
  readonly changes: number;
};

export type CatchingUp = {
  readonly cluster: ClusterConnection;
  /** The root, and as which one the history knows it. */
  readonly target: LiveTarget;
  readonly root: RootTarget;
  readonly history: HistoryReader;
  readonly rules: OwnershipRules;
};

/** Goes on from where each collection was recorded to, until all have told what they are now. @throws ClusterError, ForbiddenError */
export async function catchUpHistory(invocation: Invocation, { cluster, target, root, history, rules }: CatchingUp): Promise<CaughtUp> {
  const { surroundings, screen } = invocation;
  const { plan: wanted, replan } = await planFollowing(invocation, { cluster, target, rules });
  const places = new ResumePlaces(history, { root: root.id });
  const plan = await planResume(cluster, wanted, { places, signal: surroundings.signal });
  const { key, problem } = openRedactionKey(stateFolder(surroundings.env), surroundings.randomBytes);
  if (problem !== undefined) screen.warn(problem);
  const later = new LaterHistory(history, root.id);
  const recording = await LiveRecording.begin(invocation, {
    cluster,
    plan,
    replan,
    targets: [root],
    rules,
    redact: keyedRedactor(key),
    history: { reader: history, writer: later, file: undefined },
    places,
  });
  await readToNow(recording, surroundings.signal);
  return {
    reader: later.merged(),
    view: recording.view(root.id),
    changes: later.count(),
  };
}

/** What the recorder asks for meanwhile is answered as it reads. @throws what the recording fails with; the reason of an interruption */
async function readToNow(recording: LiveRecording, signal: AbortSignal): Promise<void> {
  const reading = readAll(recording);
  reading.catch(() => undefined);
  const interrupted = Promise.withResolvers<void>();
  const stop = (): void => interrupted.resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([recording.synced, reading, interrupted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    await recording.end();
  }
  await reading;
  signal.throwIfAborted();
}

async function readAll(recording: LiveRecording): Promise<void> {
  const all = recording.recorded();
  for (let next = await all.next(); next.done !== true; next = await all.next());
}
