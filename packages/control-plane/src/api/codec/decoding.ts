// What the readers of single values need of the decoder that walks the body.
import type { Json } from '@rectrace/kube';
import { isJsonList } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { ObjectType, Shape } from '../type-table.ts';

/** Where a value stands: the struct and path that an error names, and the path with indices that a warning names. */
export type Place = { readonly owner: string; readonly goPath: string; readonly path: string };

export interface Decoding {
  /** Notes a value that is not of its Go type; only the first one is told. */
  refuse(what: string, goType: string, place: Place): undefined;
  /** The same of a value of the right type that can't be read. */
  refuseText(message: string): undefined;
  /** Ends the decoding: Go returns at once what a type's own reading of JSON refuses. */
  fail(message: string): never;
  /** The first value of a wrong type. */
  readonly mismatch: string | undefined;
  object(value: Json, type: ObjectType, place: Place): Draft;
  typeNamed(name: string): ObjectType;
}

export type Reading<S extends Shape['kind']> = {
  readonly shape: Extract<Shape, { kind: S }>;
  readonly place: Place;
  readonly decoder: Decoding;
};

/** The Go type that every body is first read as. */
export const GO_TYPE_META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** 'object', 'array', 'string', 'number', 'bool': what Go calls it. */
export function wordFor(value: Json): string {
  if (isJsonList(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
