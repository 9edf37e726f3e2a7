// Leader election over one Lease. At most one candidate holds it, as long as no clock runs more than twice as fast as another; whatever the wall
// clocks are set to.

import type { Cancellation, Clock, KubeObject, SteadyClock } from '@rectrace/kube';
import { ApiError, ClusterError, reasonOf } from '../errors.ts';
import { readObject } from '../list-watch/read-object.ts';
import type { Transport } from '../transport/transport.ts';
import type { LeaseClaim, LeaseRecord } from './lease.ts';
import { claimLease, LEASES, readLease, releaseLease } from './lease.ts';
import type { Writer } from './writer.ts';

/** Milliseconds. */
export type LeaseTimings = {
  /** Others wait this long after the last renewal they saw. */
  readonly durationMs: number;
  /** Without a renewal for this long the lease counts as lost. */
  readonly renewDeadlineMs: number;
  readonly retryMs: number;
};

export const DEFAULT_LEASE_TIMINGS: LeaseTimings = { durationMs: 15_000, renewDeadlineMs: 10_000, retryMs: 2_000 };

/** fence: rises with every change of hands; a writer with a lower one than seen is a former leader. */
export type LeaseState =
  | { readonly kind: 'held'; readonly fence: number }
  | { readonly kind: 'waiting'; readonly holder: string }
  | { readonly kind: 'lost'; readonly reason: string }
  /** The Lease can be neither read nor written now. Told once until that changes. */
  | { readonly kind: 'failing'; readonly reason: string };

export type LeaseElectionOptions = {
  readonly transport: Transport;
  readonly writer: Writer;
  readonly namespace: string;
  readonly name: string;
  /** Unique among all processes that ever ran: a restarted one is another. */
  readonly identity: string;
  readonly clock: SteadyClock;
  random(): number;
  readonly timings?: LeaseTimings;
  readonly signal: Cancellation;
};

