// Fills the times of a recorded story in which nothing was recorded with what the objects of now still tell of them. What is told so is marked
// reconstructed, stands in its place in the order, and repeats nothing that was recorded.

import type { Change, Cycle, Position, Reconstruction } from '@rectrace/trace';
import { isSettled } from '../terminal-standing.ts';
import type { RootStory, Unrecorded } from './root-story.ts';

/** Times of writes and transitions are whole seconds, rounded down. */
const SECOND_MS = 1_000;

/**
 * Puts before what was recorded what was reconstructed of the time before it. Of its cycles only the one that was under way when recording
 * began is told, as the beginning of the first that was recorded: those are numbered already.
 */
export function withPast(story: RootStory, past: Reconstruction): RootStory {
  const first = begunAt(story);
  if (first === undefined) return story;
  const found = foundUnderWay(story.cycles);
  const begun = found === undefined ? undefined : past.cycles.findLast(({ start }) => start.time < first + SECOND_MS);
  const underWay = begun?.state === 'open' ? begun : undefined;
  const older = newIn(story, past.changes).filter(({ type, time }) => type !== 'Event' && time + SECOND_MS <= first);
  const guessed = new Set(past.changes.filter((change) => older.includes(change) || change.id === underWay?.cause.change));
  if (guessed.size === 0) return story;
  const before: Unrecorded = { to: first, told: 'reconstructed', changes: guessed.size };
  const told = inPlace(story, { past, guessed, first });
  const placed = new Set(told.map(({ id }) => id));
  return {
    ...story,
    cycles: underWay === undefined ? story.cycles : story.cycles.map((cycle) => (cycle === found ? begunBy(underWay, cycle) : cycle)),
    changes: [...told, ...story.changes.filter(({ id }) => !placed.has(id))],
    unrecorded: [before, ...(story.unrecorded ?? [])],
  };
}

/** In the order that was reconstructed, with the recorded Events of that time where they belong. */
function inPlace(
  { changes }: RootStory,
  { past, guessed, first }: { readonly past: Reconstruction; readonly guessed: ReadonlySet<Change>; readonly first: number },
): readonly Change[] {
  const events = new Map(changes.filter(({ type, time }) => type === 'Event' && time < first).map((event) => [eventKey(event), event]));
  const since = past.changes.slice(past.changes.findIndex((change) => guessed.has(change)));
  return since.flatMap((change) => {
    const event = change.type === 'Event' ? events.get(eventKey(change)) : undefined;
    if (event !== undefined) return [{ ...event, position: change.position }];
    return guessed.has(change) ? [change] : [];
  });
}

function eventKey({ event, resourceVersion }: Change): string {
  return `${event?.uid} ${resourceVersion}`;
}

/** The cycle of which the recording knows nothing but that it had begun. */
function foundUnderWay([first]: readonly Cycle[]): Cycle | undefined {
  return first?.cause.kind === 'inProgress' ? first : undefined;
}

/** A recorded cycle with the cause and the beginning that were reconstructed of it. */
function begunBy({ start, cause }: Cycle, cycle: Cycle): Cycle {
  return { ...cycle, start, cause, reconstructed: true };
}

/**
 * Puts behind a story what was reconstructed of the time since `from`, and how the root stands now. now: the story reconstructed from the
 * cluster. from: milliseconds since the epoch.
 */
export function withPresent(story: RootStory, { now, from }: { readonly now: RootStory; readonly from: number }): RootStory {
  const last = story.changes.at(-1)?.position ?? { epoch: 0, version: '0', offset: 0 };
  const known = newIn(story, now.changes);
  const told = known
    .filter(({ time }) => time >= from + SECOND_MS)
    .map((change) => ({ ...change, position: behind(last, change.position) }));
  const number = story.cycles.at(-1)?.number ?? 0;
  const cycles = now.cycles
    .filter(({ start }) => start.time >= from + SECOND_MS)
    .map((cycle, index) => ({ ...renumbered(cycle, last), number: number + 1 + index }));
  const isOver = cycles.length > 0 || isSettled(now);
  const recorded = isOver ? endOpenCycle(story.cycles, endSince(now, { from, last })) : story.cycles;
  const since: Unrecorded = { from, to: now.now, told: 'reconstructed', changes: told.length };
  const earlier = (story.unrecorded ?? []).filter((unrecorded) => unrecorded.from !== from);
  return {
    ...now,
    source: `${story.source}, and what the cluster tells of the time since`,
    notes: [...story.notes, ...now.notes],
    cycles: [...recorded, ...cycles],
    changes: [...story.changes, ...told],
    gaps: story.gaps,
    unrecorded: [...earlier, since],
  };
}

/** A cycle that the recording left open is over. end: where something says when; one that was reached then has its own. */
function endOpenCycle(cycles: readonly Cycle[], end: Cycle['end']): readonly Cycle[] {
  const known = end === undefined ? {} : { end };
  return cycles.map((cycle): Cycle => (cycle.state === 'closed' ? cycle : { ...known, ...cycle, state: 'closed' }));
}

/** When what was under way at `from` came to its end, as the objects tell of it now. */
function endSince({ cycles }: RootStory, { from, last }: { readonly from: number; readonly last: Position }): Cycle['end'] {
  const underWay = cycles.findLast(({ start }) => start.time < from + SECOND_MS);
  const end = underWay === undefined ? undefined : renumbered(underWay, last).end;
  return end !== undefined && end.time + SECOND_MS > from ? end : undefined;
}

/** When the first of it was received: what was caught up with later may stand before that. */
function begunAt({ changes }: RootStory): number | undefined {
  return changes.reduce<number | undefined>((earliest, { receivedAt }) => Math.min(earliest ?? receivedAt, receivedAt), undefined);
}

/** Without what was recorded: the same version of the same object, the same write of it, or the same Event. */
function newIn({ changes }: RootStory, told: readonly Change[]): readonly Change[] {
  const known = new Set(changes.flatMap(identitiesOf));
  return told.filter((change) => !identitiesOf(change).some((identity) => known.has(identity)));
}

function identitiesOf({ type, ref, resourceVersion, writer, event, time }: Change): readonly string[] {
  if (event !== undefined) return [`event ${event.uid} ${time}`, `event ${event.uid} ${resourceVersion}`];
  return [
    ...(resourceVersion === '' ? [] : [`version ${ref.uid} ${resourceVersion}`]),
    ...(writer === undefined ? [] : [`write ${ref.uid} ${writer.manager} ${writer.operation} ${writer.subresource} ${writer.time}`]),
    ...(type === 'Creation' || type === 'Deletion' ? [`${type} ${ref.uid}`] : []),
  ];
}

/** Reconstructed positions count from 1. */
function behind(last: Position, { offset }: Position): Position {
  return { ...last, offset: last.offset + offset };
}

function renumbered(cycle: Cycle, last: Position): Cycle {
  const { start, end } = cycle;
  return {
    ...cycle,
    start: { ...start, position: behind(last, start.position) },
    ...(end === undefined ? {} : { end: { ...end, position: behind(last, end.position) } }),
  };
}
