// What -o asks for.

import { UsageError } from '../errors.ts';
import { parseTemplate } from './jsonpath/parse-template.ts';
import type { Piece } from './jsonpath/template.ts';

export type OutputFormat =
  | { readonly kind: 'table' | 'wide' | 'json' | 'yaml' | 'name' | 'dot' }
  | { readonly kind: 'jsonpath'; readonly template: readonly Piece[] };

export type OutputKind = OutputFormat['kind'];

const PLAIN = ['table', 'wide', 'json', 'yaml', 'name', 'dot'] as const;

/** Absent or '' is the table. @throws UsageError for a form that is unknown or that the command does not print, and a template that is none */
export function parseOutputFormat(text: string | undefined, supported: readonly OutputKind[]): OutputFormat {
  const format = read(text ?? '');
  if (format !== undefined && supported.includes(format.kind)) return format;
  const forms = supported.map((kind) => (kind === 'jsonpath' ? 'jsonpath=TEMPLATE' : kind)).join(', ');
  throw new UsageError(`-o ${text}: this command prints ${forms}`);
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
