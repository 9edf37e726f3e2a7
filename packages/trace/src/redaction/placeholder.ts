// What stands for a value that comes from elsewhere: $NAME, ${NAME}, $(command), `command`, {{ template }}, alone or joined by signs. What stands
// beside them, or is their default, may be the secret itself. Every search is bounded, so that the time grows with the length of the text.

import { isReference, isSensitiveName } from './sensitive-name.ts';

/** body: of a variable, with what stands behind its name. template: what is computed. */
const PART = /\$\((?:[^()]*(?:\([^()]*\)[^()]*)*)\)|`[^`]+`|\$\{(?<body>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|\{\{(?<template>[\s\S]*?)\}\}/y;
const SIGNS = /[\s:;,.@/_+=|&#"'-]*/y;
const SIGNS_OF_WORD = /[:,.@/_+=#-]*/y;
const END_OF_WORD = /^(?:$|[\s;&|)<>])/;
const FIRST_WORD = /^[^\s;&|)<>]+/;
/** ${NAME:-x} and ${NAME:=x} of shells, ${name:x} of Spring; what ${NAME:?x} says and ${NAME:+x} adds is no value of its own. */
const DEFAULT = /^([A-Za-z0-9_.-]{1,200}):(?:([-=])|(?![-=?+]))([\s\S]*)$/;
/** ${NAME:0:4} of shells. */
const SPAN = /^ ?-?[0-9]{1,2}(?::-?[0-9]{1,2})?$/;
/** Not those of providers: ${file:/a:password}, ${secrets:a/b:password}. */
const VARIABLE = /^[A-Z0-9_]+$|[._]|pass/;
const DEFAULT_OF_TEMPLATE = /\bdefault[\s(]+(?:"[^"]+"|'[^']+'|`[^`]+`)/;

/** Whether nothing else is in the text. */
export function isPlaceholder(text: string): boolean {
  return isReference(text) || endOfPlaceholders(text, SIGNS) === text.length;
}

/** Whether nothing else is in the first word of a line for a shell. */
export function beginsWithPlaceholder(line: string): boolean {
  if (isReference(FIRST_WORD.exec(line)?.[0] ?? '')) return true;
  const end = endOfPlaceholders(line, SIGNS_OF_WORD);
  return end !== undefined && END_OF_WORD.test(line.slice(end, end + 1));
}

/** Where the placeholders end that a text begins with; undefined where it begins with none, or a default stands in one. */
function endOfPlaceholders(text: string, signs: RegExp): number | undefined {
  const skip = skipping(text, signs);
  const part = new RegExp(PART);
  let end: number | undefined;
  part.lastIndex = skip(0);
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    if (holdsDefault(found.groups ?? {})) return undefined;
    end = skip(part.lastIndex);
    part.lastIndex = end;
  }
  return end;
}

/** Returns where the signs end that stand at a place. */
function skipping(text: string, signs: RegExp): (start: number) => number {
  const reading = new RegExp(signs);
  return (start) => {
    reading.lastIndex = start;
    return start + (reading.exec(text)?.[0].length ?? 0);
  };
}

function holdsDefault({ body = '', template = '' }: { readonly [group: string]: string | undefined }): boolean {
  if (DEFAULT_OF_TEMPLATE.test(template)) return true;
  const [, name = '', sign = '', value = ''] = DEFAULT.exec(body) ?? [];
  if (value === '' || isPlaceholder(value)) return false;
  return sign !== '' || (isSensitiveName(name) && VARIABLE.test(name) && !SPAN.test(value));
}
