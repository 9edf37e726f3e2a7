// What -o asks for.

import { UsageError } from '../errors.ts';
import { parseTemplate } from './jsonpath/parse-template.ts';
import type { Piece } from './jsonpath/template.ts';

export type OutputFormat =
  | { readonly kind: 'table' | 'wide' | 'json' | 'yaml' | 'name' | 'dot' }
  | { readonly kind: 'jsonpath'; readonly template: readonly Piece[] };

export type OutputKind = OutputFormat['kind'];

/** Of commands that print a table of what they found. */
export const TABLE_FORMS: readonly OutputKind[] = ['table', 'wide', 'json', 'yaml', 'name', 'jsonpath'];
/** Of commands that print a line on what they did. */
export const MADE_FORMS: readonly OutputKind[] = ['table', 'json', 'yaml', 'name', 'jsonpath'];
export const TREE_FORMS: readonly OutputKind[] = ['table', 'wide', 'json', 'yaml', 'dot', 'name', 'jsonpath'];
export const DOCTOR_FORMS: readonly OutputKind[] = ['table', 'wide', 'json', 'yaml', 'jsonpath'];
export const VERSION_FORMS: readonly OutputKind[] = ['table', 'json', 'yaml', 'jsonpath'];
export const WATCH_FORMS: readonly OutputKind[] = ['table', 'wide', 'json'];

/** As a user writes them. */
export function formWords(forms: readonly OutputKind[]): readonly string[] {
  return forms.map((form) => (form === 'jsonpath' ? 'jsonpath=TEMPLATE' : form));
}

const PLAIN = ['table', 'wide', 'json', 'yaml', 'name', 'dot'] as const;

/** Absent or '' is the table. @throws UsageError for a form that is unknown or that the command does not print, and a template that is none */
export function parseOutputFormat(text: string | undefined, supported: readonly OutputKind[]): OutputFormat {
  const format = read(text ?? '');
  if (format !== undefined && supported.includes(format.kind)) return format;
  throw new UsageError(`-o ${text}: this command prints ${formWords(supported).join(', ')}`);
}

function read(text: string): OutputFormat | undefined {
  if (text === '') return { kind: 'table' };
  if (text.startsWith('jsonpath')) return jsonPath(text.slice('jsonpath'.length));
  const kind = PLAIN.find((name) => name === text);
  return kind === undefined ? undefined : { kind };
}

/** given: what follows 'jsonpath'. */
function jsonPath(given: string): OutputFormat {
  if (/^=?\s*$/.test(given)) throw new UsageError(`-o jsonpath${given}: a template is missing; write one such as jsonpath='{.root.name}'`);
  if (!given.startsWith('=')) throw new UsageError(`-o jsonpath${given}: write jsonpath=TEMPLATE`);
  return { kind: 'jsonpath', template: parseTemplate(given.slice(1)) };
}
