// The roots being traced: which object names them, whether an object fulfils their expressions, and what became new of their cycles.

import type { KubeObject, ObjectRef } from '@rectrace/kube';
import { formatObjectKey } from '@rectrace/kube';
import type { Cycle } from './cycle.ts';
import type { ClosedCycles, StandingCycles } from './cycles/closed-cycles.ts';
import { withClosed } from './cycles/closed-cycles.ts';
import type { CycleFold } from './cycles/cycle-fold.ts';
import { signalsBetween } from './cycles/cycle-signals.ts';
import type { Verdict } from './facts.ts';
import type { CycleSignal } from './recorded.ts';
import type { RootTarget } from './root-target.ts';

export type TracedRoot = { readonly target: RootTarget; readonly key: string; readonly fold: CycleFold };
type Slot = TracedRoot & { readonly order: number; told: StandingCycles };

export class TracedRoots {
  readonly #byId = new Map<string, Slot>();
  readonly #byKey = new Map<string, readonly Slot[]>();
  /** Whose cycles may be others than those told. */
  readonly #marked = new Set<Slot>();
  #added = 0;
  readonly #byDefault: (object: KubeObject) => Verdict;

  /** byDefault: judges a root without an expression of its own. */
  constructor(byDefault: (object: KubeObject) => Verdict) {
    this.#byDefault = byDefault;
  }

  /** told: cycles that were told already; what differs from them is told next. */
  add(target: RootTarget, { fold, told }: { readonly fold: CycleFold; readonly told: readonly Cycle[] }): TracedRoot {
    this.#added += 1;
    const slot: Slot = {
      target,
      key: formatObjectKey({ ...target, kind: target.objectKind }),
      fold,
      order: this.#added,
      told: toldAs(told),
    };
    this.#marked.add(slot);
    this.#byId.set(target.id, slot);
    this.#byKey.set(slot.key, [...(this.#byKey.get(slot.key) ?? []), slot]);
    return slot;
  }

  remove(id: string): void {
    const slot = this.#byId.get(id);
    if (slot === undefined) return;
    this.#byId.delete(id);
    this.#marked.delete(slot);
    const others = (this.#byKey.get(slot.key) ?? []).filter((other) => other !== slot);
    if (others.length === 0) this.#byKey.delete(slot.key);
    else this.#byKey.set(slot.key, others);
  }

  get(id: string): TracedRoot | undefined {
    return this.#byId.get(id);
  }

  all(): IterableIterator<TracedRoot> {
    return this.#byId.values();
  }

  named(ref: ObjectRef): readonly TracedRoot[] {
    return this.#byKey.get(formatObjectKey(ref)) ?? [];
  }

  /** By root id, for an object that has a root's name; undefined for all others. */
  verdicts(ref: ObjectRef, object: KubeObject): { readonly [rootId: string]: Verdict } | undefined {
    const roots = this.named(ref);
    if (roots.length === 0) return undefined;
    return Object.fromEntries(roots.map(({ target }) => [target.id, (target.evaluate ?? this.#byDefault)(object)]));
  }

  /** The cycles of these roots may have changed. */
  mark(ids: Iterable<string>): void {
    for (const id of ids) {
      const slot = this.#byId.get(id);
      if (slot !== undefined) this.#marked.add(slot);
    }
  }

  /** What became new of the cycles of marked roots since the last call. */
  tell(): readonly CycleSignal[] {
    const signals: CycleSignal[] = [];
    const marked = [...this.#marked].sort((left, right) => left.order - right.order);
    this.#marked.clear();
    for (const slot of marked) {
      const after = slot.fold.stand();
      if (after === slot.told) continue;
      for (const signal of signalsBetween(slot.target.id, { before: slot.told, after })) signals.push(signal);
      slot.told = after;
    }
    return signals;
  }
}

function toldAs(told: readonly Cycle[]): StandingCycles {
  const closed = told.reduce<ClosedCycles | undefined>((before, cycle) => withClosed(before, { cycle, step: 0 }), undefined);
  return { closed, open: undefined };
}
