// The annotation in which client-side apply keeps what it applied: whoever moves on to server-side apply owns that already.
import { encodeUtf8 } from '../../cel/utf8.ts';
import type { Json, JsonObject } from '../../json.ts';
import { formatJson, isJsonList, isJsonObject, parseJson, stringAt } from '../../json.ts';
import { difference } from '../fieldpath/combine.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import { compareTyped } from '../typed/compare-typed.ts';
import { toFieldSet } from '../typed/to-field-set.ts';
import { TypedMismatch } from '../typed/typed-fault.ts';
import { validateTyped } from '../typed/validate-typed.ts';
import type { MergeTarget } from './merge-target.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
/** The one manager for whom the annotation is looked at. */
export const LAST_APPLIER = 'kubectl';

const MOST_ANNOTATION_BYTES = 262_144;

/** Fields that the annotation sets as the object has them; undefined where it does not tell. */
export function lastAppliedFields(target: MergeTarget, live: Json): FieldSet | undefined {
  const applied = parsedOrNothing(stringAt(live, ['metadata', 'annotations', LAST_APPLIED]) ?? '');
  const type = target.typeOf(target.apiVersion);
  if (type === undefined || applied === undefined || stringAt(applied, ['apiVersion']) !== target.apiVersion) return undefined;
  try {
    for (const value of [live, applied]) validateTyped(value, type, { allowsDuplicates: false });
    const { modified, added, removed } = compareTyped(applied, live, type);
    return [modified, added, removed].reduce(difference, toFieldSet(applied, type));
  } catch (error) {
    if (error instanceof TypedMismatch) return undefined;
    throw error;
  }
}

function parsedOrNothing(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The object with its annotation renewed, where it has one. */
export function withLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  const annotations = isJsonObject(metadata['annotations']) ? metadata['annotations'] : {};
  if ((annotations[LAST_APPLIED] ?? '') === '') return object;
  const { [LAST_APPLIED]: _old, ...others } = annotations;
  const renewed = { ...others, [LAST_APPLIED]: formatLastApplied(config) };
  const fits = sizeOf(renewed) <= MOST_ANNOTATION_BYTES;
  return { ...object, metadata: { ...metadata, annotations: fits ? renewed : others } };
}

function formatLastApplied(config: JsonObject): string {
  const metadata = isJsonObject(config['metadata']) ? config['metadata'] : undefined;
  const annotations = metadata?.['annotations'];
  if (metadata === undefined || !isJsonObject(annotations)) return formatSorted(config);
  const { [LAST_APPLIED]: _old, ...others } = annotations;
  return formatSorted({ ...config, metadata: { ...metadata, annotations: others } });
}

/** As the server writes JSON: keys sorted, what HTML would read escaped, a line feed at the end. */
function formatSorted(value: Json): string {
  const escaped = formatJson(sorted(value)).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${escaped}\n`;
}

function sorted(value: Json): Json {
  if (isJsonList(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] ?? null)]),
  );
}

function sizeOf(annotations: JsonObject): number {
  return Object.entries(annotations).reduce((size, [key, value]) => size + encodeUtf8(key + String(value)).length, 0);
}
