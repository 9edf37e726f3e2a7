// Takes the places that a field set names out of a value.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';
import { setBelow } from '../fieldpath/combine.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import { fieldElement, formatElement } from '../fieldpath/path-element.ts';
import type { ListType, MapType, MergeType } from '../schema/merge-type.ts';
import { formOf, typeBelow } from '../schema/merge-type.ts';
import { nameItem } from './list-item.ts';

/** null where nothing is left. */
export function removeItems(value: Json, set: FieldSet, type: MergeType | undefined): Json {
  const form = type === undefined ? {} : formOf(type, value);
  if (form.map !== undefined) return isJsonObject(value) ? removeFields(value, set, form.map) : null;
  if (form.scalar !== undefined) return value;
  return form.list !== undefined && isJsonList(value) ? removeFromList(value, set, form.list) : null;
}

function removeFields(value: JsonObject, set: FieldSet, type: MapType): Json {
  if (type.relation === 'atomic') return null;
  const kept = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const name = formatElement(fieldElement(key));
    if (set.get(name)?.member === true) return [];
    const below = setBelow(set, name);
    return [[key, below.size === 0 ? item : removeItems(item, below, typeBelow(type, key))]];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function removeFromList(items: readonly Json[], set: FieldSet, type: ListType): Json {
  if (type.relation === 'atomic') return null;
  const kept = items.flatMap((item): readonly Json[] => {
    const named = nameItem(type, item);
    const name = named.kind === 'named' ? formatElement(named.element) : '';
    if (set.get(name)?.member === true) return [];
    const below = setBelow(set, name);
    return [below.size === 0 ? item : removeItems(item, below, type.element())];
  });
  return kept.length === 0 ? null : kept;
}
