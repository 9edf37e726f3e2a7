// Strategic merge patch: a merge patch that knows how each list is merged, with directives where that is not enough.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { DELETE_FROM_LIST, discardNulls, fieldOfDirective, replacedBy, retainKeys, withoutDirectives } from './directives.ts';
import type { Fields } from './go-value.ts';
import { asFields, asList, copyOf, ownOf, typeName } from './go-value.ts';
import { mergeLists } from './merge-lists.ts';
import type { PatchShape } from './patch-shape.ts';
import { fieldRule, listRule } from './patch-shape.ts';
import { setElementOrders } from './set-element-order.ts';
import type { StrategicRefusal } from './strategic-fault.ts';
import { StrategicFault } from './strategic-fault.ts';

export type StrategicOutcome =
  /** rest: what merging has left of the patch; messages of the server show it. */
  { readonly kind: 'merged'; readonly value: JsonObject; readonly rest: JsonObject } | ({ readonly kind: 'refused' } & StrategicRefusal);

/** Both are left as they are. */
export function strategicMerge(original: JsonObject, patch: JsonObject, shape: PatchShape): StrategicOutcome {
  try {
    const rest = asFields(copyOf(patch));
    return { kind: 'merged', value: mergeObjects(asFields(copyOf(original)), rest, shape), rest };
  } catch (error) {
    if (error instanceof StrategicFault) return { kind: 'refused', ...error.refusal };
    throw error;
  }
}

/** Changes both. @throws StrategicFault */
function mergeObjects(original: Fields, patch: Fields, shape: PatchShape): Fields {
  const replaced = replacedBy(patch);
  if (replaced !== undefined) return replaced;
  retainKeys(original, patch);
  setElementOrders({ original, patch, shape }, mergeObjects);
  for (const key of Object.keys(patch).sort()) mergeField(original, { key, value: patch[key] ?? null }, shape);
  return original;
}

type PatchedField = { readonly key: string; readonly value: Json };

function mergeField(original: Fields, { key, value }: PatchedField, shape: PatchShape): void {
  const deletes = key.startsWith(DELETE_FROM_LIST);
  const field = deletes ? fieldOfDirective(key, DELETE_FROM_LIST) : key;
  const known = ownOf(original, field);
  if (value === null) delete original[field];
  else if (known !== undefined && typeName(known) === typeName(value))
    original[field] = mergeValues({ known, value, field, deletes }, shape);
  else if (!deletes) setField(original, field, value);
}

type Values = { readonly known: Json; readonly value: Json; readonly field: string; readonly deletes: boolean };

/** Of one type. */
function mergeValues({ known, value, field, deletes }: Values, shape: PatchShape): Json {
  if (Array.isArray(known)) {
    const merge = { original: asList(known), patch: asList(value), rule: listRule(shape, field), deletes };
    return mergeLists(merge, mergeObjects);
  }
  if (!isJsonObject(known)) return value;
  const rule = fieldRule(shape, field);
  return rule.strategy === 'replace' ? value : mergeObjects(known as Fields, asFields(value), rule.shape);
}

/** What takes the place of nothing, or of a value of another type. */
function setField(original: Fields, field: string, value: Json): void {
  discardNulls(value);
  const kept = withoutDirectives(value);
  if (kept === undefined) delete original[field];
  else original[field] = kept;
}
