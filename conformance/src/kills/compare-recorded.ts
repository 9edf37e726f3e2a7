// What a server has acknowledged against what a history holds.

import type { HistoryReader } from '@rectrace/history';
import { compareResourceVersions } from '@rectrace/kube';
import type { Gap } from '@rectrace/trace';

/**
 * A write that the server answered 2xx with this version. A deletion may be answered without one: then its version lies after `resourceVersion`
 * and before `until`.
 */
export type Acked = {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly until?: string;
  readonly scope: string;
  readonly deleted: boolean;
};

/**
 * missing: neither recorded nor in a gap. doubled: recorded more than once. invented: recorded as news though nobody wrote it. The first
 * few of each by name.
 */
export type Comparison = {
  readonly acked: number;
  readonly recorded: number;
  readonly inGaps: number;
  readonly missing: number;
  readonly doubled: number;
  readonly invented: number;
  readonly examples: readonly string[];
};

export function compareRecorded(
  acked: readonly Acked[],
  { reader, root }: { readonly reader: HistoryReader; readonly root: string },
): Comparison {
  const written = new Set(acked.map(keyOf));
  const counts = new Map<string, number>();
  const invented = new Set<string>();
  for (const { ref, type, resourceVersion } of reader.changes({ root, withoutBodies: true })) {
    if (type === 'Event') continue;
    const key = keyOf({ uid: ref.uid, resourceVersion, deleted: type === 'Deletion' });
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (type !== 'Present' && !written.has(key)) invented.add(key);
  }
  const gaps = reader.gaps();
  const absent = acked.filter((write) => !counts.has(keyOf(write)));
  const missing = absent.filter((write) => !gaps.some((gap) => covers(gap, write)));
  const doubled = [...counts].filter(([, count]) => count > 1).map(([key]) => key);
  return {
    acked: acked.length,
    recorded: acked.length - absent.length,
    inGaps: absent.length - missing.length,
    missing: missing.length,
    doubled: doubled.length,
    invented: invented.size,
    examples: [
      ...missing.slice(0, 5).map((write) => `missing ${keyOf(write)}`),
      ...doubled.slice(0, 5).map((key) => `doubled ${key}`),
      ...[...invented].slice(0, 5).map((key) => `invented ${key}`),
    ],
  };
}

/** A deletion is one thing whatever version it is told at. */
function keyOf({ uid, resourceVersion, deleted }: Pick<Acked, 'uid' | 'resourceVersion' | 'deleted'>): string {
  return `${uid}/${deleted ? 'deleted' : resourceVersion}`;
}

/** A gap is what lies after its first version, up to and with its last. */
function covers({ scope, from, to, ref }: Gap, { uid, resourceVersion, until, scope: written }: Acked): boolean {
  if (scope !== written || (ref !== undefined && ref.uid !== uid)) return false;
  const order = compareResourceVersions(resourceVersion, from);
  const after = order === 'greater' || (until !== undefined && order === 'equal');
  return after && compareResourceVersions(until ?? resourceVersion, to) !== 'greater';
}
