// What of a Secret besides its data may be its data again: annotations that repeat a value, fields that the API does not know.

import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject } from '@rectrace/kube';
import { bytesOfBase64, bytesOfText } from './secret-bytes.ts';

const KNOWN = new Set(['apiVersion', 'kind', 'metadata', 'type', 'immutable', 'data', 'stringData']);
/** Shorter values are found by chance: 'true', 'root', a port. */
const SHORTEST = 8;

type Mask = (text: string) => string;

/** redacted: the Secret with its data hidden. original: as it was. */
export function hideInSecret(redacted: JsonObject, original: JsonObject, mask: Mask): JsonObject {
  const { apiVersion, metadata } = redacted;
  const known = apiVersion === 'v1' && Object.keys(redacted).some((key) => !KNOWN.has(key)) ? withoutUnknown(redacted, mask) : redacted;
  if (!isJsonObject(metadata) || !isJsonObject(metadata['annotations'])) return known;
  const { annotations } = metadata;
  const shown = withoutValues(annotations, valuesOf(original), mask);
  return shown === annotations ? known : { ...known, metadata: { ...metadata, annotations: shown } };
}

function withoutUnknown(secret: JsonObject, mask: Mask): JsonObject {
  const entries = Object.entries(secret).map(([key, value]): [string, Json] => [key, KNOWN.has(key) ? value : masked(value, mask)]);
  return entries.every(([key, value]) => value === secret[key]) ? secret : Object.fromEntries(entries);
}

function masked(value: Json, mask: Mask): Json {
  if (typeof value === 'boolean' || value === null) return value;
  return mask(typeof value === 'object' ? formatJson(value) : String(value));
}

/** The values as bytes, and as they stand there. */
function valuesOf({ data, stringData }: JsonObject): ReadonlySet<string> {
  const texts = (values: Json | undefined): readonly string[] =>
    isJsonObject(values) ? Object.values(values).filter((value) => typeof value === 'string') : [];
  const packed = texts(data);
  return new Set(
    [...packed, ...packed.map(bytesOfBase64), ...texts(stringData).map(bytesOfText)].filter((text) => text.length >= SHORTEST),
  );
}

function withoutValues(annotations: JsonObject, values: ReadonlySet<string>, mask: Mask): JsonObject {
  const entries = Object.entries(annotations).map(([key, value]): [string, Json] => [
    key,
    typeof value === 'string' && values.has(bytesOfText(value)) ? mask(value) : value,
  ]);
  return entries.every(([key, value]) => value === annotations[key]) ? annotations : Object.fromEntries(entries);
}
