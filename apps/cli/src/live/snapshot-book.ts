// What one look at a cluster told of one root, as a history would tell it. Nothing is compressed: it is read once, and then forgotten.

import { identityOf } from '@rectrace/kube';
import type { Change, Cycle, Recorded } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';
import type { StoryReader } from '../sources/root-story.ts';

export class SnapshotBook implements StoryReader {
  readonly #members = new Set<string>();
  /** By id: what was told without a body may be told again with it. */
  readonly #changes = new Map<string, Change>();
  readonly #cycles = new Map<number, Cycle>();

  keep({ members, changes, cycles, withdrawn }: Pick<Recorded, 'members' | 'changes' | 'cycles' | 'withdrawn'>): void {
    for (const { number } of withdrawn) this.#cycles.delete(number);
    for (const { cycle } of cycles) this.#cycles.set(cycle.number, cycle);
    for (const { ref } of members) this.#members.add(identityOf(ref));
    for (const change of changes) this.#changes.set(change.id, change);
  }

  changes(): readonly Change[] {
    const told = [...this.#changes.values()].filter(({ ref }) => this.#members.has(identityOf(ref)));
    return told.sort((left, right) => comparePositions(left.position, right.position));
  }

  cycles(): readonly Cycle[] {
    return [...this.#cycles.values()].sort((left, right) => left.number - right.number);
  }

  latest(): readonly Change[] {
    const newest = new Map(this.changes().flatMap((change) => (change.event === undefined ? [[change.ref.uid, change] as const] : [])));
    return [...newest.values()];
  }

  /** One look has none. */
  gaps(): readonly [] {
    return [];
  }
}
