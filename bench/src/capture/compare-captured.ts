// What was written, as the observer saw it, against what the controller's history holds.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSqliteHistory } from '@rectrace/history';
import type { SeenRevision } from './observation.ts';
import { keyOfId, revisionKey } from './observation.ts';

/** missing: written and not in the history. doubled: in the history more than once. gaps: that the history admits. */
export type Captured = { readonly written: number; readonly missing: readonly string[]; readonly doubled: number; readonly gaps: number };

/** folder: of the histories; that of one cluster is there. The end of an Event is none of its changes: the API server lets Events expire. */
export function compareCaptured(folder: string, revisions: readonly SeenRevision[]): Captured {
  const wanted = new Set(revisions.filter(({ kind, type }) => kind !== 'Event' || type !== 'DELETED').map(revisionKey));
  const reader = readSqliteHistory(fileIn(folder));
  try {
    const held = new Map<string, number>();
    for (const { id } of reader.changes({ withoutBodies: true })) held.set(keyOfId(id), (held.get(keyOfId(id)) ?? 0) + 1);
    return {
      written: wanted.size,
      missing: [...wanted].filter((key) => !held.has(key)),
      doubled: [...held.values()].filter((count) => count > 1).length,
      gaps: reader.gaps().length,
    };
  } finally {
    reader.close();
  }
}

function fileIn(folder: string): string {
  const [file, ...more] = readdirSync(folder).filter((name) => /^history-.*\.db$/.test(name));
  if (file === undefined || more.length > 0) throw new Error(`one history is expected in ${folder}`);
  return join(folder, file);
}
