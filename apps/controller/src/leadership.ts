// Being the one writer: this process records only while it holds the Lease.

import type { LeaseState } from '@rectrace/cluster';
import { ControllerError } from './errors.ts';
import type { Log } from './log.ts';

export class Leadership {
  readonly #log: Log;
  readonly #held = Promise.withResolvers<void>();
  #fence: number | undefined;
  #obstacle = 'the lease has not been asked for yet';

  constructor(log: Log) {
    this.#log = log;
  }

  /** Resolves when the lease is held for the first time. */
  get held(): Promise<void> {
    return this.#held.promise;
  }

  /** Lease transitions; undefined while not held. */
  get fence(): number | undefined {
    return this.#fence;
  }

  /** Why it is not held. */
  get obstacle(): string {
    return this.#obstacle;
  }

  /** Follows the election until it ends. @throws ControllerError LEASE_LOST: whoever takes over must find nobody else writing */
  async follow(states: AsyncIterable<LeaseState>): Promise<void> {
    for await (const state of states) {
      if (state.kind === 'held') this.#take(state.fence);
      else if (this.#fence === undefined) this.#wait(state);
      else throw new ControllerError(`the lease is lost: ${reasonFor(state)}`, { code: 'LEASE_LOST', retryable: true });
    }
  }

  #take(fence: number): void {
    this.#fence = fence;
    this.#log.info({ fence }, 'the lease is held');
    this.#held.resolve();
  }

  #wait(state: Exclude<LeaseState, { readonly kind: 'held' }>): void {
    this.#obstacle = reasonFor(state);
    if (state.kind === 'failing') this.#log.warn({ reason: this.#obstacle }, 'the lease cannot be asked for');
    else this.#log.info({ reason: this.#obstacle }, 'waiting for the lease');
  }
}

function reasonFor(state: Exclude<LeaseState, { readonly kind: 'held' }>): string {
  return state.kind === 'waiting' ? `it is held by ${state.holder}` : state.reason;
}
