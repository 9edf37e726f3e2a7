// Applies what diffObjects found to the earlier revision, which gives the later one. Shares what did not change with it.

import { type FieldChange, ORDER_STEP } from './diff.ts';
import { DiffMismatchError } from './errors.ts';
import type { Json, JsonObject } from './json.ts';
import { isJsonList, isJsonObject } from './json.ts';
import type { KubeObject } from './kube-object.ts';
import { asJson, parseObject } from './kube-object.ts';
import { itemStep, keysOfStep } from './list-keys.ts';

/** The later revision, with managedFields and resourceVersion of the earlier one. @throws DiffMismatchError where the changes are of another object. */
export function applyDiff(before: KubeObject, changes: readonly FieldChange[]): KubeObject {
  if (changes.length === 0) return before;
  const parsed = parseObject(applyTo(asJson(before), changes, 0));
  if (parsed.kind === 'invalid') throw new DiffMismatchError([]);
  return parsed.object;
}

function applyTo(value: Json | undefined, changes: readonly FieldChange[], depth: number): Json | undefined {
  const [first] = changes;
  if (first === undefined) return value;
  if (first.path.length === depth) return first.after;
  if (isJsonObject(value)) return applyToObject(value, changes, depth);
  if (!isJsonList(value)) throw new DiffMismatchError(first.path.slice(0, depth));
  return isPositional(changes, depth) ? applyToPositions(value, changes, depth) : applyToItems(value, changes, depth);
}

function applyToObject(object: JsonObject, changes: readonly FieldChange[], depth: number): JsonObject {
  const members = new Map(Object.entries(object));
  for (const [step, group] of groupByStep(changes, depth)) {
    const next = applyTo(members.get(step), group, depth + 1);
    if (next === undefined) members.delete(step);
    else members.set(step, next);
  }
  return Object.fromEntries(members);
}

function applyToPositions(list: readonly Json[], changes: readonly FieldChange[], depth: number): readonly Json[] {
  const items: (Json | undefined)[] = [...list];
  for (const [step, group] of groupByStep(changes, depth)) {
    const index = Number(step);
    items[index] = applyTo(items[index], group, depth + 1);
  }
  return items.filter((item) => item !== undefined);
}

function applyToItems(list: readonly Json[], changes: readonly FieldChange[], depth: number): readonly Json[] {
  const groups = groupByStep(changes, depth);
  const order = groups.get(ORDER_STEP)?.[0]?.after;
  groups.delete(ORDER_STEP);
  const keys = keysOfStep([...groups.keys()][0] ?? firstText(order));
  const items = new Map(list.map((item) => [itemStep(item, keys) ?? '', item]));
  for (const [step, group] of groups) {
    const next = applyTo(items.get(step), group, depth + 1);
    if (next === undefined) items.delete(step);
    else items.set(step, next);
  }
  return isJsonList(order) ? inOrder(items, order) : [...items.values()];
}

function inOrder(items: ReadonlyMap<string, Json>, order: readonly Json[]): readonly Json[] {
  return order.map((step) => items.get(String(step))).filter((item) => item !== undefined);
}

function firstText(order: Json | undefined): string {
  return isJsonList(order) ? String(order[0] ?? '') : '';
}

function isPositional(changes: readonly FieldChange[], depth: number): boolean {
  return /^[0-9]+$/.test(changes[0]?.path[depth] ?? '');
}

function groupByStep(changes: readonly FieldChange[], depth: number): Map<string, FieldChange[]> {
  const groups = new Map<string, FieldChange[]>();
  for (const change of changes) {
    const step = change.path[depth] ?? '';
    const group = groups.get(step);
    if (group === undefined) groups.set(step, [change]);
    else group.push(change);
  }
  return groups;
}
