// Field changes that make one phrase together: those of one condition, of one container's status, or a single field.

import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { FieldChange } from '@rectrace/trace';

/** name: the condition's type or the container's name; fields: paths relative to it ([] = the whole item came or went). */
export type FieldGroup =
  | { readonly kind: 'condition' | 'container'; readonly name: string; readonly fields: readonly FieldChange[] }
  | { readonly kind: 'field'; readonly field: FieldChange };

type Subject = { readonly kind: 'condition' | 'container'; readonly name: string };

/** Groups in the order in which their first field comes. */
export function groupFields(diff: readonly FieldChange[]): readonly FieldGroup[] {
  const groups: FieldGroup[] = [];
  const open = new Map<string, FieldChange[]>();
  for (const change of diff.flatMap(perItem)) {
    const subject = subjectOf(change.path);
    if (subject === undefined) {
      groups.push({ kind: 'field', field: change });
      continue;
    }
    const relative: FieldChange = { ...change, path: change.path.slice(3) };
    const key = `${subject.kind} ${subject.name}`;
    const fields = open.get(key);
    if (fields !== undefined) fields.push(relative);
    else {
      const started = [relative];
      open.set(key, started);
      groups.push({ ...subject, fields: started });
    }
  }
  return groups;
}

/** One side of a group's fields put together again, as far as the diff tells. */
export function sideOf(fields: readonly FieldChange[], side: 'before' | 'after'): JsonObject {
  let whole: JsonObject = {};
  for (const field of fields) {
    const value = field[side];
    if (value !== undefined) whole = withValue(whole, field.path, value);
  }
  return whole;
}

/** 'name=web' -> 'web'; '=value' -> 'value'; escapes undone. */
export function stepValue(step: string): string {
  return step.slice(step.indexOf('=') + 1).replace(/\\(.)/g, '$1');
}

function withValue(target: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [head, ...rest] = path;
  if (head === undefined) return isJsonObject(value) ? value : target;
  const inner = Object.hasOwn(target, head) ? target[head] : undefined;
  const next = rest.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, rest, value);
  return { ...target, [head]: next };
}

function subjectOf(path: readonly string[]): Subject | undefined {
  const [section, list = '', item = ''] = path;
  if (section !== 'status') return undefined;
  if (list === 'conditions' && item.startsWith('type=')) return { kind: 'condition', name: stepValue(item) };
  if (isContainerList(list) && item.startsWith('name=')) return { kind: 'container', name: stepValue(item) };
  return undefined;
}

/** A whole list that came or went is told item by item. */
function perItem(change: FieldChange): readonly FieldChange[] {
  const [section, list = ''] = change.path;
  if (section !== 'status' || change.path.length !== 2) return [change];
  const key = itemKey(list);
  if (key === undefined || !(isItems(change.before) || isItems(change.after))) return [change];
  return [...itemsOf(change, { key, side: 'before' }), ...itemsOf(change, { key, side: 'after' })];
}

function itemKey(list: string): string | undefined {
  if (list === 'conditions') return 'type';
  return isContainerList(list) ? 'name' : undefined;
}

function itemsOf(change: FieldChange, how: { readonly key: string; readonly side: 'before' | 'after' }): readonly FieldChange[] {
  const value = change[how.side];
  if (!isItems(value)) return [];
  return value.flatMap((item) => {
    const name = isJsonObject(item) ? item[how.key] : undefined;
    return typeof name === 'string' ? [{ path: [...change.path, `${how.key}=${name}`], [how.side]: item }] : [];
  });
}

function isItems(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isContainerList(name: string): boolean {
  return name === 'containerStatuses' || name === 'initContainerStatuses' || name === 'ephemeralContainerStatuses';
}
