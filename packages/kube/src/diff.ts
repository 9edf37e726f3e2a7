// What differs between two revisions of an object, field by field, list items matched by their keys. applyDiff (apply-diff.ts) is the inverse.
// metadata.managedFields and metadata.resourceVersion are left out: they move with every write.

import type { Json, JsonObject } from './json.ts';
import { isJsonList, isJsonObject, jsonEquals } from './json.ts';
import type { KubeObject } from './kube-object.ts';
import { asJson } from './kube-object.ts';
import { identifyItems, itemStep, schemaFieldAt } from './list-keys.ts';

/**
 * One field that differs. Path steps: field names, list indexes, or list keys as 'name=web' ('=value' for a scalar of a set); the last step
 * '(order)' holds the steps of a list whose items were reordered. Absent before: added; absent after: removed.
 */
export type FieldChange = { readonly path: readonly string[]; readonly before?: Json; readonly after?: Json };

/** The last step of a change that only says in which order the items of a keyed list stand. */
export const ORDER_STEP = '(order)';

/** Deeper values are compared as a whole, so that no input can exhaust the stack. */
const DEPTH_LIMIT = 500;

type Walk = { readonly apiVersion: string; readonly kind: string; readonly path: string[]; readonly out: FieldChange[] };

/** Field changes that lead from one revision to the other: fields in sorted order, list items in list order. Values are shared with the objects. */
export function diffObjects(before: KubeObject, after: KubeObject): readonly FieldChange[] {
  const walk: Walk = { apiVersion: after.apiVersion, kind: after.kind, path: [], out: [] };
  walkObject(walk, asJson(before), asJson(after));
  return walk.out;
}

function walkValue(walk: Walk, before: Json, after: Json): void {
  if (before === after) return;
  const shallow = walk.path.length < DEPTH_LIMIT;
  if (shallow && isJsonList(before) && isJsonList(after)) walkList(walk, before, after);
  else if (shallow && isJsonObject(before) && isJsonObject(after)) walkObject(walk, before, after);
  else if (!jsonEquals(before, after)) emit(walk, before, after);
}

function walkObject(walk: Walk, before: JsonObject, after: JsonObject): void {
  const segments: Segment[] = [];
  for (const key in before) {
    walkMember(walk, segments, { key, before: before[key], after: Object.hasOwn(after, key) ? after[key] : undefined });
  }
  for (const key in after) {
    if (!Object.hasOwn(before, key)) walkMember(walk, segments, { key, before: undefined, after: after[key] });
  }
  if (segments.length > 1) sortSegments(walk.out, segments);
}

type Versions = { readonly before: Json | undefined; readonly after: Json | undefined };

function walkMember(walk: Walk, segments: Segment[], { key, before, after }: Versions & { readonly key: string }): void {
  if (before === after || isExcluded(walk.path, key)) return;
  const start = walk.out.length;
  walkStep(walk, key, { before, after });
  if (walk.out.length > start) segments.push({ key, start, end: walk.out.length });
}

function walkStep(walk: Walk, step: string, { before, after }: Versions): void {
  walk.path.push(step);
  if (before !== undefined && after !== undefined) walkValue(walk, before, after);
  else if (after !== undefined) walk.out.push({ path: [...walk.path], after });
  else if (before !== undefined) walk.out.push({ path: [...walk.path], before });
  walk.path.pop();
}

function isExcluded(path: readonly string[], key: string): boolean {
  return (key === 'managedFields' || key === 'resourceVersion') && path.length === 1 && path[0] === 'metadata';
}

type Segment = { readonly key: string; readonly start: number; readonly end: number };

function sortSegments(out: FieldChange[], segments: readonly Segment[]): void {
  const sorted = [...segments].sort((left, right) => (left.key < right.key ? -1 : 1));
  if (sorted.every((segment, index) => segment === segments[index])) return;
  const first = segments[0]?.start ?? 0;
  const changes = sorted.flatMap(({ start, end }) => out.slice(start, end));
  for (const [index, change] of changes.entries()) out[first + index] = change;
}

function walkList(walk: Walk, before: readonly Json[], after: readonly Json[]): void {
  if (jsonEquals(before, after)) return;
  const identity = identifyItems(before, after, schemaFieldAt(walk.apiVersion, walk.kind, walk.path));
  if (identity.kind === 'keyed') walkKeyed(walk, { before, after, keys: identity.keys });
  else if (before.some(isComposite) && after.some(isComposite)) walkPositions(walk, before, after);
  else emit(walk, before, after);
}

function isComposite(value: Json): boolean {
  return isJsonObject(value) || isJsonList(value);
}

function walkPositions(walk: Walk, before: readonly Json[], after: readonly Json[]): void {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    walkStep(walk, String(index), { before: before[index], after: after[index] });
  }
}

type KeyedLists = { readonly before: readonly Json[]; readonly after: readonly Json[]; readonly keys: readonly string[] };

/** Removed items, then changed ones, then added ones; then the order, where it is not the old order with the added items behind. */
function walkKeyed(walk: Walk, { before, after, keys }: KeyedLists): void {
  const old = new Map(before.map((item) => [itemStep(item, keys) ?? '', item]));
  const fresh = new Map(after.map((item) => [itemStep(item, keys) ?? '', item]));
  const kept: string[] = [];
  for (const [step, item] of old) {
    if (fresh.has(step)) kept.push(step);
    else walk.out.push({ path: [...walk.path, step], before: item });
  }
  const added: FieldChange[] = [];
  for (const [step, item] of fresh) {
    const previous = old.get(step);
    if (previous === undefined) added.push({ path: [...walk.path, step], after: item });
    else walkStep(walk, step, { before: previous, after: item });
  }
  for (const change of added) walk.out.push(change);
  const order = [...fresh.keys()];
  const expected = [...kept, ...order.filter((step) => !old.has(step))];
  if (order.some((step, index) => step !== expected[index])) {
    walk.out.push({ path: [...walk.path, ORDER_STEP], before: [...old.keys()], after: order });
  }
}

function emit(walk: Walk, before: Json, after: Json): void {
  walk.out.push({ path: [...walk.path], before, after });
}
