// Reads JSON as one of the built-in types and gives it back as the API server would write it: unknown fields gone, times and quantities in
// their canonical form, empty values left out or written as the Go type says, fields in the order of the type.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { JsonField, ObjectType, Shape, TypeTable } from '../type-table.ts';
import type { Decoding, Place } from './decoding.ts';
import { wordFor } from './decoding.ts';
import { plainZero, readPlain } from './plain-scalar.ts';
import type { Duplicates } from './read-json.ts';
import { readSpecial, specialZero } from './special-scalar.ts';

export type TypedResult =
  | { readonly kind: 'decoded'; readonly object: Draft; readonly problems: readonly string[] }
  | { readonly kind: 'mismatch'; readonly message: string };

/** Ends the decoding at once. A plain mismatch of types instead is kept, and decoding goes on, as in Go. */
class DecodeAborted extends Error {}

const MOST_PROBLEMS = 100;

export function decodeTyped(
  value: Json,
  type: ObjectType,
  options: { readonly table: TypeTable; readonly duplicates?: Duplicates },
): TypedResult {
  const decoder = new TypedDecoder(options.table, options.duplicates ?? new Map());
  try {
    const object = decoder.object(value, type, { owner: '', goPath: '', path: '' });
    if (decoder.mismatch !== undefined) return { kind: 'mismatch', message: decoder.mismatch };
    return { kind: 'decoded', object, problems: decoder.problems };
  } catch (error) {
    if (error instanceof DecodeAborted) return { kind: 'mismatch', message: error.message };
    throw error;
  }
}

class TypedDecoder implements Decoding {
  /** Unknown and repeated fields. */
  readonly problems: string[] = [];
  readonly #table: TypeTable;
  readonly #duplicates: Duplicates;
  #mismatch: string | undefined;

  constructor(table: TypeTable, duplicates: Duplicates) {
    this.#table = table;
    this.#duplicates = duplicates;
  }

  get mismatch(): string | undefined {
    return this.#mismatch;
  }

  object(value: Json, type: ObjectType, place: Place): Draft {
    const known = this.#knownFields(value, type, place);
    const object: Draft = {};
    for (const field of type.jsonFields.values()) this.#write(object, field, known.get(field.name));
    return object;
  }

  typeNamed(name: string): ObjectType {
    return this.#table.type(name);
  }

  /** Undefined is the zero value. */
  value(value: Json, shape: Shape, place: Place): Json | undefined {
    if (value === null) return undefined;
    switch (shape.kind) {
      case 'plain':
        return readPlain(value, { shape, place, decoder: this });
      case 'special':
        return readSpecial(value, { shape, place, decoder: this });
      case 'list':
        return this.#list(value, shape, place);
      case 'map':
        return this.#map(value, shape, place);
      case 'object':
        return this.object(value, this.#table.type(shape.type), place);
    }
  }

  refuse(what: string, goType: string, { owner, goPath }: Place): undefined {
    this.#mismatch ??=
      goPath === ''
        ? `json: cannot unmarshal ${what} into Go value of type ${goType}`
        : `json: cannot unmarshal ${what} into Go struct field ${owner}.${goPath} of type ${goType}`;
    return undefined;
  }

  refuseText(message: string): undefined {
    this.#mismatch ??= message;
    return undefined;
  }

  fail(message: string): never {
    throw new DecodeAborted(message);
  }

  noteDuplicates(value: object, path: string): void {
    for (const key of this.#duplicates.get(value) ?? []) this.#note(`duplicate field ${JSON.stringify(joined(path, key))}`);
  }

  #knownFields(value: Json, type: ObjectType, place: Place): ReadonlyMap<string, Json | undefined> {
    const found = new Map<string, Json | undefined>();
    if (!isJsonObject(value)) {
      if (value !== null) this.refuse(wordFor(value), goTypeOf(type), place);
      return found;
    }
    for (const key of Object.keys(value)) {
      const field = type.jsonFields.get(key);
      const item = value[key];
      if (field === undefined) this.#note(`unknown field ${JSON.stringify(joined(place.path, key))}`);
      else if (item !== undefined) found.set(key, this.value(item, field.shape, below(place, field)));
    }
    this.noteDuplicates(value, place.path);
    return found;
  }

  #write(object: Draft, field: JsonField, value: Json | undefined): void {
    const { name, shape, omitEmpty, omitZero } = field;
    if (!isEmpty(value, shape)) {
      object[name] = value ?? null;
      return;
    }
    if (shape.pointer || shape.kind === 'list' || shape.kind === 'map') {
      if (!omitEmpty) object[name] = null;
    } else if (shape.kind === 'plain') {
      if (!omitEmpty) object[name] = plainZero(shape.scalar);
    } else if (!omitZero) object[name] = this.#zero(shape);
  }

  #zero(shape: Shape): Json {
    if (shape.kind === 'special') return specialZero(shape.scalar);
    return shape.kind === 'object' ? this.object({}, this.#table.type(shape.type), { owner: '', goPath: '', path: '' }) : null;
  }

  #list(value: Json, shape: Extract<Shape, { kind: 'list' }>, place: Place): Json | undefined {
    if (!isJsonList(value)) return this.refuse(wordFor(value), shape.goType, place);
    return value.map((item, index) => this.#element(item, shape.of, { ...place, path: `${place.path}[${index}]` }));
  }

  #map(value: Json, shape: Extract<Shape, { kind: 'map' }>, place: Place): Json | undefined {
    if (!isJsonObject(value)) return this.refuse(wordFor(value), shape.goType, place);
    const map: Draft = {};
    for (const key of Object.keys(value)) {
      const item = this.#element(value[key] ?? null, shape.of, { ...place, path: joined(place.path, key) });
      Object.defineProperty(map, key, { value: item, enumerable: true, writable: true, configurable: true });
    }
    this.noteDuplicates(value, place.path);
    return map;
  }

  #element(item: Json, shape: Shape, place: Place): Json {
    const read = this.value(item, shape, place);
    if (read !== undefined || shape.pointer) return read ?? null;
    return shape.kind === 'plain' ? plainZero(shape.scalar) : this.#zero(shape);
  }

  #note(problem: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }
}

function goTypeOf(type: ObjectType): string {
  return type.name.split('.').slice(-2).join('.');
}

function below(place: Place, field: JsonField): Place {
  const steps = [...field.through, field.name].join('.');
  return { owner: field.owner, goPath: place.goPath === '' ? steps : `${place.goPath}.${steps}`, path: joined(place.path, field.name) };
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** What `omitempty` leaves out, and what a round trip through the store can't tell from it. */
function isEmpty(value: Json | undefined, shape: Shape): boolean {
  if (value === undefined || value === null) return true;
  if (shape.pointer) return false;
  if (shape.kind === 'list') return isJsonList(value) && value.length === 0;
  if (shape.kind === 'map') return isJsonObject(value) && Object.keys(value).length === 0;
  return shape.kind === 'plain' && value === plainZero(shape.scalar);
}

/** The object with an apiVersion and kind that stand in front. */
export function withKind(object: JsonObject, { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): Draft {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return { kind, apiVersion, ...rest };
}
