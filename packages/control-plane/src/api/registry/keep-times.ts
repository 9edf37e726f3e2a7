// A write that changes nothing but times of managedFields changes nothing.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals, listAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { metadataOf } from '../metadata.ts';

const PATH = ['metadata', 'managedFields'];

/** Takes the times of the old object where all else is as it was. */
export function keepTimes(draft: Draft, old: JsonObject): void {
  const [written, known] = [listAt(draft, PATH), listAt(old, PATH)];
  if (written.length !== known.length || jsonEquals(written, known)) return;
  if (!jsonEquals(written.map(withoutTime), known.map(withoutTime)) || !jsonEquals(withoutManagers(draft), withoutManagers(old))) return;
  metadataOf(draft)['managedFields'] = known;
}

function withoutTime(entry: Json): Json {
  if (!isJsonObject(entry)) return entry;
  const { time: _time, ...rest } = entry as JsonObject;
  return rest;
}

function withoutManagers(object: JsonObject): JsonObject {
  const { managedFields: _fields, ...metadata } = isJsonObject(object['metadata']) ? object['metadata'] : {};
  return { ...object, metadata };
}
