// The first line of a recording file: what was recorded, of which cluster, by which rules; and the last, by which a reader knows that nothing was
// to follow. Files of version 1 have neither.

import { formatInstant, isJsonObject, type Json, listAt, parseInstant, stringAt } from '@rectrace/kube';
import { SUMS } from './line-sums.ts';

/**
 * cluster: uid of its kube-system namespace. startedAt: milliseconds since the epoch. redaction: id of the key, never the key.
 * roots: ids of what was followed, as KIND.GROUP/NAMESPACE/NAME. '' or empty where unknown.
 */
export type RecordingHeader = {
  readonly version: 1 | 2;
  readonly cluster: string;
  readonly server: string;
  readonly startedAt?: number;
  readonly rules: readonly string[];
  readonly redaction: string;
  readonly roots: readonly string[];
};

/** absent: the line is no header, so the file is of version 1. */
export type ParsedHeader =
  | { readonly kind: 'header'; readonly header: RecordingHeader }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unsupported'; readonly reason: string };

/** What a file without a header is taken for. */
export const VERSION_1: RecordingHeader = { version: 1, cluster: '', server: '', rules: [], redaction: '', roots: [] };

/** The header as a line without its end. */
export function formatHeader({ cluster, server, startedAt, rules, redaction, roots }: Omit<RecordingHeader, 'version'>): string {
  const started = startedAt === undefined ? {} : { startedAt: formatInstant(startedAt) };
  return JSON.stringify({ rectrace: 'recording', version: 2, cluster, server, ...started, rules, redaction, roots, ...SUMS });
}

/** Reads the first line of a file. */
export function parseHeader(line: Json): ParsedHeader {
  if (!isJsonObject(line) || !Object.hasOwn(line, 'rectrace')) return { kind: 'absent' };
  if (line.rectrace !== 'recording') return { kind: 'unsupported', reason: `this is a rectrace ${String(line.rectrace)}, not a recording` };
  if (line.version !== 2)
    return { kind: 'unsupported', reason: `recording version ${String(line.version)} is not known; this rectrace reads 1 and 2` };
  const started = parseInstant(stringAt(line, ['startedAt']));
  const header: RecordingHeader = {
    version: 2,
    cluster: stringAt(line, ['cluster']) ?? '',
    server: stringAt(line, ['server']) ?? '',
    ...(started === undefined ? {} : { startedAt: started }),
    rules: listAt(line, ['rules']).map(String),
    redaction: stringAt(line, ['redaction']) ?? '',
    roots: listAt(line, ['roots']).flatMap((root) => (typeof root === 'string' ? [root] : [])),
  };
  return { kind: 'header', header };
}

/** The last line, without its end. */
export function formatEnd(): string {
  return JSON.stringify({ rectrace: 'end' });
}

export function isEnd(line: Json): boolean {
  return isJsonObject(line) && line.rectrace === 'end';
}
