// A watch from the place: each message told in order, nothing older than the place told again.

import type { KubeObject, WatchMessage } from '@rectrace/kube';
import { asUid, compareResourceVersions, refOf } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { classifyError, classifyStatus } from './failure.ts';
import type { NextMessage } from './guarded-watch.ts';
import { GuardedWatch } from './guarded-watch.ts';
import { holdLate } from './hold-late.ts';
import { momentOf, mostSince } from './moment.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { Outcome } from './reflector-state.ts';

/** A watch that goes on after so long tells late what happened meanwhile, milliseconds. */
const LATE_MS = 2_000;

/**
 * A watch from the place. verify: the newest version is asked for first; below the place, the server's history is not the one we know. After a
 * break it is asked for as well: what the watch tells up to there happened before it began.
 */
export async function* runCheckedWatch(context: ReflectorContext, verify: boolean): AsyncGenerator<RecorderMessage, Outcome> {
  const { known, clock } = context;
  const late = mostSince(known.currentAt, clock) > LATE_MS;
  const newest = verify || late ? await newestVersion(context) : undefined;
  if (newest === undefined) return yield* runWatch(context);
  if (compareResourceVersions(newest, known.place) === 'less') return { kind: 'behind', version: newest };
  return yield* late ? holdLate(runWatch(context, { lateUntil: newest }), context) : runWatch(context);
}

async function newestVersion({ source, query, signal }: ReflectorContext): Promise<string | undefined> {
  for await (const page of source.list(query, { from: { kind: 'consistent' }, limit: 1, signal })) return page.resourceVersion;
  return undefined;
}

/**
 * confirmed: a version whose list showed nothing new; the place moves there if a fresh watch from the old place agrees. lateUntil: what is told
 * up to this version happened before the watch began.
 */
export async function* runWatch(
  context: ReflectorContext,
  { confirmed, lateUntil }: { readonly confirmed?: string; readonly lateUntil?: string } = {},
): AsyncGenerator<RecorderMessage, Outcome> {
  const { source, query, clock, known, signal } = context;
  const openedAt = clock.elapsed();
  await using watch = new GuardedWatch({ source, query, from: known.place, timeoutSeconds: timeoutOf(context), clock, signal });
  const progress: Progress = { made: false, awaiting: confirmed };
  try {
    for (;;) {
      const next = await watch.next(silenceOf(context, progress));
      const end = endOf(next, { context, progress, openedAt });
      if (end !== undefined) return end;
      const messages = next.kind === 'message' ? tell(next.message, { context, lateUntil }) : confirmPlace(progress.awaiting, context);
      progress.awaiting = undefined;
      progress.made ||= messages.length > 0;
      yield* messages;
    }
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', failure: classifyError(error), progressed: progress.made };
  }
}

type Progress = { made: boolean; awaiting: string | undefined };
type Ending = { readonly context: ReflectorContext; readonly progress: Progress; readonly openedAt: number };

function timeoutOf({ timings: { watchSeconds }, random }: ReflectorContext): number {
  return watchSeconds.min + (watchSeconds.max - watchSeconds.min) * random();
}

function silenceOf({ timings, counters }: ReflectorContext, { awaiting }: Progress): number {
  if (awaiting !== undefined) return timings.graceMs;
  return counters.bookmarks === 0 && counters.silences > 0 ? timings.silenceWithoutBookmarksMs : timings.silenceMs;
}

/** What ends the watch; undefined where it goes on. */
function endOf(next: NextMessage, { context, progress, openedAt }: Ending): Outcome | undefined {
  switch (next.kind) {
    case 'closed':
      context.known.currentAt = momentOf(context.clock);
      return { kind: 'closed', progressed: progress.made, livedMs: context.clock.elapsed() - openedAt };
    case 'silent':
      if (progress.awaiting !== undefined) return undefined;
      context.counters.silences += 1;
      return { kind: 'silent', bookmarks: context.counters.bookmarks > 0 };
    case 'message': {
      const { message } = next;
      return message.kind === 'Failure'
        ? { kind: 'failed', failure: classifyStatus(message.status), progressed: progress.made }
        : undefined;
    }
  }
}

type Telling = { readonly context: ReflectorContext; readonly lateUntil: string | undefined };

function tell(message: WatchMessage, telling: Telling): readonly RecorderMessage[] {
  const { counters, known, clock } = telling.context;
  counters.lastMessageAt = message.receivedAt;
  known.currentAt = { now: message.receivedAt, elapsed: clock.elapsed() };
  const told = tellMessage(message, telling);
  counters.place = known.place;
  return told;
}

function tellMessage(message: WatchMessage, telling: Telling): readonly RecorderMessage[] {
  const { scope, known, counters } = telling.context;
  switch (message.kind) {
    case 'Failure':
      return [];
    case 'Bookmark':
      counters.bookmarks += 1;
      return known.advance(message.resourceVersion)
        ? [{ kind: 'Bookmark', scope, resourceVersion: message.resourceVersion, receivedAt: message.receivedAt }]
        : [];
    case 'Added':
    case 'Modified':
    case 'Deleted': {
      // Within one watch versions only rise: what does not is a replay.
      if (known.advance(message.object.metadata.resourceVersion ?? '')) return tellObject(message, telling);
      counters.droppedOlder += 1;
      return [];
    }
  }
}

function tellObject(
  message: WatchMessage & { readonly kind: 'Added' | 'Modified' | 'Deleted' },
  { context: { scope, known }, lateUntil }: Telling,
): readonly RecorderMessage[] {
  const { object, receivedAt } = message;
  const by = isUpTo(object, lateUntil) ? 'lateWatch' : 'watch';
  const observed: RecorderMessage = { kind: 'Observed', type: message.kind, scope, object, by, receivedAt };
  const standing = known.standing(object);
  if (message.kind === 'Deleted') {
    if (standing.kind !== 'replaced') known.remove(object.metadata);
    return [observed];
  }
  known.put(object);
  if (standing.kind !== 'replaced') return [observed];
  const { uid, resourceVersion: after } = standing.known;
  const before = object.metadata.resourceVersion ?? '';
  return [{ kind: 'Vanished', scope, ref: { ...refOf(object), uid: asUid(uid) }, after, before, receivedAt }, observed];
}

function isUpTo({ metadata: { resourceVersion = '' } }: KubeObject, version: string | undefined): boolean {
  if (version === undefined) return false;
  const order = compareResourceVersions(resourceVersion, version);
  return order === 'less' || order === 'equal';
}

function confirmPlace(version: string | undefined, { scope, clock, known, counters }: ReflectorContext): readonly RecorderMessage[] {
  if (version === undefined || !known.advance(version)) return [];
  counters.place = known.place;
  return [{ kind: 'Bookmark', scope, resourceVersion: version, receivedAt: clock.now() }];
}
