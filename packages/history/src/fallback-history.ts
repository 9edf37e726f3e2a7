// A history that goes on in memory while its store cannot be written: loudly, counted, bounded, and tried again until the store takes it all.

import type { SteadyClock } from '@rectrace/kube';
import type { Change, Cycle, Membership } from '@rectrace/trace';
import { placeOf } from './change-identity.ts';
import { CycleNumbering } from './cycle-numbering.ts';
import { HistoryError } from './errors.ts';
import type { ChangeQuery, CycleQuery, Dropped, HistoryReader, KnownRoot, LatestQuery, RootEntry } from './history-reader.ts';
import type { Commit, HistoryWriter, RecordedGap, RecordedPosition, RecordedSpan } from './history-writer.ts';
import { MemoryHistory } from './memory-history.ts';
import { MergedReader } from './merged-reader.ts';

export type History = HistoryWriter & HistoryReader;

/**
 * One line for people with each. failing: the store refuses, from now on memory holds what is recorded. recovered: the store has all of it now.
 * lost: so many changes were never stored, because memory was full or the recording ended.
 */
export type FallbackNotice =
  | { readonly kind: 'failing'; readonly error: HistoryError; readonly message: string }
  | { readonly kind: 'recovered'; readonly changes: number; readonly message: string }
  | { readonly kind: 'lost'; readonly changes: number; readonly message: string };

/** since: milliseconds since the epoch. changes: held in memory only. lost: dropped from there since. */
export type Unpersisted = { readonly since: number; readonly reason: string; readonly changes: number; readonly lost: number };

export type FallbackHistoryOptions = {
  /** Opens the store; called again after each failure to open. @throws HistoryError */
  readonly open: () => History;
  readonly clock: Pick<SteadyClock, 'now' | 'elapsed'>;
  readonly onNotice: (notice: FallbackNotice) => void;
  /** Between two attempts to write to the store. Default 10 s. */
  readonly retryMs?: number;
  /** What memory may hold meanwhile. Default 64 MiB. */
  readonly maxBytes?: number;
};

type Trouble = {
  readonly since: number;
  readonly error: HistoryError;
  readonly memory: MemoryHistory;
  readonly withdrawn: Map<string, Withdrawn>;
  /** By place the first version recorded while the store could not be read either: it goes on from nothing that is stored. Absent = it was read. */
  readonly begun?: Map<string, string>;
  nextTry: number;
};
type Withdrawn = { readonly root: string; readonly number: number };

const RETRY_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
const CHANGES_PER_COMMIT = 500;
const NOTHING: Commit = { changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions: [], fence: 0 };
const FULL = 'the history could not be written and what memory held meanwhile was full';
const UNREAD = 'the history could not be read when recording began, so it did not go on from there';
const STORAGE_CODES: readonly string[] = ['HISTORY_FULL', 'HISTORY_READ_ONLY', 'HISTORY_UNAVAILABLE', 'HISTORY_DAMAGED'];

export class FallbackHistory implements HistoryWriter, HistoryReader {
  readonly #options: FallbackHistoryOptions;
  #store: History | undefined;
  #trouble: Trouble | undefined;
  #numbering = new CycleNumbering();
  #fence = 0;
  #wasOpen = false;

  /** Opens the store; where that fails for reasons of storage, memory takes over at once. @throws HistoryError HISTORY_IN_USE, HISTORY_TOO_NEW… */
  constructor(options: FallbackHistoryOptions) {
    this.#options = options;
    try {
      this.#store = this.#opened();
    } catch (error) {
      this.#enterTrouble(error);
    }
  }

