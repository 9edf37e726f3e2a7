// One piece of work that several wait for: it goes on as long as anybody does, and is called off with the last who leaves.

import type { Cancellation } from '@rectrace/kube';

export class SharedRun<Result> {
  readonly #end = new AbortController();
  readonly #work: (signal: Cancellation) => Promise<Result>;
  #result: Promise<Result> | undefined;
  #waiting = 0;

  /** The work begins with the first who waits for it: what nobody waits for can fail unheard. */
  constructor(work: (signal: Cancellation) => Promise<Result>) {
    this.#work = work;
  }

  /** True where everybody left before it was done. */
  get abandoned(): boolean {
    return this.#end.signal.aborted;
  }

  /** The result; rejects with the signal's reason where that comes first. */
  async join(signal: Cancellation | undefined): Promise<Result> {
    signal?.throwIfAborted();
    this.#waiting += 1;
    this.#result ??= this.#work(this.#end.signal);
    try {
      return await (signal === undefined ? this.#result : sooner(this.#result, signal));
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#end.abort();
    }
  }
}

function sooner<Result>(result: Promise<Result>, signal: Cancellation): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
