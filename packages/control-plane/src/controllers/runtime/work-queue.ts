// Which keys are to be looked at: now, in the order in which they were woken, or later. A key waits once, however often it is woken.
import type { OrderedMap } from '../../storage/ordered-map.ts';
import { emptyMap, firstEntry, withEntry, withoutEntry } from '../../storage/ordered-map.ts';
import type { Again } from './controller.ts';

/** Delays after failures, as client-go's default rate limiter for controllers has them. */
const FIRST_DELAY_MS = 5;
const LONGEST_DELAY_MS = 1_000_000;

export type Due = { readonly at: number; readonly purpose: Again['purpose'] };

type Later = Due & { readonly item: string; readonly place: string };

export class WorkQueue {
  readonly #ready = new Set<string>();
  readonly #later = new Map<string, Later>();
  #byTime: OrderedMap<string, Later> = emptyMap();
  readonly #failures = new Map<string, number>();
  #added = 0;

  add(item: string): void {
    this.#ready.add(item);
  }

  /** In place of the time that it waited for before. */
  addAt(item: string, { at, purpose }: Due): void {
    this.#forgetTime(item);
    this.#added += 1;
    const later = { item, at, purpose, place: `${digits(at)}/${digits(this.#added)}` };
    this.#later.set(item, later);
    this.#byTime = withEntry(this.#byTime, later.place, later);
  }

  /** After a failure: twice as late as after the one before. */
  addAfterFailure(item: string, now: number): void {
    const failures = this.#failures.get(item) ?? 0;
    this.#failures.set(item, failures + 1);
    this.addAt(item, { at: now + Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS), purpose: 'progress' });
  }

  succeeded(item: string): void {
    this.#failures.delete(item);
  }

  /** The next item whose time has come; what it waited for else is forgotten with that. */
  take(now: number): string | undefined {
    this.#wakeDue(now);
    const [item] = this.#ready;
    if (item === undefined) return undefined;
    this.#ready.delete(item);
    this.#forgetTime(item);
    return item;
  }

  /** When the next item's time comes. Undefined where nothing waits for a time. */
  nextDue(): Due | undefined {
    return this.#first();
  }

  /** Whether anything waits that holds the cluster open. */
  get inProgress(): boolean {
    return this.#ready.size > 0 || [...this.#later.values()].some(({ purpose }) => purpose === 'progress');
  }

  #wakeDue(now: number): void {
    for (let first = this.#first(); first !== undefined && first.at <= now; first = this.#first()) {
      this.#forgetTime(first.item);
      this.#ready.add(first.item);
    }
  }

  #first(): Later | undefined {
    return firstEntry(this.#byTime)?.value;
  }

  #forgetTime(item: string): void {
    const known = this.#later.get(item);
    if (known === undefined) return;
    this.#later.delete(item);
    this.#byTime = withoutEntry(this.#byTime, known.place);
  }
}

/** So that text order is number order. */
function digits(value: number): string {
  return String(Math.ceil(value)).padStart(16, '0');
}
