// A value together with its old value, as far as the schema lets the parts of one be found in the other.

import type { Json } from '../json.ts';
import { isJsonList, isJsonObject, jsonEquals } from '../json.ts';
import { ownValue } from './mutable-json.ts';
import type { SchemaNode } from './schema-node.ts';

type Sides = { readonly value: Json; readonly old: Json | undefined };

export class Correlated {
  readonly value: Json;
  readonly old: Json | undefined;
  readonly #schema: SchemaNode;
  #equal: boolean | undefined;

  constructor({ value, old }: Sides, schema: SchemaNode) {
    this.value = value;
    this.old = old;
    this.#schema = schema;
  }

  /** Undefined where there is no such field, now or before, or the schema does not know it. */
  key(name: string): Correlated | undefined {
    if (!isJsonObject(this.value) || !isJsonObject(this.old)) return undefined;
    const [value, old] = [ownValue(this.value, name), ownValue(this.old, name)];
    const schema = this.#schema.properties.get(name) ?? this.#schema.additional?.schema;
    return value === undefined || old === undefined || schema === undefined ? undefined : new Correlated({ value, old }, schema);
  }

  /** Only items of lists with keys have an old value. */
  index(at: number): Correlated | undefined {
    const { items, listType, listMapKeys } = this.#schema;
    if (!isJsonList(this.value) || !isJsonList(this.old) || items === undefined || listType !== 'map') return undefined;
    const value = this.value[at];
    const old = value === undefined ? undefined : findByKeys(this.old, value, listMapKeys);
    return value === undefined || old === undefined || old === null ? undefined : new Correlated({ value, old }, items);
  }

  /** Whether nothing has changed: never where a part is not known to the schema. */
  get isUnchanged(): boolean {
    this.#equal ??= this.#compare();
    return this.#equal;
  }

  #compare(): boolean {
    const { value, old } = this;
    if (value === null || old === null || old === undefined) return value === null && (old === null || old === undefined);
    if (isJsonList(value)) return isJsonList(old) && value.length === old.length && this.#sameItems(value, old);
    if (!isJsonObject(value)) return jsonEquals(value, old);
    const keys = Object.keys(value);
    return isJsonObject(old) && keys.length === Object.keys(old).length && keys.every((key) => this.key(key)?.isUnchanged === true);
  }

  #sameItems(value: readonly Json[], old: readonly Json[]): boolean {
    if (this.#schema.listType !== 'map') return jsonEquals(value, old);
    return value.every((_item, at) => this.index(at)?.isUnchanged === true);
  }
}

/** The item of a list whose keys are those of another item. */
export function findByKeys(list: readonly Json[], item: Json, keys: readonly string[]): Json | undefined {
  const wanted = keysOf(item, keys);
  if (wanted === undefined) return undefined;
  return list.find((other) => {
    const found = keysOf(other, keys);
    return found?.every((value, index) => value === wanted[index]);
  });
}

/** Undefined for an item that lacks a key, or has one that is not a scalar. */
function keysOf(item: Json, keys: readonly string[]): readonly (Json | undefined)[] | undefined {
  if (!isJsonObject(item)) return undefined;
  const values = keys.map((key) => ownValue(item, key));
  return values.every((value) => value !== undefined && typeof value !== 'object') ? values : undefined;
}
