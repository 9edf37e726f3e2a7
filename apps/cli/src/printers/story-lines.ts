// A story as the lines a watcher would have seen: changes in their order with the turns of cycles and gaps between them.

import type { Change, Cycle, CycleRequest, Gap, Position } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';
import type { ChangeLineOptions, Line } from '@rectrace/view';
import { changeLines, cycleTurnLines, gapLines, latestShown, omittedRequestsLines } from '@rectrace/view';

/** changes: all of the root, oldest first; cycles turn where they turned, also where the change that did it is not shown. */
export type ToldStory = { readonly changes: readonly Change[]; readonly cycles: readonly Cycle[]; readonly gaps: readonly Gap[] };

/** rank: before (0), at (1) or after (2) the changes of that position. lines: latest is the latest time shown above it. */
type Moment = {
  readonly position: Position;
  readonly time: number;
  readonly rank: 0 | 1 | 2;
  readonly change?: Change;
  lines(latest: number): readonly Line[];
};

/** Lines of what `shows` lets through, and of every turn of a cycle and every gap; of these only from `since` on (milliseconds since the epoch). */
export function storyLines(
  { changes, cycles, gaps }: ToldStory,
  { shows, since = 0, ...options }: ChangeLineOptions & { shows(change: Change): boolean; readonly since?: number },
): readonly Line[] {
  const positions = new Map(changes.map(({ id, position }) => [id, position]));
  const moments = [
    ...changes.filter(shows).map((change) => momentOf(change, options)),
    ...cycles.flatMap((cycle) => turnsOf(cycle, { options, positions })).filter(({ time }) => time >= since),
  ].sort((left, right) => comparePositions(left.position, right.position) || left.rank - right.rank);
  const lines: Line[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  const waiting = gaps.filter(({ receivedAt }) => receivedAt >= since).sort((left, right) => left.receivedAt - right.receivedAt);
  for (const moment of moments) {
    while (waiting[0] !== undefined && waiting[0].receivedAt < moment.time) lines.push(...gapLines(waiting.shift() ?? waiting[0], options));
    for (const line of moment.lines(latest)) lines.push(line);
    if (moment.change !== undefined) latest = latestShown(moment.change, latest);
  }
  return [...lines, ...waiting.flatMap((gap) => gapLines(gap, options))];
}

function momentOf(change: Change, options: ChangeLineOptions): Moment {
  const { position, time } = change;
  return { position, time, rank: 1, change, lines: (latest) => changeLines(change, { ...options, latest }) };
}

type Context = { readonly options: ChangeLineOptions; readonly positions: ReadonlyMap<string, Position> };

function turnsOf(cycle: Cycle, { options, positions }: Context): readonly Moment[] {
  const opened: Moment = { ...cycle.start, rank: 0, lines: () => cycleTurnLines(cycle, { ...options, turn: 'opened' }) };
  const asked = cycle.requests.map((request) => requestMoment(cycle, { request, options, positions }));
  const requests = [...asked.slice(0, 1), ...omittedMoments(cycle, { next: asked[1], options }), ...asked.slice(1)];
  if (cycle.end === undefined) return [opened, ...requests];
  return [opened, ...requests, { ...cycle.end, rank: 2, lines: () => cycleTurnLines(cycle, { ...options, turn: 'closed' }) }];
}

/** Told before the next request that is kept. */
function omittedMoments(
  cycle: Cycle,
  { next, options }: { readonly next: Moment | undefined; readonly options: ChangeLineOptions },
): readonly Moment[] {
  return next === undefined ? [] : [{ ...next, lines: () => omittedRequestsLines(cycle, { ...options, at: next.time }) }];
}

function requestMoment(cycle: Cycle, { request, options, positions }: Context & { readonly request: CycleRequest }): Moment {
  return {
    position: positions.get(request.change) ?? cycle.start.position,
    time: request.time,
    rank: 0,
    lines: () => cycleTurnLines({ ...cycle, requests: [request] }, { ...options, turn: 'requested' }),
  };
}
