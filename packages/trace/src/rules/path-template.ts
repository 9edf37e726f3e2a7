// Text templates over an object's fields: '{metadata.name}', '{spec.volumes[*].secret.secretName}', "{metadata.labels['a.b/c']}".
// A template with a missing field yields nothing, so an empty reference never matches everything.

import type { Json } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';

type Step = { readonly kind: 'field'; readonly name: string } | { readonly kind: 'each' };
/** fields: the steps as plain field names, where none of them is [*]. */
type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'path'; readonly steps: readonly Step[]; readonly fields: readonly string[] | undefined };
export type PathTemplate = { readonly kind: 'template'; readonly text: string; readonly parts: readonly Part[] };
export type ParsedTemplate = PathTemplate | { readonly kind: 'invalid'; readonly reason: string };

const NOTHING: readonly string[] = [];
const STEP = /^(?:\.?([A-Za-z_$][\w$-]*)|\['([^']*)'\]|\[(\*)\])/;

/** Parses a template; the reason names what could not be read. */
export function parsePathTemplate(text: string): ParsedTemplate {
  const parts: Part[] = [];
  for (const piece of text.split(/(?=\{)|(?<=\})/)) {
    const part = parsePart(piece);
    if (part === undefined) return { kind: 'invalid', reason: `'${piece}' in '${text}' is not a field path in braces` };
    parts.push(part);
  }
  return { kind: 'template', text, parts };
}

function parsePart(piece: string): Part | undefined {
  if (!piece.startsWith('{')) return { kind: 'text', text: piece };
  const steps = piece.endsWith('}') ? parsePath(piece.slice(1, -1)) : undefined;
  if (steps === undefined) return undefined;
  const fields = steps.flatMap((step) => (step.kind === 'field' ? [step.name] : []));
  return { kind: 'path', steps, fields: fields.length === steps.length ? fields : undefined };
}

function parsePath(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = text;
  while (rest !== '') {
    const match = STEP.exec(rest);
    if (match === null) return undefined;
    const name = match[1] ?? match[2];
    steps.push(name === undefined ? { kind: 'each' } : { kind: 'field', name });
    rest = rest.slice(match[0].length);
  }
  return steps.length === 0 ? undefined : steps;
}

/** Every text the template yields for an object: none where a field is missing or empty, several through [*]. */
export function renderTemplate(template: PathTemplate, object: Json): readonly string[] {
  const [only] = template.parts;
  if (template.parts.length === 1 && only !== undefined) return textsOf(only, object);
  let texts: readonly string[] = [''];
  for (const part of template.parts) {
    const values = textsOf(part, object);
    if (values.length === 0) return values;
    texts = texts.flatMap((text) => values.map((value) => text + value));
  }
  return texts;
}

function textsOf(part: Part, object: Json): readonly string[] {
  if (part.kind === 'text') return [part.text];
  if (part.fields !== undefined) return scalarText(valueAt(object, part.fields));
  let found: readonly Json[] = [object];
  for (const step of part.steps) found = found.flatMap((value) => takeStep(value, step));
  return found.flatMap(scalarText);
}

function scalarText(value: Json | undefined): readonly string[] {
  return value === undefined || typeof value === 'object' || value === '' ? NOTHING : [String(value)];
}

function takeStep(value: Json, step: Step): readonly Json[] {
  if (step.kind === 'each') return Array.isArray(value) ? (value as readonly Json[]) : [];
  if (!isJsonObject(value) || !Object.hasOwn(value, step.name)) return [];
  const next = value[step.name];
  return next === undefined ? [] : [next];
}
