// Collects what several messages led to into one commit. The last word on a cycle counts.

import type { Change, Gap, Membership, Recorded, RootCycle } from '@rectrace/trace';
import type { Commit, RecordedPosition } from './history-writer.ts';

type CycleWord =
  | { readonly kind: 'kept'; readonly cycle: RootCycle }
  | { readonly kind: 'withdrawn'; readonly root: string; readonly number: number };

export class CommitBatch {
  readonly #changes: Change[] = [];
  readonly #members: Membership[] = [];
  readonly #gaps: Gap[] = [];
  readonly #cycles = new Map<string, CycleWord>();

  add(recorded: Recorded): void {
    for (const change of recorded.changes) this.#changes.push(change);
    for (const member of recorded.members) this.#members.push(member);
    for (const gap of recorded.gaps) this.#gaps.push(gap);
    for (const { root, number } of recorded.withdrawn) this.#cycles.set(`${number} ${root}`, { kind: 'withdrawn', root, number });
    for (const cycle of recorded.cycles) this.#cycles.set(`${cycle.cycle.number} ${cycle.root}`, { kind: 'kept', cycle });
  }

  /** The commit, and an empty batch again. Undefined where there is nothing to keep. */
  take({ positions, fence }: { readonly positions: readonly RecordedPosition[]; readonly fence: number }): Commit | undefined {
    const words = [...this.#cycles.values()];
    const commit: Commit = {
      changes: this.#changes.splice(0),
      members: this.#members.splice(0),
      gaps: this.#gaps.splice(0),
      cycles: words.flatMap((word) => (word.kind === 'kept' ? [word.cycle] : [])),
      withdrawn: words.flatMap((word) => (word.kind === 'withdrawn' ? [{ root: word.root, number: word.number }] : [])),
      positions,
      fence,
    };
    this.#cycles.clear();
    return isEmpty(commit) ? undefined : commit;
  }
}

function isEmpty({ changes, members, gaps, cycles, withdrawn, positions }: Commit): boolean {
  return [changes, members, gaps, cycles, withdrawn, positions].every((list) => list.length === 0);
}
