// One resource in the store, as a value: its objects now, and its writes of the window with the objects after each.
import type { OrderedMap } from './ordered-map.ts';
import { emptyMap, firstEntry, floorValue, rankOf, walkFrom, withEntry, withoutEntry } from './ordered-map.ts';
import type { LogRecord, ObjectKey, StoredObject } from './stored-object.ts';

export type Objects = OrderedMap<ObjectKey, StoredObject>;

type LogEntry = { readonly record: LogRecord; readonly after: Objects };

export type Collection = {
  readonly kind: 'collection';
  readonly objects: Objects;
  readonly log: OrderedMap<number, LogEntry>;
  /** Objects before the first write in the log. */
  readonly base: Objects;
  /** Revision of the newest write that is no longer in the log, 0 where there is none. */
  readonly trimmedTo: number;
};

export const EMPTY_COLLECTION: Collection = {
  kind: 'collection',
  objects: emptyMap(),
  log: emptyMap(),
  base: emptyMap(),
  trimmedTo: 0,
};

/** The collection after a write. */
export function appended(collection: Collection, record: LogRecord): Collection {
  const { key, revision, object } = record;
  const objects =
    record.kind === 'deleted' ? withoutEntry(collection.objects, key) : withEntry(collection.objects, key, { revision, object });
  return { ...collection, objects, log: withEntry(collection.log, revision, { record, after: objects }) };
}

/** The collection without log entries of at most that revision, of which no more than `most` are dropped. */
export function trimmed(collection: Collection, revision: number, most: number): Collection {
  let { log, base, trimmedTo } = collection;
  for (let count = 0; count < most; count++) {
    const first = firstEntry(log);
    if (first === undefined || first.key > revision) break;
    log = withoutEntry(log, first.key);
    base = first.value.after;
    trimmedTo = first.key;
  }
  return trimmedTo === collection.trimmedTo ? collection : { ...collection, log, base, trimmedTo };
}

/** The objects as they were at a revision that is not below `trimmedTo`. */
export function objectsAt(collection: Collection, revision: number): Objects {
  return floorValue(collection.log, revision)?.after ?? collection.base;
}

/** The writes after a revision, oldest first, at most that many. */
export function recordsAfter(collection: Collection, revision: number, most: number): readonly LogRecord[] {
  const records: LogRecord[] = [];
  walkFrom(collection.log, revision + 1, (_key, { record }) => {
    records.push(record);
    return records.length < most;
  });
  return records;
}

export function countAfter(collection: Collection, revision: number): number {
  return collection.log.size - rankOf(collection.log, revision + 1);
}
