// What the local history of a cluster says, for a command that can go on without: where it cannot be read, one line says so.

import type { ClusterConnection } from '@rectrace/cluster';
import type { HistoryReader, LastWriter } from '@rectrace/history';
import { HistoryError, lastWriter, readSqliteHistory } from '@rectrace/history';
import type { Invocation } from '../command-definition.ts';
import { UnsupportedError } from '../errors.ts';
import { localHistoryFile, nameOfCluster } from '../live/state-folder.ts';

const MENDING = 'the next watch or record of this cluster sets it aside and takes over what can be read';

/** writer: who wrote it last. */
export type LocalReading<T> = (reader: HistoryReader, writer: LastWriter | undefined) => T | Promise<T>;

/** What `read` makes of the history, undefined where there is none or it cannot be read. @throws ApiError, TransportError */
export async function readLocalHistory<T>(
  invocation: Invocation,
  cluster: ClusterConnection,
  read: LocalReading<T>,
): Promise<T | undefined> {
  const name = await nameOfCluster(cluster);
  return readHistoryFile(invocation, () => localHistoryFile(invocation.surroundings.env, name), read);
}

/** The same of a file. */
export async function readHistoryFile<T>({ screen }: Invocation, file: () => string, read: LocalReading<T>): Promise<T | undefined> {
  const damage: string[] = [];
  try {
    return await readFile(file(), { read, onDamage: (line) => damage.push(line) });
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    damage.splice(0, damage.length, `${problem}; going on without the local history`);
    return undefined;
  } finally {
    const [first, ...more] = damage;
    if (first !== undefined) screen.warn(more.length === 0 ? first : `${first}; so are ${more.length} more`);
  }
}

/** One line where the error says that the history cannot be read; undefined for any other. */
export function problemOf(error: unknown): string | undefined {
  if (error instanceof HistoryError) return error.code === 'HISTORY_DAMAGED' ? `${error.message}; ${MENDING}` : error.message;
  return error instanceof UnsupportedError ? error.message : undefined;
}

async function readFile<T>(
  file: string,
  { read, onDamage }: { readonly read: LocalReading<T>; readonly onDamage: (line: string) => void },
): Promise<T | undefined> {
  const writer = lastWriter(file);
  const reader = openLocalReader(file, onDamage);
  try {
    return reader === undefined ? undefined : await read(reader, writer);
  } finally {
    reader?.close();
  }
}

/**
 * A local history that is open; to be closed. undefined where there is none yet. onDamage: told of each change whose body cannot be read.
 * @throws HistoryError for one that can not be read
 */
export function openLocalReader(file: string, onDamage?: (line: string) => void): (HistoryReader & { close(): void }) | undefined {
  try {
    return readSqliteHistory(file, onDamage === undefined ? {} : { onDamage });
  } catch (error) {
    if (error instanceof HistoryError && error.code === 'HISTORY_MISSING') return undefined;
    throw error;
  }
}
