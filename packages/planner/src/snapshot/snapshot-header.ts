// The first line of a snapshot file.

import type { Json, JsonObject } from '@rectrace/kube';
import { formatInstant, isJsonObject, listAt, parseInstant, stringAt } from '@rectrace/kube';
import type { LaterRead, Omission, SnapshotHeader } from './snapshot.ts';

/** absent: the line is no header of anything. */
export type ParsedSnapshotHeader =
  | { readonly kind: 'header'; readonly header: SnapshotHeader }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unsupported'; readonly reason: string };

/** As a line without its end. */
export function formatSnapshotHeader({ version, takenAt, ...rest }: SnapshotHeader): string {
  return JSON.stringify({ rectrace: 'snapshot', version, takenAt: formatInstant(takenAt), ...rest });
}

export function parseSnapshotHeader(line: Json): ParsedSnapshotHeader {
  const what = isJsonObject(line) ? stringAt(line, ['rectrace']) : undefined;
  if (what === undefined) return { kind: 'absent' };
  if (what !== 'snapshot') return { kind: 'unsupported', reason: `this is a rectrace ${what}, not a snapshot` };
  const header = line as JsonObject;
  if (header['version'] !== 1)
    return { kind: 'unsupported', reason: `snapshot version ${String(header['version'])} is not known; this rectrace reads 1` };
  return { kind: 'header', header: read(header) };
}

function read(line: JsonObject): SnapshotHeader {
  const text = (...path: readonly string[]): string => stringAt(line, path) ?? '';
  return {
    version: 1,
    takenAt: parseInstant(text('takenAt')) ?? 0,
    server: text('server'),
    serverVersion: text('serverVersion'),
    resourceVersion: text('resourceVersion'),
    scope: { namespace: text('scope', 'namespace') },
    secrets: text('secrets') === 'kept' ? 'kept' : 'standIns',
    leftOut: listAt(line, ['leftOut']).map((item) => texts(item, ['what', 'reason'] as const)) satisfies readonly Omission[],
    laterReads: listAt(line, ['laterReads']).map((item) =>
      texts(item, ['collection', 'resourceVersion', 'reason'] as const),
    ) satisfies readonly LaterRead[],
  };
}

function texts<Name extends string>(item: Json, names: readonly Name[]): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, stringAt(item, [name]) ?? ''])) as Record<Name, string>;
}
