// What nobody saw happen was over by the time of whatever came after it: versions say in which order, and some of those times are known.

import type { Change, Cycle, ToldTime } from '@rectrace/trace';
import { formatPosition } from '@rectrace/trace';

type Told = { readonly changes: readonly Change[]; readonly cycles: readonly Cycle[] };

/**
 * Draws each time that is only known as a latest possible one forward to the earliest that is known of a later version, for changes and for what
 * they turned in cycles. changes: in order.
 */
export function withBoundedTimes<Story extends Told>(story: Story): Story {
  const changes = bounded(story.changes);
  const moved = changes.filter((change, index) => change !== story.changes[index]);
  if (moved.length === 0) return story;
  const byId = new Map(moved.map(({ id, time }) => [id, time]));
  const byPlace = new Map(moved.map(({ position, time }) => [formatPosition(position), time]));
  return { ...story, changes, cycles: story.cycles.map((cycle) => boundedCycle(cycle, { byId, byPlace })) };
}

/** In the other domains' versions, and in Events, nothing says what came after. */
function bounded(changes: readonly Change[]): readonly Change[] {
  let bound = Number.POSITIVE_INFINITY;
  const newestFirst = changes.toReversed().map((change) => {
    const { type, time, noLater, noEarlier, position } = change;
    if (type === 'Event' || position.offset !== 0 || noEarlier === true) return change;
    if (noLater === true) return bound < time ? { ...change, time: bound } : change;
    bound = Math.min(bound, time);
    return change;
  });
  return newestFirst.reverse();
}

type Moved = { readonly byId: ReadonlyMap<string, number>; readonly byPlace: ReadonlyMap<string, number> };

function boundedCycle(cycle: Cycle, { byId, byPlace }: Moved): Cycle {
  const { start, end, requests } = cycle;
  const at = <Instant extends Cycle['start']>(instant: Instant): Instant => drawn(instant, byPlace.get(formatPosition(instant.position)));
  return {
    ...cycle,
    start: at(start),
    requests: requests.map((request) => drawn(request, byId.get(request.change))),
    ...(end === undefined ? {} : { end: at(end) }),
  };
}

function drawn<Instant extends ToldTime>(instant: Instant, time: number | undefined): Instant {
  return time === undefined || instant.noLater !== true ? instant : { ...instant, time: Math.min(instant.time, time) };
}
