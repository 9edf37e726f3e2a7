// The clock of a virtual cluster: time passes only when it is told to, and what waits for it ends in order.
import type { Cancellation, Clock, TimerPurpose } from '@rectrace/kube';
import type { OrderedMap } from '../../storage/ordered-map.ts';
import { emptyMap, firstEntry, withEntry, withoutEntry } from '../../storage/ordered-map.ts';

type Timer = { readonly at: number; end(): void };

export class VirtualClock implements Clock {
  #now: number;
  #timers: OrderedMap<string, Timer> = emptyMap();
  #started = 0;

  /** Milliseconds since the epoch. */
  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, { signal }: { readonly signal?: Cancellation; readonly purpose: TimerPurpose }): Promise<void> {
    this.#started += 1;
    const at = this.#now + Math.max(0, ms);
    const place = `${String(Math.ceil(at)).padStart(16, '0')}/${String(this.#started).padStart(16, '0')}`;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      this.#timers = withoutEntry(this.#timers, place);
      reject(signal?.reason);
    };
    if (signal?.aborted === true) reject(signal.reason);
    else {
      signal?.addEventListener('abort', onAbort);
      const end = (): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#timers = withEntry(this.#timers, place, { at, end });
    }
    return promise;
  }

  /** Time passes up to then; what waits for less ends on the way, each at its own time. Never back. */
  advanceTo(at: number): void {
    for (let first = firstEntry(this.#timers); first !== undefined && first.value.at <= at; first = firstEntry(this.#timers)) {
      this.#timers = withoutEntry(this.#timers, first.key);
      this.#now = Math.max(this.#now, first.value.at);
      first.value.end();
    }
    this.#now = Math.max(this.#now, at);
  }
}
