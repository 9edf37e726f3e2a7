// Gives every message its place in the one order: numeric versions of the main domain by themselves, everything else anchored where it arrived.

import { compareDecimals, formatScope, isOrderable, type ResourceScope } from '@rectrace/kube';
import type { Position } from './position.ts';

type Listed = { readonly scope: string; readonly resourceVersion: string; readonly receivedAt: number };

export class RevisionOrder {
  #epoch = 0;
  #highest = '0';
  #arrivals = 0;
  readonly #foreign = new Set<string>();
  #lastList: Listed | undefined;

  get epoch(): number {
    return this.#epoch;
  }

  /** Collections whose versions do not share the main domain. */
  get foreignScopes(): readonly string[] {
    return [...this.#foreign].sort();
  }

  /** Versions start anew: a restored etcd. */
  beginEpoch(): void {
    this.#epoch += 1;
    this.#highest = '0';
    this.#lastList = undefined;
  }

  /** Continues after a restart. */
  resume(position: Position): void {
    this.#epoch = position.epoch;
    this.#highest = position.version;
    this.#arrivals = position.offset;
  }

  /**
   * A consistent list that was asked for after another was answered cannot be older than it, if both count the same revisions.
   * One that is older counts its own: a foreign domain.
   */
  noteList(
    scope: ResourceScope,
    list: { readonly resourceVersion: string; readonly requestedAt: number; readonly receivedAt: number },
  ): void {
    const name = formatScope(scope);
    const { resourceVersion } = list;
    if (!isOrderable(resourceVersion)) {
      this.#foreign.add(name);
      return;
    }
    const last = this.#lastList;
    if (
      last !== undefined &&
      last.scope !== name &&
      list.requestedAt >= last.receivedAt &&
      compareDecimals(resourceVersion, last.resourceVersion) < 0
    ) {
      this.#foreign.add(name);
      return;
    }
    if (!this.#foreign.has(name)) this.#lastList = { scope: name, resourceVersion, receivedAt: list.receivedAt };
  }

  place(scope: ResourceScope, resourceVersion: string): Position {
    if (!isOrderable(resourceVersion) || this.#foreign.has(formatScope(scope))) return this.here();
    if (compareDecimals(resourceVersion, this.#highest) > 0) {
      this.#highest = resourceVersion;
      this.#arrivals = 0;
    }
    return { epoch: this.#epoch, version: resourceVersion, offset: 0 };
  }

  /** The place of something without a version of its own: after all that has arrived. */
  here(): Position {
    this.#arrivals += 1;
    return { epoch: this.#epoch, version: this.#highest, offset: this.#arrivals };
  }
}
