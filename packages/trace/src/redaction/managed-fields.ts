// Hides the secrets in the field sets of managedFields: items of sets stand there with their values, v:"--password=x", and of lists with their keys.

import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonList, isJsonObject, parseJson } from '@rectrace/kube';

/** No schema is that deep. */
const DEPTH_LIMIT = 200;
/** Most keys are names and types, not worth reading. */
const HINT = /^v:.*[=@ ]|^k:.*"value"/s;

/** The same entries where nothing is secret. redact: an item's value as it may be shown. */
export function redactManagedFields(entries: Json, redact: (value: Json) => Json): Json {
  if (!isJsonList(entries)) return entries;
  const redacted = entries.map((entry) => (isJsonObject(entry) ? redactEntry(entry, redact) : entry));
  return redacted.every((entry, index) => entry === entries[index]) ? entries : redacted;
}

function redactEntry(entry: JsonObject, redact: (value: Json) => Json): JsonObject {
  const { fieldsV1 } = entry;
  if (!isJsonObject(fieldsV1)) return entry;
  const fields = redactFields(fieldsV1, redact);
  return fields === fieldsV1 ? entry : { ...entry, fieldsV1: fields };
}

function redactFields(fields: JsonObject, redact: (value: Json) => Json, depth = 0): JsonObject {
  if (depth > DEPTH_LIMIT) return {};
  let changed: Map<string, readonly [key: string, value: Json]> | undefined;
  for (const key in fields) {
    const value = fields[key] ?? null;
    const shown = redactKey(key, redact);
    const below = isJsonObject(value) ? redactFields(value, redact, depth + 1) : value;
    if (below !== value || shown !== key) changed = (changed ?? new Map<string, readonly [string, Json]>()).set(key, [shown, below]);
  }
  if (changed === undefined) return fields;
  const replaced = changed;
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => replaced.get(key) ?? [key, value]));
}

function redactKey(key: string, redact: (value: Json) => Json): string {
  const value = !key.startsWith('f:') && HINT.test(key) ? parsed(key.slice(2)) : undefined;
  if (value === undefined) return key;
  const redacted = redact(value);
  return redacted === value ? key : `${key.slice(0, 2)}${formatJson(redacted)}`;
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
