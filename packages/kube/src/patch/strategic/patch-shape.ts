// What strategic merge knows of a place: the Go type of its value, and how its fields are merged.
import { internalFault } from './strategic-fault.ts';

export type PatchShape =
  | { readonly kind: 'struct'; readonly name: string; readonly field: (name: string) => PatchField | undefined }
  | { readonly kind: 'list'; readonly of: () => PatchShape }
  /** goKind: as Go names it, e.g. 'map', 'string'. */
  | { readonly kind: 'other'; readonly goKind: string };

export type PatchField = {
  readonly shape: PatchShape;
  /** 'merge', 'replace', 'retainKeys', several of them with commas between; '' where nothing is said. */
  readonly strategy: string;
  readonly mergeKey: string;
};

/** strategy: without 'retainKeys', which says nothing about merging. */
export type PlaceRule = { readonly shape: PatchShape; readonly strategy: string; readonly mergeKey: string };

export function kindName(shape: PatchShape): string {
  if (shape.kind === 'other') return shape.goKind;
  return shape.kind === 'list' ? 'slice' : 'struct';
}

/** @throws StrategicFault */
export function fieldRule(shape: PatchShape, name: string): PlaceRule {
  if (shape.kind !== 'struct') throw internalFault(`merging an object in json but data type is not struct, instead is: ${kindName(shape)}`);
  const field = shape.field(name);
  if (field === undefined)
    throw internalFault(`unable to find api field in struct ${shape.name} for the json field ${JSON.stringify(name)}`);
  return { ...field, strategy: mergeStrategy(field.strategy) };
}

/** Of a field that holds a list; its shape is that of the items. @throws StrategicFault */
export function listRule(shape: PatchShape, name: string): PlaceRule {
  const rule = fieldRule(shape, name);
  if (rule.shape.kind !== 'list') throw internalFault(`expected slice or array type, but got: ${kindName(shape)}`);
  const of = rule.shape.of();
  if (of.kind === 'list') throw internalFault('unexpected slice of slice');
  return { ...rule, shape: of };
}

function mergeStrategy(text: string): string {
  return text
    .split(',')
    .filter((strategy) => strategy !== 'retainKeys')
    .join(',');
}
