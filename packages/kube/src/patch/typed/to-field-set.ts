// All paths that a value sets.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import { FieldSetBuilder } from '../fieldpath/field-set.ts';
import type { Path, PathElement } from '../fieldpath/path-element.ts';
import { fieldElement, formatElement } from '../fieldpath/path-element.ts';
import type { ListType, MapType, MergeType } from '../schema/merge-type.ts';
import { formOf, typeBelow } from '../schema/merge-type.ts';
import { nameItem } from './list-item.ts';

export function toFieldSet(value: Json, type: MergeType): FieldSet {
  const builder = new FieldSetBuilder();
  collect(builder, value, { type, path: [] });
  return builder.build();
}

type Spot<Type> = { readonly type: Type; readonly path: Path };

function collect(builder: FieldSetBuilder, value: Json, { type, path }: Spot<MergeType | undefined>): void {
  const form = type === undefined ? undefined : formOf(type, value);
  if (form?.map !== undefined) collectMap(builder, value, { type: form.map, path });
  else if (form?.scalar !== undefined) builder.insert(path);
  else if (form?.list !== undefined) collectList(builder, value, { type: form.list, path });
}

function collectMap(builder: FieldSetBuilder, value: Json, { type, path }: Spot<MapType>): void {
  if (type.relation === 'atomic') builder.insert(path);
  else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) collectField(builder, item, { type, path, key });
}

type FieldSpot = Spot<MapType> & { readonly key: string };

function collectField(builder: FieldSetBuilder, item: Json, { type, path, key }: FieldSpot): void {
  const below = [...path, fieldElement(key)];
  collect(builder, item, { type: typeBelow(type, key), path: below });
  if (item === null || isEmptyMap(item) || type.field(key) === undefined) builder.insert(below);
}

function isEmptyMap(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value as JsonObject).length === 0;
}

function collectList(builder: FieldSetBuilder, value: Json, { type, path }: Spot<ListType>): void {
  if (type.relation === 'atomic') builder.insert(path);
  else if (isJsonList(value)) collectItems(builder, value, { type, path });
}

/** Of items that stand more than once only their name counts. */
function collectItems(builder: FieldSetBuilder, items: readonly Json[], { type, path }: Spot<ListType>): void {
  const named = items.flatMap((item) => {
    const name = nameItem(type, item);
    return name.kind === 'named' ? [{ item, element: name.element, key: formatElement(name.element) }] : [];
  });
  const counts = new Map<string, number>();
  for (const { key } of named) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { item, element, key } of named) {
    const below: readonly PathElement[] = [...path, element];
    if (counts.get(key) === 1) collect(builder, item, { type: type.element(), path: below });
    builder.insert(below);
  }
}
