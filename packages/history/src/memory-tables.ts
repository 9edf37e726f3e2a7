// The tables of a history in memory, and how a membership and a change enter them.

import { identityOf } from '@rectrace/kube';
import type { Change, Membership } from '@rectrace/trace';
import { revised } from './change-identity.ts';
import type { RecordedGap, RecordedPosition, RecordedSpan } from './history-writer.ts';
import { insertInOrder, type MemoryObject, type MemoryRoot, type MemoryRow, MemoryRows } from './memory-rows.ts';
import { MOST_SPANS, NO_ROOT } from './retention.ts';

export type MemoryTables = {
  readonly rows: MemoryRows;
  readonly byId: Map<string, MemoryRow>;
  readonly objects: Map<string, MemoryObject>;
  readonly roots: Map<string, MemoryRoot>;
  readonly gaps: Map<string, RecordedGap>;
  /** By collection and root. */
  readonly positions: Map<string, RecordedPosition>;
  /** By root, oldest first. */
  readonly spans: Map<string, RecordedSpan[]>;
  /** Changes of the commit under way that no root tells, by id, with their object. */
  readonly untold: Map<string, MemoryObject>;
  /** Of all rows, approximately. */
  bytes: number;
  epoch: number;
  readonly dropped: { changes: number; cycles: number; gaps: number; baselines: number };
};

const CACHE_BYTES = 8 * 1024 * 1024;

export function createTables(): MemoryTables {
  return {
    rows: new MemoryRows(CACHE_BYTES),
    byId: new Map(),
    objects: new Map(),
    roots: new Map(),
    gaps: new Map(),
    positions: new Map(),
    spans: new Map(),
    untold: new Map(),
    bytes: 0,
    epoch: 0,
    dropped: { changes: 0, cycles: 0, gaps: 0, baselines: 0 },
  };
}

/** The root of this name, entered where it is new. */
export function rootOf(tables: MemoryTables, name: string): MemoryRoot {
  const known = tables.roots.get(name);
  if (known !== undefined) return known;
  const root: MemoryRoot = { name, cut: '', rows: [], cycles: new Map(), members: new Map(), droppedChanges: 0, droppedCycles: 0 };
  tables.roots.set(name, root);
  return root;
}

/** An object becomes part of a root's timeline, with all revisions kept of it. */
export function joinRoot(tables: MemoryTables, member: Membership): void {
  const root = rootOf(tables, member.root);
  const object = objectOf(tables, member.ref);
  if (root.members.has(object.identity)) return;
  root.members.set(object.identity, member);
  if (object.roots.size === 0) unlink(rootOf(tables, NO_ROOT), object);
  object.roots.add(root);
  for (const row of object.rows) linkRow(root, row);
}

/** A change is kept; of one that is known already, what is new of it. */
export function keepChange(tables: MemoryTables, change: Change): void {
  const known = tables.byId.get(change.id);
  const kept = known === undefined ? change : revised(change, tables.rows.read(known));
  if (kept === undefined) return;
  if (known !== undefined) removeRows(tables, new Set([known]));
  const object = objectOf(tables, kept.ref);
  const row = tables.rows.create(kept, object);
  tables.byId.set(kept.id, row);
  tables.bytes += row.bytes;
  tables.epoch = Math.max(tables.epoch, kept.position.epoch);
  const roots = object.roots.size === 0 ? [rootOf(tables, NO_ROOT)] : object.roots;
  for (const root of roots) linkRow(root, row);
  if (row.lines === 0) tables.untold.set(kept.id, object);
}

/** A span is kept or grows; of those of a root the newest stay. */
export function keepSpan({ spans }: MemoryTables, span: RecordedSpan): void {
  const others = (spans.get(span.root) ?? []).filter(({ from }) => from !== span.from);
  const ordered = [...others, span].sort((left, right) => left.from - right.from);
  spans.set(span.root, ordered.slice(-MOST_SPANS));
}

/** Counts and settles the changes that turned out older than all that is kept of their roots. */
export function settleLate(tables: MemoryTables): void {
  tables.dropped.changes += tables.untold.size;
  settleUntold(tables, new Set(tables.untold.values()));
  tables.untold.clear();
}

/** Of the changes that no root tells any more only the newest state of each living member stays; objects without any are forgotten. */
export function settleUntold(tables: MemoryTables, objects: ReadonlySet<MemoryObject>): void {
  removeRows(tables, new Set([...objects].flatMap(outlived)));
  for (const object of objects) if (object.rows.length === 0) forgetObject(tables, object);
}

function outlived(object: MemoryObject): readonly MemoryRow[] {
  const untold = object.rows.filter((row) => row.lines === 0);
  const newest = object.roots.size === 0 ? undefined : untold.findLast((row) => row.change.event === undefined);
  return untold.filter((row) => row !== newest || row.change.type === 'Deletion');
}

/** Takes rows out of every table. */
export function removeRows(tables: MemoryTables, rows: ReadonlySet<MemoryRow>): void {
  tables.bytes += tables.rows.remove(rows);
  for (const row of rows) {
    tables.byId.delete(row.change.id);
    tables.bytes -= row.bytes;
    const roots = row.lines > 0 ? [...row.object.roots, rootOf(tables, NO_ROOT)] : [];
    for (const root of roots) root.rows = root.rows.filter((other) => other !== row);
  }
}

function forgetObject(tables: MemoryTables, object: MemoryObject): void {
  tables.objects.delete(object.identity);
  for (const root of object.roots) root.members.delete(object.identity);
}

function objectOf(tables: MemoryTables, ref: MemoryObject['ref']): MemoryObject {
  const identity = identityOf(ref);
  const known = tables.objects.get(identity);
  if (known !== undefined) return known;
  const object: MemoryObject = { identity, ref, roots: new Set(), rows: [], previous: new Map() };
  tables.objects.set(identity, object);
  return object;
}

function linkRow(root: MemoryRoot, row: MemoryRow): void {
  if (row.position < root.cut) return;
  insertInOrder(root.rows, row);
  row.lines += 1;
}

function unlink(root: MemoryRoot, object: MemoryObject): void {
  if (object.rows.length === 0) return;
  root.rows = root.rows.filter((row) => row.object !== object);
  for (const row of object.rows) if (row.lines > 0) row.lines -= 1;
}
