// Checks a value against its type: forms, undeclared fields, items without a name, items that stand twice.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';
import type { PathElement } from '../fieldpath/path-element.ts';
import { fieldElement, formatElement, formatStep } from '../fieldpath/path-element.ts';
import type { ListType, MapType, MergeType, ScalarForm } from '../schema/merge-type.ts';
import { formOf, typeBelow } from '../schema/merge-type.ts';
import { formatPlain, formatSyntax, goTypeOf } from '../value/format-go.ts';
import { nameItem } from './list-item.ts';
import type { TypedFault } from './typed-fault.ts';
import { TypedMismatch } from './typed-fault.ts';

type Walk = { readonly allowsDuplicates: boolean; readonly faults: TypedFault[] };

/** @throws TypedMismatch */
export function validateTyped(value: Json, type: MergeType, { allowsDuplicates }: { readonly allowsDuplicates: boolean }): void {
  const faults: TypedFault[] = [];
  validate({ allowsDuplicates, faults }, value, { type, trail: undefined });
  if (faults.length > 0) throw new TypedMismatch(faults);
}

/** The way to a value, from its end: only faults need it whole. */
type Trail = { readonly above: Trail; readonly element: PathElement } | undefined;
type Spot = { readonly type: MergeType; readonly trail: Trail };

function validate(walk: Walk, value: Json, { type, trail }: Spot): void {
  const form = formOf(type, value);
  if (form.map !== undefined) validateMap(walk, value, { type: form.map, trail });
  else if (form.scalar !== undefined) walk.faults.push(...scalarFaults(form.scalar, value).map((message) => faultAt(trail, message)));
  else if (form.list !== undefined) validateList(walk, value, { type: form.list, trail });
}

function faultAt(trail: Trail, message: string): TypedFault {
  return { path: formatTrail(trail), message };
}

function formatTrail(trail: Trail): string {
  return trail === undefined ? '' : formatTrail(trail.above) + formatStep(trail.element);
}

function validateMap(walk: Walk, value: Json, { type, trail }: { readonly type: MapType; readonly trail: Trail }): void {
  if (value === null) return;
  if (!isJsonObject(value)) walk.faults.push(faultAt(trail, `expected map, got ${formatPointer(value)}`));
  else validateFields(walk, value, { type, trail });
}

/** Stops at a field that is not declared, as the server does. */
function validateFields(walk: Walk, value: JsonObject, { type, trail }: { readonly type: MapType; readonly trail: Trail }): void {
  for (const key of Object.keys(value).sort()) {
    const below = { above: trail, element: fieldElement(key) };
    const itemType = typeBelow(type, key);
    if (itemType === undefined) {
      walk.faults.push(faultAt(below, 'field not declared in schema'));
      return;
    }
    validate(walk, value[key] ?? null, { type: itemType, trail: below });
  }
}

function validateList(walk: Walk, value: Json, { type, trail }: { readonly type: ListType; readonly trail: Trail }): void {
  if (value === null) return;
  if (!isJsonList(value)) walk.faults.push(faultAt(trail, `expected list, got ${formatPointer(value)}`));
  else validateItems(walk, value, { type, trail });
}

/** Stops at an item without a name, as the server does. */
function validateItems(walk: Walk, items: readonly Json[], { type, trail }: { readonly type: ListType; readonly trail: Trail }): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const named = type.relation === 'associative' ? nameItem(type, item) : indexed(index);
    if (named.kind === 'unnamed') {
      walk.faults.push(faultAt(trail, `element ${index}: ${named.message}`));
      return;
    }
    const key = formatElement(named.element);
    if (seen.has(key) && !walk.allowsDuplicates) walk.faults.push(faultAt(trail, `duplicate entries for key ${formatStep(named.element)}`));
    seen.add(key);
    validate(walk, item, { type: type.element(), trail: { above: trail, element: named.element } });
  }
}

function indexed(index: number): { readonly kind: 'named'; readonly element: PathElement } {
  return { kind: 'named', element: { kind: 'index', index } };
}

/** What is wrong with a value that is to be a scalar; nothing where it is absent or null. */
export function scalarFaults(form: ScalarForm, value: Json | undefined, prefix = ''): readonly string[] {
  if (value === undefined || value === null || fits(form, value)) return [];
  switch (form) {
    case 'numeric':
      return [`${prefix}expected numeric (int or float), got ${goTypeOf(value)}`];
    case 'string':
      return [`${prefix}expected string, got &value.valueUnstructured{Value:${formatSyntax(value)}}`];
    case 'boolean':
      return [`${prefix}expected boolean, got ${formatPointer(value)}`];
    case 'untyped':
      return [`${prefix}expected any scalar, got ${formatPointer(value)}`];
  }
}

function fits(form: ScalarForm, value: Json): boolean {
  if (form === 'numeric') return typeof value === 'number' || typeof value === 'bigint';
  if (form === 'untyped') return typeof value !== 'object';
  return typeof value === form;
}

function formatPointer(value: Json): string {
  return `&{${formatPlain(value, true)}}`;
}
