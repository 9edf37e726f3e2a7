// What the API server keeps beside an object, e.g. the addresses of a Service: taken before the object is stored, given back when it goes.
import type { JsonObject } from '@rectrace/kube';
import type { Store } from '../storage/store.ts';
import type { Draft } from './draft.ts';
import type { RandomSource } from './random-source.ts';

export type ReservationAccess = {
  readonly store: Store;
  readonly random: RandomSource;
  /** RFC 3339, to the second. */
  readonly now: string;
  readonly namespace: string;
  readonly dryRun: boolean;
};

/** What was taken for one write. */
export type Taken = {
  /** The write is done: what the object no longer needs is given back. */
  readonly keep: () => void;
  /** The write is not done: what it took is given back. */
  readonly undo: () => void;
};

export type Reservation = {
  /** Fills in what the object gets. `old`: of an update. @throws RequestRefused */
  readonly take: (draft: Draft, old: JsonObject | undefined, access: ReservationAccess) => Taken;
  /** After the object is gone. */
  readonly release: (object: JsonObject, access: ReservationAccess) => void;
};

const NOTHING: Taken = { keep: () => undefined, undo: () => undefined };

/** Takes what is needed, does the work, and keeps or undoes as that ends. @throws what the work throws */
export async function withReservation<Result>(
  reservation: Reservation | undefined,
  { draft, old, access }: { readonly draft: Draft; readonly old?: JsonObject; readonly access: ReservationAccess },
  work: () => Promise<Result>,
): Promise<Result> {
  const taken = reservation?.take(draft, old, access) ?? NOTHING;
  try {
    const result = await work();
    if (result === undefined) taken.undo();
    else taken.keep();
    return result;
  } catch (error) {
    taken.undo();
    throw error;
  }
}
