// What is remembered of a value so that it is known again: a short one itself, of any other a digest.

import type { Json } from '@rectrace/kube';
import { isJsonList, isJsonObject, jsonEquals } from '@rectrace/kube';

/** digest: in place of a value that is long or has parts; of equal values it is the same. Neither: there is no value. */
export type ValueMark = { readonly value?: Json; readonly digest?: string };

const LONGEST = 64;

export function markOf(value: Json | undefined): ValueMark {
  if (value === undefined) return {};
  return isShort(value) ? { value } : { digest: digestOf(value) };
}

/** Whether both are of equal values. */
export function isSameMark(left: ValueMark, right: ValueMark): boolean {
  return left.digest === right.digest && jsonEquals(left.value, right.value);
}

function isShort(value: Json): boolean {
  return typeof value === 'string' ? value.length <= LONGEST : !isJsonList(value) && !isJsonObject(value);
}

/** 64 bits, as two hashes of 32 that share no factor: nobody gains by a collision, and by chance none happens. */
function digestOf(value: Json): string {
  const lanes: Lanes = [0xdeadbeef, 0x41c6ce57];
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { head, parts } = shapeOf(next);
    feed(lanes, head);
    for (let at = parts.length - 1; at >= 0; at -= 1) open.push(parts[at] ?? null);
  }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}

/** How many parts a value has, and their names in order; a scalar is all head. */
function shapeOf(value: Json): { readonly head: string; readonly parts: readonly Json[] } {
  if (isJsonList(value)) return { head: `[${value.length};`, parts: value };
  if (!isJsonObject(value)) return { head: scalarText(value), parts: [] };
  const keys = Object.keys(value).sort();
  const names = keys.map((key) => `${key.length}:${key}`);
  return { head: `{${keys.length};${names.join('')}`, parts: keys.map((key) => value[key] ?? null) };
}

type Lanes = [number, number];

function feed(lanes: Lanes, text: string): void {
  let [left, right] = lanes;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    left = Math.imul(left ^ unit, 0x9e3779b1);
    right = Math.imul(right ^ unit, 0x5f356495);
    left ^= left >>> 15;
    right ^= right >>> 13;
  }
  lanes[0] = left;
  lanes[1] = right;
}

/** Without a type in front a text would be taken for what it spells. An integer is the same one as number and as bigint. */
function scalarText(value: null | boolean | number | bigint | string): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  const exact = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
  return `${exact};`;
}
