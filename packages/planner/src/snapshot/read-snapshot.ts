// Reads a snapshot file as a whole: one that is damaged anywhere is none, since half a cluster behaves like no cluster.

import type { OpenedLines } from '@rectrace/history';
import { isEnd, openLines } from '@rectrace/history';
import type { Json, JsonObject } from '@rectrace/kube';
import { asJson, parseObject } from '@rectrace/kube';
import { snapshotDamaged, snapshotForeign } from '../errors.ts';
import type { Snapshot } from './snapshot.ts';
import { parseSnapshotHeader } from './snapshot-header.ts';

export type ReadSnapshot =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  /** The file has no header of a rectrace file, or says that it is something else: a recording, say. */
  | { readonly kind: 'other' }
  | { readonly kind: 'missing' | 'unreadable' | 'foreign'; readonly reason: string };

type Lines = Extract<OpenedLines, { readonly kind: 'lines' }>['lines'];

/** @throws SnapshotError: SNAPSHOT_DAMAGED, SNAPSHOT_FOREIGN for a snapshot of a version that is not known */
export async function readSnapshot(path: string): Promise<ReadSnapshot> {
  const opened = await openLines(path);
  if (opened.kind !== 'lines') return opened;
  const { lines } = opened;
  try {
    const first = await lines.next();
    const parsed = first.kind === 'line' ? parseSnapshotHeader(first.json) : { kind: 'absent' as const };
    if (parsed.kind === 'unsupported' && isSnapshot(first.kind === 'line' ? first.json : null)) throw snapshotForeign(path, parsed.reason);
    if (parsed.kind !== 'header') return { kind: 'other' };
    return { kind: 'snapshot', snapshot: { header: parsed.header, objects: await readObjects(path, lines) } };
  } finally {
    await lines.close();
  }
}

function isSnapshot(line: Json): boolean {
  return (line as JsonObject | null)?.['rectrace'] === 'snapshot';
}

async function readObjects(path: string, lines: Lines): Promise<readonly JsonObject[]> {
  const objects: JsonObject[] = [];
  lines.expectMark();
  for (let step = await lines.next(); step.kind === 'line'; step = await lines.next()) {
    if (isEnd(step.json)) {
      await lines.finish();
      break;
    }
    const parsed = parseObject(step.json);
    if (parsed.kind === 'object') objects.push(asJson(parsed.object));
    else await lines.damaged(step.at, parsed.reason);
  }
  const { end } = lines;
  if (end?.kind === 'damaged') throw snapshotDamaged(path, end);
  if (end?.kind !== 'complete') throw snapshotDamaged(path, { line: objects.length + 2, offset: 0, reason: 'the file is cut off' });
  return objects;
}
