// What a server has acknowledged against what a history holds.

import { compareResourceVersions } from '@rectrace/kube';
import type { Gap } from '@rectrace/trace';
import type { HistoryReader } from '../history-reader.ts';

/** A write that the server answered 2xx; deleted: its deletion, told at that version. */
export type Acked = { readonly uid: string; readonly resourceVersion: string; readonly scope: string; readonly deleted: boolean };

/** missing: neither recorded nor in a gap, the first few by name. doubled: recorded more than once. */
export type Comparison = {
  readonly acked: number;
  readonly recorded: number;
  readonly inGaps: number;
  readonly missing: number;
  readonly doubled: number;
  readonly examples: readonly string[];
};

export function compareRecorded(
  acked: readonly Acked[],
  { reader, root }: { readonly reader: HistoryReader; readonly root: string },
): Comparison {
  const counts = new Map<string, number>();
  for (const { ref, type, resourceVersion } of reader.changes({ root, withoutBodies: true })) {
    const key = keyOf({ uid: ref.uid, resourceVersion, deleted: type === 'Deletion' });
    if (type !== 'Event') counts.set(key, (counts.get(key) ?? 0) + 1);
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
    examples: [...missing.map(keyOf), ...doubled].slice(0, 5),
  };
}

/** A deletion is one thing whatever version it is told at. */
function keyOf({ uid, resourceVersion, deleted }: Pick<Acked, 'uid' | 'resourceVersion' | 'deleted'>): string {
  return `${uid}/${deleted ? 'deleted' : resourceVersion}`;
}

function covers({ scope, from, to, ref }: Gap, write: Acked): boolean {
  if (ref !== undefined && ref.uid !== write.uid) return false;
  const after = compareResourceVersions(write.resourceVersion, from) !== 'less';
  return scope === write.scope && after && compareResourceVersions(write.resourceVersion, to) !== 'greater';
}
