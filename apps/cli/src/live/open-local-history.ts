// The local history of a cluster for one recording: the file where it can be had, else memory, and why.

import type { ClusterConnection } from '@rectrace/cluster';
import type { HistoryReader, HistoryWriter } from '@rectrace/history';
import { FallbackHistory, HistoryError, MemoryHistory, openSqliteHistory } from '@rectrace/history';
import type { Invocation } from '../command-definition.ts';
import type { Surroundings } from '../surroundings.ts';
import { rememberCluster } from './remembered-clusters.ts';
import { localHistoryFile, makeFolderOf, nameOfCluster } from './state-folder.ts';

const MEGABYTE = 1024 * 1024;
const LIMITS = { maxBytes: 512 * MEGABYTE, maxAgeMs: 30 * 24 * 3_600_000 };
const MEMORY_LIMITS = { maxBytes: 64 * MEGABYTE };

const LOST = 'what is recorded stays in memory and is lost when this ends';
const WRITTEN = 'it is recorded into its file alone';
/** The second one finds what the first one met. */
const OPENINGS = 2;

/** file: undefined where nothing is kept. */
export type LocalHistory = { readonly writer: HistoryWriter; readonly reader: HistoryReader; readonly file: string | undefined };

/** isWritten: a recording file keeps it in any case. */
type Wanted = { readonly cluster: ClusterConnection; readonly root: string | undefined; readonly isWritten?: boolean };

function whatIsLost({ isWritten = false }: Wanted): string {
  return isWritten ? WRITTEN : LOST;
}

/**
 * Begins with the local history. One that turns out damaged when it is read is opened anew, which sets it aside; should that not help, memory
 * takes its place. @throws what `begin` throws but damage
 */
export async function withLocalHistory<T>(
  invocation: Invocation,
  wanted: Wanted,
  begin: (history: LocalHistory) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= OPENINGS; attempt += 1) {
    const history = await openLocalHistory(wanted, invocation);
    try {
      return await begin(history);
    } catch (error) {
      closeBroken(history.writer);
      if (!isDamage(error)) throw error;
      if (attempt === OPENINGS) invocation.screen.warn(`${error.message}; ${whatIsLost(wanted)}`);
    }
  }
  return begin(inMemory());
}

function isDamage(error: unknown): error is HistoryError {
  return error instanceof HistoryError && error.code === 'HISTORY_DAMAGED';
}

/** What is damaged may not be closed in good order either; that is told with what follows. */
function closeBroken(writer: HistoryWriter): void {
  try {
    writer.close();
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
}

/**
 * root: id of what is followed; without one nothing is traced, so there is nothing to keep and the file stays free for others. Says loudly
 * where the file can not be used, at the start or later; recording goes on in memory all the same. @internal
 */
export async function openLocalHistory(wanted: Wanted, { flags, screen, surroundings }: Invocation): Promise<LocalHistory> {
  const { cluster, root } = wanted;
  if (root === undefined || !flags.unlessOff('history')) return inMemory();
  const warn = (line: string): void => screen.warn(line);
  try {
    const file = localHistoryFile(surroundings.env, await nameOfCluster(cluster));
    const history = openFile(file, { root, surroundings, warn });
    rememberCluster(file, cluster.server);
    return { writer: history, reader: history, file };
  } catch (error) {
    if (!isStorageProblem(error)) throw error;
    warn(`${error instanceof HistoryError ? '' : 'the local history cannot be written: '}${error.message}; ${whatIsLost(wanted)}`);
    return inMemory();
  }
}

/** @throws HistoryError HISTORY_IN_USE, HISTORY_TOO_NEW; what the file system says of the folder */
function openFile(
  file: string,
  { root, surroundings, warn }: { readonly root: string; readonly surroundings: Surroundings; warn(line: string): void },
): FallbackHistory {
  const { clock, processId } = surroundings;
  makeFolderOf(file);
  return new FallbackHistory({
    clock,
    open: () => {
      const store = openSqliteHistory(file, { limits: LIMITS, clock, owner: `pid ${processId}`, root });
      if (store.repaired !== undefined) warn(store.repaired.message);
      return store;
    },
    onNotice: ({ message }) => warn(message),
  });
}

function inMemory(): LocalHistory {
  const memory = new MemoryHistory({ limits: MEMORY_LIMITS });
  return { writer: memory, reader: memory, file: undefined };
}

/** Of the history, of the file system (EACCES, EROFS, ENOSPC, ENOTDIR …), or no place to keep it. */
function isStorageProblem(error: unknown): error is Error {
  if (error instanceof HistoryError) return true;
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('E');
}
