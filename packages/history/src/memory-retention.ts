// Carries out on a history in memory what retention.ts decides.

import { formatPosition } from '@rectrace/trace';
import { latestNumber, type MemoryObject, type MemoryRoot, type MemoryRow } from './memory-rows.ts';
import { type MemoryTables, removeRows, settleUntold } from './memory-tables.ts';
import { type Cut, compareText, type Retained, type RootExtent } from './retention.ts';

/** The tables as retention sees them. */
export function retainedTables(tables: MemoryTables): Retained {
  return {
    bytes: () => tables.bytes,
    extents: () => [...tables.roots.values()].map((root) => extentOf(tables, root)),
    changes: (root) => tables.roots.get(root)?.rows.length ?? 0,
    starts: (root) => startsOf(tables.roots.get(root)),
    positionAt: (root, rank) => tables.roots.get(root)?.rows[rank]?.position,
    firstSince: (root, time) => tables.roots.get(root)?.rows.find((row) => row.change.time >= time)?.position,
    cut: (cut) => cutRoot(tables, cut),
    dropBaselines: (atMost) => dropBaselines(tables, atMost),
    dropGaps: ({ keep, since }) => dropGaps(tables, { keep, since }),
  };
}

function extentOf(tables: MemoryTables, root: MemoryRoot): RootExtent {
  const cycles = [...root.cycles.values()].sort((left, right) => left.number - right.number);
  const latest = cycles.at(-1);
  const rootRows = latest === undefined ? undefined : tables.objects.get(latest.root.uid)?.rows;
  const oldest = root.rows[0];
  const newest = root.rows.at(-1);
  return {
    root: root.name,
    starts: startsOf(root),
    ...(oldest === undefined ? {} : { oldest: oldest.position }),
    ...(newest === undefined ? {} : { newest: newest.position }),
    ended:
      latest?.state === 'closed' && (rootRows?.findLast((row) => row.change.event === undefined)?.change.type ?? 'Deletion') === 'Deletion',
  };
}

function startsOf(root: MemoryRoot | undefined): readonly string[] {
  return [...(root?.cycles.values() ?? [])].map((cycle) => formatPosition(cycle.start.position)).sort(compareText);
}

function cutRoot(tables: MemoryTables, { root: name, before: wanted, whole }: Cut): void {
  const root = tables.roots.get(name);
  if (root === undefined || (wanted <= root.cut && !whole)) return;
  const before = wanted > root.cut ? wanted : root.cut;
  root.cut = before;
  dropCycles(tables, { root, before, whole });
  const rows = takeBefore(root, before);
  root.droppedChanges += rows.length;
  for (const row of rows) {
    row.lines -= 1;
    if (row.lines === 0) tables.dropped.changes += 1;
  }
  const objects = new Set(rows.map((row) => row.object));
  if (whole) for (const object of forgetRoot(tables, root)) objects.add(object);
  settleUntold(tables, objects);
}

function takeBefore(root: MemoryRoot, before: string): readonly MemoryRow[] {
  const kept = root.rows.findIndex((row) => row.position >= before);
  return root.rows.splice(0, kept < 0 ? root.rows.length : kept);
}

function dropCycles(
  tables: MemoryTables,
  { root, before, whole }: { readonly root: MemoryRoot; readonly before: string; readonly whole: boolean },
): void {
  const latest = latestNumber(root.cycles);
  for (const cycle of [...root.cycles.values()]) {
    if (formatPosition(cycle.start.position) >= before || (cycle.number === latest && !whole)) continue;
    root.cycles.delete(cycle.number);
    root.droppedCycles += 1;
    tables.dropped.cycles += 1;
  }
}

function forgetRoot(tables: MemoryTables, root: MemoryRoot): readonly MemoryObject[] {
  tables.roots.delete(root.name);
  for (const [place, position] of [...tables.positions]) if (position.root === root.name) tables.positions.delete(place);
  const objects = [...root.members.keys()].flatMap((identity) => tables.objects.get(identity) ?? []);
  for (const object of objects) object.roots.delete(root);
  return objects;
}

function dropBaselines(tables: MemoryTables, atMost: number): number {
  const untold = [...tables.byId.values()].filter((row) => row.lines === 0);
  const gone = untold.sort((left, right) => compareText(left.position, right.position)).slice(0, atMost);
  removeRows(tables, new Set<MemoryRow>(gone));
  tables.dropped.baselines += gone.length;
  return gone.length;
}

function dropGaps(tables: MemoryTables, { keep, since }: { readonly keep: number; readonly since: number }): void {
  const gaps = [...tables.gaps.values()].sort((left, right) => right.receivedAt - left.receivedAt || compareText(right.id, left.id));
  for (const [rank, gap] of gaps.entries()) {
    if (rank < keep && gap.receivedAt >= since) continue;
    tables.gaps.delete(gap.id);
    tables.dropped.gaps += 1;
  }
}
