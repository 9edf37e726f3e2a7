// The words of a patch that are no fields, and what they do to the object they stand in.
import type { Json } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { setKey } from '../../schema/mutable-json.ts';
import { formatPlain } from '../value/format-go.ts';
import type { Fields } from './go-value.ts';
import { ownOf, typeName } from './go-value.ts';
import { BAD_ORDER, BAD_PRIMITIVE_LIST, BAD_RETAIN_KEYS, badPatch, internalFault } from './strategic-fault.ts';

export const DIRECTIVE = '$patch';
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList';
export const SET_ORDER = '$setElementOrder';
const RETAIN_KEYS = '$retainKeys';

/** What an object with a directive is replaced by; undefined where it has none. @throws StrategicFault */
export function replacedBy(patch: Fields): Fields | undefined {
  const directive = ownOf(patch, DIRECTIVE);
  if (directive === undefined) return undefined;
  if (directive === 'delete') return {};
  if (directive !== 'replace') throw unknownDirective(directive, patch);
  delete patch[DIRECTIVE];
  return patch;
}

export function unknownDirective(directive: Json, patch: Fields): Error {
  const shown = typeof directive === 'string' ? directive : notText(directive);
  return internalFault(`unknown patch type: ${shown} in map: ${formatPlain(patch)}`);
}

function notText(directive: Json): string {
  return directive === null ? '%!s(<nil>)' : `%!s(${typeName(directive)}=${formatPlain(directive)})`;
}

/** Takes out of the object what the directive does not name. @throws StrategicFault where the patch sets more than it names. */
export function retainKeys(original: Fields, patch: Fields): void {
  const named = ownOf(patch, RETAIN_KEYS);
  if (named === undefined) return;
  delete patch[RETAIN_KEYS];
  if (!Array.isArray(named)) throw badPatch(BAD_RETAIN_KEYS);
  const kept = new Set<Json>(named as readonly Json[]);
  const unnamed = Object.entries(patch).some(([key, value]) => value !== null && !isParallel(key) && !kept.has(key));
  if (unnamed) throw badPatch(BAD_RETAIN_KEYS);
  for (const key of Object.keys(original)) if (!kept.has(key)) delete original[key];
}

function isParallel(key: string): boolean {
  return key.startsWith(DELETE_FROM_LIST) || key.startsWith(SET_ORDER);
}

/** The field that '$setElementOrder/containers' speaks of. @throws StrategicFault */
export function fieldOfDirective(key: string, directive: typeof DELETE_FROM_LIST | typeof SET_ORDER): string {
  const slash = key.indexOf('/');
  if (slash >= 0 && key.slice(0, slash) === directive) return key.slice(slash + 1);
  throw badPatch(directive === SET_ORDER ? BAD_ORDER : BAD_PRIMITIVE_LIST);
}

/** The value without the objects that hold directives; undefined where it is one. Changes it in place. */
export function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutDirectives).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  const fields = value as Fields;
  if (ownOf(fields, DIRECTIVE) !== undefined) return undefined;
  for (const [key, item] of Object.entries(fields)) {
    const kept = withoutDirectives(item);
    if (kept === undefined) delete fields[key];
    else setKey(fields, key, kept);
  }
  return fields;
}

/** Takes the fields that are null out of a value, in place. */
export function discardNulls(value: Json): void {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) discardNulls(item);
  else if (isJsonObject(value)) discardNullFields(value as Fields);
}

function discardNullFields(fields: Fields): void {
  for (const [key, item] of Object.entries(fields)) {
    if (item === null) delete fields[key];
    else discardNulls(item);
  }
}