/** at: by SteadyClock's elapsed(), as every time that something is measured from here. */
type Seen = { readonly record: LeaseRecord; readonly at: number };
type Try =
  | { readonly kind: 'claimed'; readonly record: LeaseRecord }
  | { readonly kind: 'taken'; readonly holder: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** States as they change, from waiting or held on. After lost it tries again. Ends with the signal, giving a held lease back. */
export async function* electLeader(options: LeaseElectionOptions): AsyncGenerator<LeaseState, void> {
  const election = new Election(options);
  try {
    for (;;) {
      yield* election.round();
      await election.pause();
    }
  } catch (error) {
    if (!options.signal.aborted) throw error;
  } finally {
    await election.release();
  }
}

class Election {
  readonly #options: LeaseElectionOptions;
  readonly #timings: LeaseTimings;
  #seen: Seen | undefined;
  #held: { readonly record: LeaseRecord; readonly renewedAt: number } | undefined;
  #told = '';

  constructor(options: LeaseElectionOptions) {
    this.#options = options;
    this.#timings = options.timings ?? DEFAULT_LEASE_TIMINGS;
  }

  /** One try; what it changes. */
  *#changes(state: LeaseState): Generator<LeaseState> {
    const key = `${state.kind} ${'holder' in state ? state.holder : ''}`;
    if (key === this.#told) return;
    this.#told = key;
    yield state;
  }

  async *round(): AsyncGenerator<LeaseState> {
    const startedAt = this.#options.clock.elapsed();
    const outcome = await this.#try(startedAt);
    switch (outcome.kind) {
      case 'claimed':
        this.#held = { record: outcome.record, renewedAt: startedAt };
        yield* this.#changes({ kind: 'held', fence: outcome.record.transitions });
        return;
      case 'taken':
        yield* this.#lose(`${outcome.holder} has taken it`);
        yield* this.#changes({ kind: 'waiting', holder: outcome.holder });
        return;
      case 'failed':
        if (this.#leftMs() > 0) return;
        yield* this.#lose(`it could not be renewed for ${this.#timings.renewDeadlineMs} ms: ${outcome.reason}`);
        yield* this.#changes({ kind: 'failing', reason: outcome.reason });
        return;
    }
  }

  async pause(): Promise<void> {
    const { clock, signal, random } = this.#options;
    const jittered = this.#timings.retryMs * (this.#held === undefined ? 1 + 0.2 * random() : 1);
    const ms = this.#held === undefined ? jittered : Math.max(0, Math.min(jittered, this.#leftMs()));
    await clock.after(ms, { purpose: 'heartbeat', signal });
  }

  /** Best effort: whoever waits gets it after the duration anyway. */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return;
    const { writer, namespace, name, clock } = this.#options;
    await using limit = new Deadline(clock, this.#timings.retryMs);
    try {
      const lease = releaseLease(held.record, this.#claim());
      await writer.replace(lease, { resource: LEASES, namespace, name }, { signal: limit.signal });
    } catch (error) {
      if (!isFailure(error)) throw error;
    }
  }

  *#lose(reason: string): Generator<LeaseState> {
    if (this.#held === undefined) return;
    this.#held = undefined;
    yield* this.#changes({ kind: 'lost', reason });
  }

  /** Milliseconds until a held lease counts as lost; 0 without one. */
  #leftMs(): number {
    if (this.#held === undefined) return 0;
    return Math.max(0, this.#held.renewedAt + this.#timings.renewDeadlineMs - this.#options.clock.elapsed());
  }

  #claim(): LeaseClaim {
    const { namespace, name, identity, clock } = this.#options;
    return { namespace, name, identity, durationSeconds: Math.ceil(this.#timings.durationMs / 1000), at: clock.now() };
  }

  async #try(at: number): Promise<Try> {
    const { clock, signal } = this.#options;
    await using limit = new Deadline(clock, this.#held === undefined ? this.#timings.renewDeadlineMs : this.#leftMs());
    try {
      return await this.#claimOnce(at, AbortSignal.any([signal, limit.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (isFailure(error)) return { kind: 'failed', reason: reasonOf(error) };
      throw error;
    }
  }

  async #claimOnce(at: number, signal: Cancellation): Promise<Try> {
    const { transport, namespace, name, identity } = this.#options;
    const found = await readObject(transport, { resource: LEASES, namespace, name, signal });
    const record = found.kind === 'object' ? readLease(found.object) : undefined;
    if (record !== undefined && !this.#isFree(record, at)) return { kind: 'taken', holder: record.holder };
    const claimed = await this.#write(claimLease(record, this.#claim()), { exists: record !== undefined, signal });
    if (claimed === undefined) return { kind: 'failed', reason: 'another candidate wrote at the same time' };
    const mine = readLease(claimed);
    this.#seen = { record: mine, at };
    return mine.holder === identity ? { kind: 'claimed', record: mine } : { kind: 'taken', holder: mine.holder };
  }

  /** Ours, given back, or not renewed for its whole duration by our own clock. */
  #isFree(record: LeaseRecord, at: number): boolean {
    const seen = this.#seen;
    if (seen === undefined || seen.record.renewedAt !== record.renewedAt || seen.record.holder !== record.holder)
      this.#seen = { record, at };
    if (record.holder === '' || record.holder === this.#options.identity) return true;
    return at - (this.#seen?.at ?? at) >= this.#timings.durationMs;
  }

  async #write(
    lease: KubeObject,
    { exists, signal }: { readonly exists: boolean; readonly signal: Cancellation },
  ): Promise<KubeObject | undefined> {
    const { writer, namespace, name } = this.#options;
    try {
      if (exists) return await writer.replace(lease, { resource: LEASES, namespace, name }, { signal });
      return await writer.create(lease, { resource: LEASES, namespace }, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status.code === 409) return undefined;
      throw error;
    }
  }
}

class DeadlinePassed extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'DeadlinePassed';
  }
}

/** Aborts its signal after some milliseconds, unless disposed of before. */
class Deadline implements AsyncDisposable {
  readonly #passed = new AbortController();
  readonly #timer = new AbortController();
  readonly #running: Promise<void>;

  constructor(clock: Clock, ms: number) {
    this.#running = clock.after(ms, { purpose: 'heartbeat', signal: this.#timer.signal }).then(
      () => this.#passed.abort(new DeadlinePassed()),
      () => undefined,
    );
  }

  get signal(): AbortSignal {
    return this.#passed.signal;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer.abort();
    await this.#running;
  }
}

function isFailure(error: unknown): boolean {
  return error instanceof ClusterError || error instanceof DeadlinePassed;
}
