// A field's value in a few characters.

import type { Json } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import { cleanLine } from './clean-text.ts';
import { cutEnd } from './glyph-width.ts';

const LIMIT = 40;

/** Scalars as they are, text quoted where it has blanks and cut after 40 columns, lists and objects by their size. */
export function valueText(value: Json): string {
  if (typeof value === 'string') return stringText(value);
  if (isJsonObject(value)) return `{${count(Object.keys(value).length, 'field')}}`;
  if (Array.isArray(value)) return `[${count(value.length, 'item')}]`;
  return String(value);
}

/** True for what valueText shows in full meaning: no list, no object, no long or many-line text. */
export function isShort(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.length <= LIMIT && !value.includes('\n');
  return typeof value !== 'object' || value === null;
}

function stringText(value: string): string {
  const text = cutEnd(cleanLine(value), LIMIT);
  return text === '' || /\s/.test(text) ? `"${text}"` : text;
}

function count(many: number, noun: string): string {
  return many === 1 ? `1 ${noun}` : `${many} ${noun}s`;
}
