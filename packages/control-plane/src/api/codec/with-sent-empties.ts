// Built-in kinds are kept without the empty lists and maps that a client sends: the store can't tell them from absent ones. Who manages them is
// noted before they are stored.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';

/** The decoded value, with an empty list or map where it has null and one was sent: the same value where there is none. */
export function withSentEmpties(decoded: Json, sent: Json | undefined): Json {
  if (isJsonObject(decoded) && isJsonObject(sent)) return objectWith(decoded, sent);
  if (isJsonList(decoded) && isJsonList(sent)) return listWith(decoded, sent);
  return decoded === null && sent !== undefined && isEmpty(sent) ? sent : decoded;
}

function listWith(decoded: readonly Json[], sent: readonly Json[]): readonly Json[] {
  const items = decoded.map((item, index) => withSentEmpties(item, sent[index]));
  return items.every((item, index) => item === decoded[index]) ? decoded : items;
}

function objectWith(decoded: JsonObject, sent: JsonObject): JsonObject {
  const entries = Object.entries(decoded).map(([key, value]) => [key, withSentEmpties(value, own(sent, key))] as const);
  return entries.every(([key, value]) => value === decoded[key]) ? decoded : Object.fromEntries(entries);
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isEmpty(value: Json): boolean {
  if (isJsonList(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
