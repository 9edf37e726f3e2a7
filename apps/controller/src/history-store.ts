// The history of this process: one SQLite file in the folder given, else memory; and the key under which secret values are hashed.

import { statSync } from 'node:fs';
import type { History, RetentionLimits } from '@rectrace/history';
import { FallbackHistory, historyPath, MemoryHistory, openRedactionKey, openSqliteHistory } from '@rectrace/history';
import type { SteadyClock } from '@rectrace/kube';
import type { Log } from './log.ts';
import type { HistoryOptions } from './options.ts';
import { presentFields } from './present-fields.ts';

export type HistoryStore = {
  readonly history: History;
  /** Why it cannot be written at the moment; undefined where it can. */
  readonly problem: () => string | undefined;
  readonly bytes: () => number;
};

export type HistoryStoreOptions = HistoryOptions & {
  /** uid of the cluster's kube-system namespace, or another name of the cluster. */
  readonly cluster: string;
  /** What others are told who find the history in use. */
  readonly owner: string;
  readonly clock: SteadyClock;
  readonly log: Log;
  /** Told when the store begins to fail or works again. */
  readonly onChange: () => void;
};

const DAY_MS = 86_400_000;
const KEY_BYTES = 32;

/** @throws HistoryError where the history is in use, or was written by a newer release */
export function openHistoryStore({ folder, cluster, owner, clock, log, onChange, ...wanted }: HistoryStoreOptions): HistoryStore {
  const limits = limitsOf(wanted);
  if (folder === undefined) {
    const memory = new MemoryHistory({ limits, clock });
    return { history: memory, problem: () => undefined, bytes: () => memory.bytes };
  }
  let problem: string | undefined;
  const path = historyPath(folder, cluster);
  const history = new FallbackHistory({
    clock,
    open: () => {
      const store = openSqliteHistory(path, { limits, clock, owner });
      if (store.repaired !== undefined)
        log.warn({ path, movedTo: store.repaired.movedTo, changes: store.repaired.changes }, store.repaired.message);
      return store;
    },
    onNotice: (notice) => {
      if (notice.kind === 'failing') problem = notice.error.message;
      if (notice.kind === 'recovered') problem = undefined;
      if (notice.kind === 'recovered') log.info({ path }, notice.message);
      else log.error({ path }, notice.message);
      onChange();
    },
  });
  return { history, problem: () => problem, bytes: () => sizeOf(path) + sizeOf(`${path}-wal`) };
}

/** The key of this installation; a fresh one where there is no folder to keep it in. */
export function redactionKey(
  folder: string | undefined,
  { randomBytes, log }: { readonly randomBytes: (count: number) => Uint8Array; readonly log: Log },
): Uint8Array {
  if (folder === undefined) return randomBytes(KEY_BYTES);
  const { key, problem } = openRedactionKey(folder, randomBytes);
  if (problem !== undefined) log.warn({ folder }, problem);
  return key;
}

function limitsOf({ bytes, days, cycles }: Pick<HistoryOptions, 'bytes' | 'days' | 'cycles'>): RetentionLimits {
  const unless0 = (value: number): number | undefined => (value === 0 ? undefined : value);
  return presentFields({ maxBytes: unless0(bytes), maxAgeMs: unless0(days * DAY_MS), maxCycles: unless0(cycles) });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
