// How late what was written came to the lines of `rectrace watch` and to the statuses of traces. Times in milliseconds.
import type { Write } from './burst-load.ts';
import type { Observation, SeenStatus } from './observation.ts';
import { revisionKey } from './observation.ts';

/** The design's pace of status writes. */
const TRACE_BYTES_PER_MS = (16 * 1024) / 1_000;
const BYTES_PER_MS = (256 * 1024) / 1_000;
const SHORTEST_INTERVAL_MS = 1_000;
/** Under these a status is promised within a time of its own. */
const SMALL_STATUS_BYTES = 24 * 1024;
const SMALL_QUEUE_BYTES = 256 * 1024;

/** From each line of the raw watch to the line of `rectrace watch` that tells the same revision. */
export function lineLags({ revisions, lines }: Pick<Observation, 'revisions' | 'lines'>): readonly number[] {
  const written = new Map(revisions.map((revision) => [revisionKey(revision), revision.at]));
  return lines.flatMap(({ at, key }) => {
    const from = written.get(key);
    return from === undefined ? [] : [Math.max(0, at - from)];
  });
}

/** bytes: of the status that brought the write; queued: of all statuses that were out of date when the write was seen. */
export type StatusLag = { readonly lag: number; readonly bytes: number; readonly queued: number };

/** small: to be there within 1.5 s. The others: within the interval of the design and a second more; beyond is what is above the interval. */
export type StatusLags = { readonly small: readonly number[]; readonly beyond: readonly number[]; readonly unwritten: number };

/** From the raw watch's line of each write to the first status of its trace that has it or what is newer; a trace bears its root's name. */
export function statusLags(writes: readonly Write[], observation: Pick<Observation, 'revisions' | 'statuses'>): StatusLags {
  const lags = measure(writes, observation);
  const written = lags.filter((lag) => lag !== undefined);
  const isSmall = ({ bytes, queued }: StatusLag): boolean => bytes < SMALL_STATUS_BYTES && queued < SMALL_QUEUE_BYTES;
  return {
    small: written.filter(isSmall).map(({ lag }) => lag),
    beyond: written.filter((lag) => !isSmall(lag)).map((lag) => lag.lag - intervalOf(lag)),
    unwritten: lags.length - written.length,
  };
}

function intervalOf({ bytes, queued }: StatusLag): number {
  return Math.max(SHORTEST_INTERVAL_MS, bytes / TRACE_BYTES_PER_MS, queued / BYTES_PER_MS);
}

type Pending = { readonly trace: string; readonly from: number; readonly status: SeenStatus | undefined };

/** Undefined for what no status has brought. */
function measure(
  writes: readonly Write[],
  { revisions, statuses }: Pick<Observation, 'revisions' | 'statuses'>,
): readonly (StatusLag | undefined)[] {
  const seen = new Map(revisions.map((revision) => [revisionKey(revision), revision.at]));
  const byTrace = Map.groupBy(statuses, ({ trace }) => trace);
  const pending = writes.flatMap(({ root, uid, version }): Pending[] => {
    const from = seen.get(`${uid}/${version}`);
    if (from === undefined) return [];
    return [{ trace: root, from, status: byTrace.get(root)?.find(({ newest }) => newest >= Number(version)) }];
  });
  return pending.map(({ trace, from, status }) => {
    if (status === undefined) return undefined;
    const waiting = pending.filter(
      (other) => other.trace !== trace && other.from <= from && (other.status?.at ?? Number.POSITIVE_INFINITY) > from,
    );
    const sizes = new Map(waiting.map((other) => [other.trace, other.status?.bytes ?? 0]));
    const queued = [...sizes.values()].reduce((sum, bytes) => sum + bytes, status.bytes);
    return { lag: Math.max(0, status.at - from), bytes: status.bytes, queued };
  });
}
