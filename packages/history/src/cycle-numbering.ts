// Numbers of cycles from a recorder that began without what is stored, and so at 1: they are kept behind the stored ones, none in another's place.

import { type Cycle, formatPosition } from '@rectrace/trace';
import type { HistoryReader } from './history-reader.ts';
import type { Commit } from './history-writer.ts';

/** by: what is added to the recorder's numbers. highest: the recorder's own highest number so far, of the cycle that starts there. */
type Shift = { readonly by: number; highest: number; start: string };
type Cycles = Pick<Commit, 'cycles' | 'withdrawn'>;

export class CycleNumbering {
  readonly #shifts = new Map<string, Shift>();

  /** For a recorder that knew nothing of these cycles. */
  static behind(stored: Pick<HistoryReader, 'roots' | 'cycles'>): CycleNumbering {
    const numbering = new CycleNumbering();
    for (const { id } of stored.roots()) {
      const last = stored.cycles(id).at(-1);
      if (last !== undefined) numbering.#shifts.set(id, { by: last.number, highest: 0, start: '' });
    }
    return numbering;
  }

  /** What is committed, under the numbers it is kept by. */
  renumbered<Part extends Cycles>(part: Part): Part {
    if (this.#shifts.size === 0) return part;
    for (const { root, cycle } of [...part.cycles].sort((left, right) => left.cycle.number - right.cycle.number)) this.#note(root, cycle);
    return {
      ...part,
      cycles: part.cycles.map(({ root, cycle }) => ({ root, cycle: { ...cycle, number: this.#kept(root, cycle.number) } })),
      withdrawn: part.withdrawn.map(({ root, number }) => ({ root, number: this.#kept(root, number) })),
    };
  }

  /** A root that was added anew since goes on from what is stored: its number leaps, or is the one under which that very cycle is kept. */
  #note(root: string, { number, start }: Cycle): void {
    const shift = this.#shifts.get(root);
    if (shift === undefined) return;
    const position = formatPosition(start.position);
    const goesOn = number === shift.highest + shift.by && position === shift.start;
    if (goesOn || number > shift.highest + 1) this.#shifts.delete(root);
    else if (number >= shift.highest) Object.assign(shift, { highest: number, start: position });
  }

  #kept(root: string, number: number): number {
    return number + (this.#shifts.get(root)?.by ?? 0);
  }
}
