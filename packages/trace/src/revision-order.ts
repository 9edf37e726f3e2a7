// Gives every message its place in the one order: numeric versions of the main domain by themselves, everything else anchored where it arrived.

import { compareDecimals, formatGroupKind, formatScope, isOrderable, type ResourceScope } from '@rectrace/kube';
import type { RecorderMessage } from './message.ts';
import type { Position } from './position.ts';
import { comparePositions } from './position.ts';
import { isEventKind } from './revisions/event-details.ts';

type ListBegin = RecorderMessage & { readonly kind: 'ListBegin' };

/** No API server writes faster than this: two lists that are further apart than it could have written between them count different revisions. */
const WRITES_PER_MS = 5;
const WRITES_AT_LEAST = 10_000;

export class RevisionOrder {
  #epoch = 0;
  #highest = '0';
  #arrivals = 0;
  readonly #foreign = new Set<string>();
  readonly #foreignKinds = new Set<string>();
  /** The newest list of each collection of the main domain. */
  readonly #lists = new Map<string, ListBegin>();
  readonly #highestByScope = new Map<string, string>();
  /** Collections whose kind was named since the start. */
  readonly #named = new Set<string>();
  /** The version of the main domain that a history ended with: what arrives comes after it, what waits was there before. */
  #resumed = '0';

  get epoch(): number {
    return this.#epoch;
  }

  /** Versions start anew: a restored etcd. */
  beginEpoch(): void {
    this.#epoch += 1;
    this.#highest = '0';
    this.#resumed = '0';
    this.#lists.clear();
    this.#highestByScope.clear();
  }

  /** Continues after a restart. */
  resume(position: Position): void {
    this.#epoch = position.epoch;
    this.#highest = position.version;
    this.#resumed = position.version;
    this.#arrivals = position.offset;
  }

  /** Goes on from where another stands, if that is later, and with what it found out of kinds. */
  takeOver(other: RevisionOrder): void {
    for (const kind of other.#foreignKinds) this.#foreignKinds.add(kind);
    const [theirs, ours] = [other.#standing, this.#standing];
    if (comparePositions(theirs, ours) > 0) this.resume(theirs);
  }

  get #standing(): Position {
    return { epoch: this.#epoch, version: this.#highest, offset: this.#arrivals };
  }

  /** The epoch of the places that a history holds: what it has of it may all be older. */
  resumeEpoch(epoch: number): void {
    while (this.#epoch < epoch) this.beginEpoch();
  }

  /** A kind ('Event', 'Deployment.apps') was found to count its own revisions before a restart. */
  resumeForeign(kind: string): void {
    this.#foreignKinds.add(kind);
  }

  /**
   * Two lists that cannot count the same revisions: one of them counts its own. Events do where they take part in it (they have an etcd of
   * their own in large clusters), else the later one. True where a collection turns out to be foreign that had a place in the order before.
   */
  noteList(list: ListBegin): boolean {
    const name = formatScope(list.scope);
    this.#named.add(name);
    if (this.#foreign.has(name)) return false;
    if (!isOrderable(list.resourceVersion) || this.#foreignKinds.has(kindOf(list))) {
      this.#foreign.add(name);
      return false;
    }
    const rival = [...this.#lists.values()].find((known) => formatScope(known.scope) !== name && countsApart(list, known));
    const banished = rival !== undefined && isOfEvents(rival) && !isOfEvents(list) ? rival : undefined;
    if (rival === undefined || banished !== undefined) this.#lists.set(name, list);
    else this.#foreign.add(name);
    if (banished !== undefined) this.#banish(formatScope(banished.scope));
    return banished !== undefined;
  }

  /** A collection is served no longer; should it come again, it begins with a list. */
  forget(scope: ResourceScope): void {
    const name = formatScope(scope);
    for (const names of [this.#foreign, this.#lists, this.#highestByScope, this.#named]) names.delete(name);
  }

  /** kind: of the object ('Deployment.apps') where the message names one. */
  place(scope: ResourceScope, { kind, resourceVersion }: { readonly kind?: string; readonly resourceVersion: string }): Position {
    const name = formatScope(scope);
    const foreign = this.#isForeign(name, kind);
    if (compareDecimals(this.#resumed, this.#highest) > 0) this.#highest = this.#resumed;
    if (foreign || !isOrderable(resourceVersion)) return this.here();
    if (compareDecimals(resourceVersion, this.#highestByScope.get(name) ?? '') > 0) this.#highestByScope.set(name, resourceVersion);
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

  /** After a restart a collection goes on without a list where the server no longer holds its place: until it names its kind it may be foreign. */
  #isForeign(name: string, kind: string | undefined): boolean {
    if (this.#foreign.has(name)) return true;
    if (kind === undefined) return this.#foreignKinds.size > 0 && !this.#named.has(name);
    this.#named.add(name);
    if (!this.#foreignKinds.has(kind)) return false;
    this.#banish(name);
    return true;
  }

  #banish(name: string): void {
    this.#foreign.add(name);
    this.#lists.delete(name);
    if (!this.#highestByScope.delete(name)) return;
    this.#highest = [...this.#highestByScope.values()].reduce((left, right) => (compareDecimals(left, right) < 0 ? right : left), '0');
  }
}

/** A list asked for after another was answered cannot be older than it, and no two are further apart than what can be written meanwhile. */
function countsApart(list: ListBegin, known: ListBegin): boolean {
  if (list.requestedAt >= known.receivedAt && compareDecimals(list.resourceVersion, known.resourceVersion) < 0) return true;
  if (list.requestedAt === 0 || known.requestedAt === 0) return false;
  const [older, newer] = compareDecimals(list.resourceVersion, known.resourceVersion) < 0 ? [list, known] : [known, list];
  const written = Math.max(0, newer.receivedAt - older.requestedAt) * WRITES_PER_MS + WRITES_AT_LEAST;
  return BigInt(newer.resourceVersion) - BigInt(older.resourceVersion) > written;
}

function kindOf({ scope, objectKind }: ListBegin): string {
  return formatGroupKind({ group: scope.group, kind: objectKind });
}

function isOfEvents({ scope, objectKind }: ListBegin): boolean {
  return isEventKind({ group: scope.group, kind: objectKind });
}