  /** What is in memory only; undefined while the store takes everything. */
  get unpersisted(): Unpersisted | undefined {
    if (this.#trouble === undefined) return undefined;
    const { since, error, memory } = this.#trouble;
    return { since, reason: error.message, changes: countChanges(memory), lost: memory.dropped().changes };
  }

  get fence(): number {
    return this.#fence;
  }

  commit(told: Commit): void {
    this.#fence = Math.max(this.#fence, told.fence);
    const commit = this.#numbering.renumbered(told);
    const trouble = this.#trouble ?? this.#tryCommit(commit);
    if (trouble === undefined) return;
    trouble.memory.commit(commit);
    noteWithdrawn(trouble.withdrawn, commit);
    noteBegun(trouble, commit);
    if (this.#options.clock.elapsed() >= trouble.nextTry) this.retry();
  }

  /** Tries to bring what is in memory into the store. True where nothing is left in memory. */
  retry(): boolean {
    const trouble = this.#trouble;
    if (trouble === undefined) return true;
    try {
      this.#store = this.#reopened(trouble.error);
      this.#flush(this.#store, trouble);
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      trouble.nextTry = this.#options.clock.elapsed() + (this.#options.retryMs ?? RETRY_MS);
      return false;
    }
    this.#trouble = undefined;
    this.#sayRecovered(trouble);
    return true;
  }

  close(): void {
    const stored = this.retry();
    const left = this.unpersisted;
    const lost = (left?.changes ?? 0) + (left?.lost ?? 0);
    if (!stored && left !== undefined && lost > 0) this.#sayLost(lost, `the recording ended while ${left.reason}`);
    this.#store?.close();
  }

  changes(query: ChangeQuery): Iterable<Change> {
    return this.#reader().changes(query);
  }

  cycles(root: string, options?: CycleQuery): readonly Cycle[] {
    return this.#reader().cycles(root, options);
  }

  members(root: string): readonly Membership[] {
    return this.#reader().members(root);
  }

  roots(): readonly RootEntry[] {
    return this.#reader().roots();
  }

  root(id: string): KnownRoot | undefined {
    return this.#reader().root(id);
  }

  gaps(root?: string): readonly RecordedGap[] {
    return this.#reader().gaps(root);
  }

  positions(): readonly RecordedPosition[] {
    return this.#reader().positions();
  }

  spans(root?: string): readonly RecordedSpan[] {
    return this.#reader().spans(root);
  }

  revision(uid: string, resourceVersion: string): Change | undefined {
    return this.#reader().revision(uid, resourceVersion);
  }

  latest(query: LatestQuery): Iterable<Change> {
    return this.#reader().latest(query);
  }

  dropped(): Dropped {
    return this.#reader().dropped();
  }

  #reader(): HistoryReader {
    const newer = this.#trouble?.memory;
    const older = this.#store;
    if (newer === undefined || older === undefined) return newer ?? older ?? new MemoryHistory();
    return new MergedReader({ older, newer, withdrawn: [...(this.#trouble?.withdrawn.values() ?? [])] });
  }

  #tryCommit(commit: Commit): Trouble | undefined {
    try {
      this.#store?.commit(commit);
      return undefined;
    } catch (error) {
      return this.#enterTrouble(error);
    }
  }

  #enterTrouble(error: unknown): Trouble {
    if (!isStorageFailure(error)) throw error;
    const now = this.#options.clock.now();
    const memory = new MemoryHistory({ limits: { maxBytes: this.#options.maxBytes ?? MAX_BYTES } });
    const unread = this.#store === undefined ? { begun: new Map<string, string>() } : {};
    const nextTry = this.#options.clock.elapsed() + (this.#options.retryMs ?? RETRY_MS);
    const trouble: Trouble = { since: now, error, memory, withdrawn: new Map(), nextTry, ...unread };
    this.#trouble = trouble;
    memory.commit({ ...NOTHING, members: knownMembers(this.#store) });
    this.#options.onNotice({ kind: 'failing', error, message: `${error.message}; recording goes on in memory` });
    return trouble;
  }

  /** A full disk may have room again; after any other failure the file is opened anew, which also repairs it. */
  #reopened({ code }: HistoryError): History {
    if (this.#store !== undefined && code === 'HISTORY_FULL') return this.#store;
    const former = this.#store;
    this.#store = undefined;
    if (former !== undefined) closeBroken(former);
    return this.#opened();
  }

  /** The fence is that of the first opening: whoever opens the store between two of ours takes over. */
  #opened(): History {
    const store = this.#options.open();
    if (!this.#wasOpen) this.#fence = Math.max(this.#fence, store.fence);
    this.#wasOpen = true;
    return store;
  }

  /** Positions go last: they never stand before what they stand for. What was told by one who read nothing takes nothing back. */
  #flush(store: History, trouble: Trouble): void {
    const { memory, withdrawn, begun } = trouble;
    const put = (part: Partial<Commit>): void => store.commit({ ...NOTHING, ...part, fence: this.#fence });
    put({ members: membersOf(memory), withdrawn: begun === undefined ? [...withdrawn.values()] : [] });
    let changes: Change[] = [];
    for (const change of memory.changes({})) {
      changes.push(change);
      if (changes.length < CHANGES_PER_COMMIT) continue;
      put({ changes });
      changes = [];
    }
    const told = memory.roots().flatMap(({ id }) => memory.cycles(id).map((cycle) => ({ root: id, cycle })));
    const numbering = begun === undefined ? this.#numbering : CycleNumbering.behind(store);
    const { cycles } = begun === undefined ? { cycles: told } : numbering.renumbered({ cycles: told, withdrawn: [] });
    const gaps = [...memory.gaps(), ...this.#gapsOf(store, trouble)];
    put({ changes, cycles, gaps, positions: memory.positions(), spans: memory.spans() });
    this.#numbering = numbering;
  }

  /**
   * Where memory was full too, what it dropped may be missing from every collection; where the store could not be read at the start, what
   * happened between its positions and the first ones recorded since.
   */
  #gapsOf(store: HistoryReader, { memory, begun }: Trouble): readonly RecordedGap[] {
    const stored = new Map(store.positions().map((position) => [placeOf(position), position.resourceVersion]));
    const receivedAt = this.#options.clock.now();
    const full = memory.dropped().changes > 0;
    return memory.positions().flatMap((position): readonly RecordedGap[] => {
      const from = stored.get(placeOf(position));
      const to = full ? position.resourceVersion : (begun?.get(placeOf(position)) ?? '');
      if (!full && (from === undefined || to === '' || from === to)) return [];
      return [gapAt(position, { from: from ?? '', to, reason: full ? FULL : UNREAD, receivedAt })];
    });
  }

  #sayRecovered({ memory }: Trouble): void {
    const changes = countChanges(memory);
    this.#options.onNotice({
      kind: 'recovered',
      changes,
      message: `history is written again; ${changes} changes held in memory are stored now`,
    });
    const lost = memory.dropped().changes;
    if (lost > 0) this.#sayLost(lost, 'memory was full while the history could not be written');
  }

  #sayLost(changes: number, why: string): void {
    this.#options.onNotice({ kind: 'lost', changes, message: `${changes} changes were not stored: ${why}` });
  }
}

function gapAt(position: RecordedPosition, parts: Pick<RecordedGap, 'from' | 'to' | 'reason' | 'receivedAt'>): RecordedGap {
  const { scope, root } = position;
  const whose = root === undefined ? {} : { root };
  return { kind: 'gap', id: `unpersisted/${placeOf(position)}/${parts.to}`, scope, ...parts, ...whose };
}

function isStorageFailure(error: unknown): error is HistoryError {
  return error instanceof HistoryError && STORAGE_CODES.includes(error.code);
}

/** What cannot be written may not be closed in good order either; the failure is the one already told. */
function closeBroken(store: History): void {
  try {
    store.close();
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
  }
}

/** Changes of known members are told under their roots in memory too, where the store can still say who they are. */
function knownMembers(store: HistoryReader | undefined): readonly Membership[] {
  try {
    return store === undefined ? [] : membersOf(store);
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    return [];
  }
}

function membersOf(reader: HistoryReader): readonly Membership[] {
  return reader.roots().flatMap(({ id }) => [...reader.members(id)]);
}

function countChanges(memory: MemoryHistory): number {
  return [...memory.changes({ withoutBodies: true })].length;
}

/** A cycle withdrawn and kept again later is kept. */
function noteWithdrawn(withdrawn: Map<string, Withdrawn>, { withdrawn: gone, cycles }: Commit): void {
  for (const cycle of gone) withdrawn.set(`${cycle.number} ${cycle.root}`, cycle);
  for (const { root, cycle } of cycles) withdrawn.delete(`${cycle.number} ${root}`);
}

function noteBegun({ begun }: Trouble, { positions }: Commit): void {
  for (const position of positions) if (begun?.has(placeOf(position)) === false) begun.set(placeOf(position), position.resourceVersion);
}
