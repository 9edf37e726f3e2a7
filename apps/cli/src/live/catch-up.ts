// What a recording learns at its start of the time before it: first lists, and what a resumed watch brings late. Recorded like the rest, but
// not news.

import type { KubeObject } from '@rectrace/kube';
import { compareResourceVersions, formatScope } from '@rectrace/kube';
import type { Change, Cycle, Recorded, RecorderMessage } from '@rectrace/trace';

/**
 * How a collection begins. list: with a list. resume: where an earlier recording ended; until: the collection's version now; expected: by uid
 * the version that is still to be told, GONE for an object that is no longer there.
 */
export type Beginning =
  | { readonly kind: 'list' }
  | { readonly kind: 'resume'; readonly until: string; readonly expected: ReadonlyMap<string, string> };

export const GONE = 'gone';

type Standing = { until: string | undefined; readonly open: Map<string, string>; listed: boolean };

export class CatchUp {
  readonly #standings: Map<string, Standing>;
  readonly #finished: ReadonlyMap<number, number | undefined>;
  readonly #old = new Set<string>();
  #changes = 0;

  /** beginnings: by scope. cycles: those of the root that an earlier recording knew. */
  constructor(beginnings: ReadonlyMap<string, Beginning>, cycles: readonly Cycle[]) {
    this.#standings = new Map([...beginnings].map(([scope, beginning]) => [scope, standingOf(beginning)]));
    this.#finished = new Map(cycles.filter(({ state }) => state === 'closed').map(({ number, end }) => [number, end?.time]));
  }

  /** True when every collection has told what was there at the start, or has said why it can not. */
  get done(): boolean {
    return [...this.#standings.values()].every(({ listed, open }) => listed && open.size === 0);
  }

  /** Revisions from before that were caught up with. */
  get changes(): number {
    return this.#changes;
  }

  /** A collection that is followed from now on. */
  expect(scope: string, beginning: Beginning): void {
    this.#standings.set(scope, standingOf(beginning));
  }

  /** To be called with each message before it is recorded. */
  see(message: RecorderMessage): void {
    if (!('object' in message)) return;
    const standing = this.#standings.get(formatScope(message.scope));
    if (standing === undefined) return;
    if (!standing.listed || isUpTo(message.object, standing.until)) this.#old.add(keyOf(message.object));
    if (message.kind === 'Observed')
      fulfil(standing, {
        uid: message.object.metadata.uid ?? '',
        version: message.type === 'Deleted' ? GONE : (message.object.metadata.resourceVersion ?? ''),
      });
  }

  /** To be called with each message after it is recorded. */
  note(message: RecorderMessage): void {
    const standing = message.kind === 'Tick' ? undefined : this.#standings.get(formatScope(message.scope));
    if (standing === undefined) return;
    if (message.kind === 'Vanished') fulfil(standing, { uid: message.ref.uid, version: GONE });
    if (message.kind === 'ListEnd' && !standing.listed) {
      standing.listed = true;
      standing.until ??= message.resourceVersion;
    }
    if (message.kind === 'Availability') {
      standing.listed = true;
      if (message.state !== 'watched') standing.open.clear();
    }
  }

  /** What of a record is news; turns of cycles only where a change of now made them, or time did. */
  news(recorded: Recorded): Recorded {
    const changes = recorded.changes.filter((change) => !this.#isOld(change));
    this.#changes += recorded.changes.filter((change) => isRevision(change) && this.#isOld(change)).length;
    const turns = changes.length > 0 || (recorded.changes.length === 0 && this.done);
    const signals = turns ? recorded.signals.filter((signal) => !this.#isFinished(signal)) : [];
    return { ...recorded, changes, signals, gaps: this.done ? recorded.gaps : [] };
  }

  /** True for what happened, or was there, before the recording began. */
  #isOld(change: Change): boolean {
    const uid = change.event?.uid ?? change.ref.uid;
    return this.#old.has(`${uid} ${change.resourceVersion}`) || (change.certainty === 'inferred' && !this.done);
  }

  /** A cycle that an earlier recording saw end ends again when its hold is folded anew. */
  #isFinished({ kind, cycle }: Recorded['signals'][number]): boolean {
    return (
      (kind === 'closed' || kind === 'reached') && this.#finished.get(cycle.number) === cycle.end?.time && this.#finished.has(cycle.number)
    );
  }
}

function standingOf(beginning: Beginning): Standing {
  if (beginning.kind === 'list') return { until: undefined, open: new Map(), listed: false };
  return { until: beginning.until, open: new Map(beginning.expected), listed: false };
}

function fulfil({ open }: Standing, { uid, version }: { readonly uid: string; readonly version: string }): void {
  const expected = open.get(uid);
  if (expected === undefined) return;
  const reached = expected === GONE ? version === GONE : version === GONE || isAtLeast(version, expected);
  if (reached) open.delete(uid);
}

function isRevision({ type }: Change): boolean {
  return type !== 'Present' && type !== 'Event';
}

function keyOf({ metadata: { uid = '', resourceVersion = '' } }: KubeObject): string {
  return `${uid} ${resourceVersion}`;
}

function isUpTo({ metadata: { resourceVersion = '' } }: KubeObject, until: string | undefined): boolean {
  return until !== undefined && isAtLeast(until, resourceVersion);
}

function isAtLeast(version: string, other: string): boolean {
  const order = compareResourceVersions(version, other);
  return order === 'equal' || order === 'greater';
}
