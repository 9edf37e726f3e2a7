// Numbers of cycles from a recorder that began without what is stored, and so at 1: they are kept behind the stored ones, none in another's place.

import type { HistoryReader } from './history-reader.ts';
import type { Commit } from './history-writer.ts';

/** by: what is added to the recorder's numbers. highest: the recorder's own highest number so far. */
type Shift = { readonly by: number; highest: number };
type Cycles = Pick<Commit, 'cycles' | 'withdrawn'>;

export class CycleNumbering {
  readonly #shifts = new Map<string, Shift>();

  /** For a recorder that knew nothing of these cycles. */
  static behind(stored: Pick<HistoryReader, 'roots' | 'cycles'>): CycleNumbering {
    const numbering = new CycleNumbering();
    for (const { id } of stored.roots()) {
      const last = stored.cycles(id).at(-1);
      if (last !== undefined) numbering.#shifts.set(id, { by: last.number, highest: 0 });
    }
    return numbering;
  }

  /** What is committed, under the numbers it is kept by. */
  renumbered<Part extends Cycles>(part: Part): Part {
    if (this.#shifts.size === 0) return part;
    for (const { root, cycle } of [...part.cycles].sort((left, right) => left.cycle.number - right.cycle.number))
      this.#note(root, cycle.number);
    return {
      ...part,
      cycles: part.cycles.map(({ root, cycle }) => ({ root, cycle: { ...cycle, number: this.#kept(root, cycle.number) } })),
      withdrawn: part.withdrawn.map(({ root, number }) => ({ root, number: this.#kept(root, number) })),
    };
  }

  /** A number that leaps is of a root that was added anew since: it goes on from what is stored. */
  #note(root: string, number: number): void {
    const shift = this.#shifts.get(root);
    if (shift === undefined) return;
    if (number > shift.highest + 1) this.#shifts.delete(root);
    else shift.highest = Math.max(shift.highest, number);
  }

  #kept(root: string, number: number): number {
    return number + (this.#shifts.get(root)?.by ?? 0);
  }
}
