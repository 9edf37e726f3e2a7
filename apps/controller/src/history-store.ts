// The history of this process: one SQLite file in the folder given, else memory; and the key under which secret values are hashed.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '@rectrace/cluster';
import type { History, RetentionLimits } from '@rectrace/history';
import { FallbackHistory, historyPath, MemoryHistory, openSqliteHistory } from '@rectrace/history';
import type { Clock } from '@rectrace/kube';
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
  readonly clock: Clock;
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

/** The key of this installation, made on first use and readable by its owner only; a fresh one where there is no folder to keep it in. */
export function redactionKey(
  folder: string | undefined,
  { randomBytes, log }: { readonly randomBytes: (count: number) => Uint8Array; readonly log: Log },
): Uint8Array {
  if (folder === undefined) return randomBytes(KEY_BYTES);
  const path = join(folder, 'redaction.key');
  try {
    const known = readFileSync(path);
    if (known.length === KEY_BYTES) return known;
  } catch (error) {
    if (!isAbsent(error)) return lostKey({ path, error, randomBytes, log });
  }
  const key = randomBytes(KEY_BYTES);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, key, { mode: 0o600 });
    return key;
  } catch (error) {
    return lostKey({ path, error, randomBytes, log });
  }
}

type LostKey = { readonly path: string; readonly error: unknown; readonly randomBytes: (count: number) => Uint8Array; readonly log: Log };

function lostKey({ path, error, randomBytes, log }: LostKey): Uint8Array {
  log.warn({ path, reason: reasonOf(error) }, 'the redaction key cannot be kept: hashes of the same value will differ after a restart');
  return randomBytes(KEY_BYTES);
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function limitsOf({ bytes, days, cycles }: Pick<HistoryOptions, 'bytes' | 'days' | 'cycles'>): RetentionLimits {
  const unless0 = (value: number): number | undefined => (value === 0 ? undefined : value);
  return presentFields({ maxBytes: unless0(bytes), maxAgeMs: unless0(days * DAY_MS), maxCycles: unless0(cycles) });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
