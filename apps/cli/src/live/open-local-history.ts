// The local history of a cluster for one recording: the file where it can be had, else memory, and why.

import type { ClusterConnection } from '@rectrace/cluster';
import type { HistoryReader, HistoryWriter } from '@rectrace/history';
import { HistoryError, MemoryHistory, openSqliteHistory } from '@rectrace/history';
import type { Invocation } from '../command-definition.ts';
import { LastingWriter } from './lasting-writer.ts';
import { clusterUid, localHistoryFile, makeFolderOf } from './state-folder.ts';

const MEGABYTE = 1024 * 1024;
const LIMITS = { maxBytes: 512 * MEGABYTE, maxAgeMs: 30 * 24 * 3_600_000 };
const MEMORY_LIMITS = { maxBytes: 64 * MEGABYTE };

/** file: undefined where nothing is kept. unsaved: changes that are lost when this ends. */
export type LocalHistory = {
  readonly writer: HistoryWriter;
  readonly reader: HistoryReader;
  readonly file: string | undefined;
  unsaved(): number;
};

/** Says loudly where the file can not be used; recording goes on all the same. */
export async function openLocalHistory(cluster: ClusterConnection, invocation: Invocation): Promise<LocalHistory> {
  if (!invocation.flags.unlessOff('history')) return inMemory();
  const { env, clock, processId } = invocation.surroundings;
  const { screen } = invocation;
  try {
    const file = localHistoryFile(env, await clusterUid(cluster));
    makeFolderOf(file);
    const store = openSqliteHistory(file, { limits: LIMITS, clock, owner: `pid ${processId}` });
    if (store.repaired !== undefined) screen.warn(store.repaired.message);
    const writer = new LastingWriter({ store, clock, say: (line) => screen.warn(line) });
    return { writer, reader: store, file, unsaved: () => writer.unsaved };
  } catch (error) {
    if (!isStorageProblem(error)) throw error;
    screen.warn(`${error.message}; what is recorded stays in memory and is lost when this ends`);
    return inMemory();
  }
}

function inMemory(): LocalHistory {
  const memory = new MemoryHistory({ limits: MEMORY_LIMITS });
  return { writer: memory, reader: memory, file: undefined, unsaved: () => 0 };
}

/** Of the history, of the file system (EACCES, EROFS, ENOSPC, ENOTDIR …), or no place to keep it. */
function isStorageProblem(error: unknown): error is Error {
  if (error instanceof HistoryError) return true;
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('E');
}
