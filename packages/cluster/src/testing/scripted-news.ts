// What is known of a kind, on command: for tests of a reflector whose kind comes and goes.

import type { Cancellation } from '@rectrace/kube';
import type { KindNews } from '../discovery/kind-news.ts';

export class ScriptedNews implements KindNews {
  #readings = 0;
  #served = false;
  #deletedAt: string | undefined;
  readonly #waiting = new Set<() => void>();

  /** What is served was read. */
  read({ served }: { readonly served: boolean }): void {
    this.#readings += 1;
    this.#served = served;
    this.#wake();
  }

  deleteDefinition(version: string): void {
    this.#deletedAt = version;
    this.#wake();
  }

  readings(): number {
    return this.#readings;
  }

  servedSince(readings: number): boolean {
    return this.#readings > readings && this.#served;
  }

  deletedAt(): string | undefined {
    return this.#deletedAt;
  }

  next(signal: Cancellation): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
