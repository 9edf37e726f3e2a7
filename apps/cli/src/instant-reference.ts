// R of `diff --from R --to R`: a moment of a root's story, as a position in its order of changes.

import type { Position } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';
import { chooseCycle, cycleNumber } from './choose-cycle.ts';
import { NotFoundError, UsageError } from './errors.ts';
import type { RootStory } from './sources/root-story.ts';
import { readInstant } from './time-reference.ts';

/**
 * through: the last change that counts; undefined = before all of them. text: how to call it. unsure: so many changes behind it may count, too:
 * nobody saw when they were. remark: what the user should know of the choice.
 */
export type Moment = { readonly through: Position | undefined; readonly text: string; readonly unsure?: number; readonly remark?: string };

/** Looks at a reference before anything is read for it. now: milliseconds since the epoch. @throws UsageError */
export function checkMoment(reference: string, { now, zone }: { readonly now: number; readonly zone: string }): void {
  if (reference === 'now' || reference === 'last-terminal' || /^#?\d+$/.test(reference)) return;
  if (reference.startsWith('cycle:')) cycleNumber(reference);
  else instantOf(reference, { now, zone });
}

function instantOf(reference: string, around: { readonly now: number; readonly zone: string }): number {
  const instant = readInstant(reference, around);
  if (instant !== undefined) return instant;
  throw new UsageError(`'${reference}' is no moment`, { hint: 'write a revision, #N, a time, -10m, last-terminal, cycle:N or now' });
}

/** side: which side of a cycle 'cycle:N' means: before it (from) or after it (to). @throws UsageError, NotFoundError */
export function momentOf(
  reference: string,
  story: RootStory,
  { side, zone }: { readonly side: 'from' | 'to'; readonly zone: string },
): Moment {
  if (reference === 'now') return { through: story.changes.at(-1)?.position, text: 'now' };
  if (reference === 'last-terminal') return lastTerminal(story);
  if (reference.startsWith('cycle:')) return atCycle(reference, story, side);
  if (/^#?\d+$/.test(reference)) return atRevision(reference, story);
  return atInstant(instantOf(reference, { now: story.now, zone }), { story, text: reference });
}

/** Changes count from when they were written. What stands before one that counts does, too; what a first list found tells of no later time. */
function atInstant(instant: number, { story, text }: { readonly story: RootStory; readonly text: string }): Moment {
  const revisions = story.changes.filter(({ type }) => type !== 'Event');
  const last = revisions.findLastIndex(({ time, noEarlier }) => time <= instant && noEarlier !== true);
  const later = revisions.slice(last + 1).filter(({ type }) => type !== 'Present');
  const next = later.findIndex(({ time, noLater }) => time > instant && noLater !== true);
  const unsure = next < 0 ? later.length : next;
  return { through: revisions[last]?.position, text, ...(unsure === 0 ? {} : { unsure }) };
}

/** The end of the latest cycle that has one; before any change where none has. */
function lastTerminal({ cycles, changes }: RootStory): Moment {
  const ended = cycles.findLast(({ end }) => end !== undefined);
  if (ended?.end !== undefined) return { through: ended.end.position, text: `the end of cycle ${ended.number}` };
  const first = cycles[0];
  const text = 'the start';
  if (first === undefined) return { through: undefined, text, remark: 'no cycle is known: compared with the start of what is known' };
  return {
    through: before(first.start.position, changes),
    text,
    remark: `no cycle has ended yet: compared with the time before cycle ${first.number}`,
  };
}

function atCycle(reference: string, { cycles, changes }: RootStory, side: 'from' | 'to'): Moment {
  const cycle = chooseCycle(cycles, reference);
  if (side === 'from') return { through: before(cycle.start.position, changes), text: `before cycle ${cycle.number}` };
  return {
    through: cycle.end?.position ?? changes.at(-1)?.position,
    text: cycle.end === undefined ? `cycle ${cycle.number} so far` : `the end of cycle ${cycle.number}`,
  };
}

/** '#3' is the root's third revision; a bare number a resourceVersion of anything in the tree. */
function atRevision(reference: string, { changes, ref }: RootStory): Moment {
  if (!reference.startsWith('#')) {
    const found = changes.findLast(({ resourceVersion, type }) => resourceVersion === reference && type !== 'Event');
    if (found === undefined) throw new NotFoundError(`there is no revision ${reference}`, { hint: '`rectrace history` lists them' });
    return { through: found.position, text: `revision ${reference}` };
  }
  const revisions = changes.filter((change) => change.ref.uid === ref.uid && change.type !== 'Event');
  const found = revisions[Number(reference.slice(1)) - 1];
  if (found === undefined) throw new NotFoundError(`there is no revision ${reference}`, { hint: `there are ${revisions.length}` });
  return { through: found.position, text: `revision ${reference}` };
}

function before(position: Position, changes: RootStory['changes']): Position | undefined {
  return changes.findLast((change) => comparePositions(change.position, position) < 0)?.position;
}
