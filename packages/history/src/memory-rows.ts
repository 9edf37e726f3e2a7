// The rows of a history in memory: changes with compressed bodies, linked to their object and to the roots they belong to.

import { formatJson, type KubeObject, type ObjectRef, parseJson } from '@rectrace/kube';
import { type Change, type Cycle, formatPosition, type Membership } from '@rectrace/trace';
import { compress, decompress, encodeBody } from './body-codec.ts';
import { ownBuffer } from './own-buffer.ts';
import { compareText } from './retention.ts';
import { TextCache } from './text-cache.ts';

export type MemoryRow = {
  readonly change: Change;
  readonly position: string;
  readonly sequence: number;
  readonly object: MemoryObject;
  /** How many roots tell this change; 0 = kept only as the last known state of its object. */
  lines: number;
  blob?: Buffer | undefined;
  link: number;
  base?: MemoryRow | undefined;
  readonly dependents: Set<MemoryRow>;
  bytes: number;
};

/** previous: the newest row with a body, of the object and of the Events about it. rows are in order. */
export type MemoryObject = {
  readonly identity: string;
  readonly ref: ObjectRef;
  readonly roots: Set<MemoryRoot>;
  rows: MemoryRow[];
  readonly previous: Map<'object' | 'event', MemoryRow>;
};

/** Rows before cut are dropped. rows are in order. */
export type MemoryRoot = {
  readonly name: string;
  cut: string;
  rows: MemoryRow[];
  readonly cycles: Map<number, Cycle>;
  readonly members: Map<string, Membership>;
  droppedChanges: number;
  droppedCycles: number;
};

/** Of the newest cycle; -Infinity where there is none. */
export function latestNumber(cycles: ReadonlyMap<number, Cycle>): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (const number of cycles.keys()) latest = Math.max(latest, number);
  return latest;
}

const ROW_BYTES = 400;

export class MemoryRows {
  readonly #texts: TextCache<MemoryRow>;
  #sequence = 0;

  /** cacheBytes: uncompressed bodies kept at hand. */
  constructor(cacheBytes: number) {
    this.#texts = new TextCache(cacheBytes);
  }

  /** A new row with its body compressed against the object's previous one. */
  create(change: Change, object: MemoryObject): MemoryRow {
    const { body, ...head } = change;
    const position = formatPosition(change.position);
    const bytes = ROW_BYTES + formatJson(change.diff).length;
    const row: MemoryRow = { change: head, position, sequence: this.#sequence++, object, lines: 0, link: 0, dependents: new Set(), bytes };
    if (body !== undefined) this.#setBody(row, Buffer.from(formatJson(body)));
    insertInOrder(object.rows, row);
    return row;
  }

  /** The change with its body, freshly parsed. */
  read(row: MemoryRow): Change {
    if (row.blob === undefined) return row.change;
    return { ...row.change, body: parseJson(this.text(row).toString()) as unknown as KubeObject };
  }

  /** Takes rows away; what was compressed against them is compressed anew, alone. Returns by how many bytes that grew. */
  remove(rows: ReadonlySet<MemoryRow>): number {
    let grown = 0;
    for (const row of rows) for (const dependent of row.dependents) if (!rows.has(dependent)) grown += this.#detach(dependent);
    for (const row of rows) {
      row.base?.dependents.delete(row);
      this.#texts.delete(row);
    }
    for (const object of new Set([...rows].map((row) => row.object))) forgetRows(object, rows);
    return grown;
  }

  /** The uncompressed body of a row that has one. */
  text(row: MemoryRow): Buffer {
    const chain: MemoryRow[] = [];
    let text: Buffer | undefined;
    for (let at: MemoryRow | undefined = row; at !== undefined && text === undefined; at = at.base) {
      text = this.#texts.get(at);
      if (text === undefined) chain.push(at);
    }
    for (const at of chain.reverse()) text = decompress(at.blob ?? Buffer.alloc(0), text);
    const found = text ?? Buffer.alloc(0);
    this.#texts.set(row, found);
    return found;
  }

  #setBody(row: MemoryRow, text: Buffer): void {
    const lane = row.change.event === undefined ? 'object' : 'event';
    const base = row.object.previous.get(lane);
    const { blob, link } = encodeBody(text, base && { text: this.text(base), link: base.link });
    row.blob = ownBuffer(blob);
    row.link = link;
    row.bytes += blob.length;
    if (link > 0) row.base = base;
    row.base?.dependents.add(row);
    this.#texts.set(row, text);
    row.object.previous.set(lane, row);
  }

  #detach(row: MemoryRow): number {
    const alone = ownBuffer(compress(this.text(row)));
    const grown = alone.length - (row.blob?.length ?? 0);
    row.blob = alone;
    row.bytes += grown;
    row.link = 0;
    row.base = undefined;
    return grown;
  }
}

function forgetRows(object: MemoryObject, rows: ReadonlySet<MemoryRow>): void {
  object.rows = object.rows.filter((row) => !rows.has(row));
  for (const [lane, row] of [...object.previous]) if (rows.has(row)) object.previous.delete(lane);
}

/** Puts a row where its position says, after those of the same position. */
export function insertInOrder(rows: MemoryRow[], row: MemoryRow): void {
  const last = rows.at(-1);
  if (last === undefined || compareRows(last, row) <= 0) rows.push(row);
  else rows.splice(firstAfter(rows, row), 0, row);
}

/** Order of position, then of arrival. */
export function compareRows(left: MemoryRow, right: MemoryRow): number {
  return compareText(left.position, right.position) || left.sequence - right.sequence;
}

function firstAfter(rows: readonly MemoryRow[], row: MemoryRow): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = rows[middle];
    if (at !== undefined && compareRows(at, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
