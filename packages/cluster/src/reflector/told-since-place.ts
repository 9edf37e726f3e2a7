// What was told beyond the place, while a list after a lost place is under way: a list begun anew must tell nothing twice.

import type { RecorderMessage } from '@rectrace/trace';

export class ToldSincePlace {
  readonly #versions = new Set<string>();
  readonly #uids = new Set<string>();

  note(messages: readonly RecorderMessage[]): void {
    for (const message of messages) {
      if (message.kind !== 'Observed') continue;
      const { uid = '', resourceVersion = '' } = message.object.metadata;
      this.#uids.add(uid);
      this.#versions.add(resourceVersion);
    }
  }

  hasObject(uid: string): boolean {
    return this.#uids.has(uid);
  }

  hasVersion(resourceVersion: string): boolean {
    return this.#versions.has(resourceVersion);
  }

  clear(): void {
    this.#versions.clear();
    this.#uids.clear();
  }
}
