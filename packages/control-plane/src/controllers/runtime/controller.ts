// A controller: which objects wake it for which keys, and what it does for one key. It reads a view and returns intents; it does nothing itself.
import type { KubeObject, Status } from '@rectrace/kube';
import type { Effect, Effects } from './effect.ts';
import type { EventSource, Identity } from './identity.ts';
import type { ObjectChange } from './object-cache.ts';
import type { ObjectView } from './object-view.ts';
import type { Resource } from './resource.ts';

/** One look at one key. Times are milliseconds since the epoch. */
export type Look = { readonly view: ObjectView; readonly key: string; readonly now: number };

export type Reconciled = {
  readonly effects: Effects;
  /** What to do instead of the effects that are left when one is refused. Without it the key is looked at again, later each time. */
  readonly onRefusal?: (refusal: Refusal) => Recovery;
  /** When to look again if nothing wakes the key before. */
  readonly again?: Again;
};

/** `retry`: whether the key is looked at again, later each time. */
export type Recovery = { readonly effects: Effects; readonly retry: boolean };

/** 'progress' holds a virtual cluster open: it has not settled while such a time is ahead. 'periodic' does not. */
export type Again = { readonly afterMs: number; readonly purpose: 'progress' | 'periodic' };

export type Refusal = { readonly effect: Effect; readonly status: Status };

export interface Controller {
  /** As kube-controller-manager's flag --controllers has it, e.g. 'deployment-controller'. */
  readonly name: string;
  /** Whom its Events name. */
  readonly source: EventSource;
  /** Whose requests its effects are. */
  readonly identity: Identity;
  readonly wakes: readonly Wake[];
  reconcile(look: Look): Reconciled;
}

/** Which keys a change of an object of the resource wakes. */
export type Wake = { readonly resource: Resource; keys(change: ObjectChange, view: ObjectView): readonly string[] };

/** A wake for objects of one shape. */
export function wakeBy<Shape extends KubeObject>(
  resource: Resource<Shape>,
  keys: (change: ObjectChange<Shape>, view: ObjectView) => readonly string[],
): Wake {
  return { resource, keys: (change, view) => keys(change as ObjectChange<Shape>, view) };
}

export const NOTHING: Reconciled = { effects: [] };
