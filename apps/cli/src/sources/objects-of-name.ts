// Objects that had one name, one after the other: what is made again under a name is another object.

import type { ObjectRef } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { NotFoundError } from '../errors.ts';
import type { NamedObject } from './named-object.ts';
import { isNamed } from './named-object.ts';

/** changes: revisions, Events aside. from, to: of the first and the last, milliseconds since the epoch. */
export type EarlierObject = { readonly uid: string; readonly changes: number; readonly from: number; readonly to: number };

/** changes: of the object alone. earlier: others of its name, oldest first. */
export type ChosenObject = { readonly ref: ObjectRef; readonly changes: readonly Change[]; readonly earlier: readonly EarlierObject[] };

/**
 * Of several objects of a name the one whose uid begins so, else the last. changes: oldest first. undefined where there is none of that name.
 * @throws NotFoundError where none has the uid
 */
export function chooseObject(
  changes: readonly Change[],
  { wanted, uid }: { readonly wanted: NamedObject; readonly uid: string | undefined },
): ChosenObject | undefined {
  const told = Map.groupBy(
    changes.filter(({ ref }) => isNamed(ref, wanted)),
    ({ ref }) => ref.uid,
  );
  const refs = [...told.values()].flatMap((some) => some.find(({ type }) => type !== 'Event')?.ref ?? []);
  const ref = uid === undefined ? refs.at(-1) : refs.find((one) => one.uid.startsWith(uid));
  if (ref === undefined && uid !== undefined && refs.length > 0)
    throw new NotFoundError(`no ${wanted.kind} ${wanted.name} has a uid that begins with ${uid}`, {
      hint: `known are ${refs.map((one) => one.uid).join(', ')}`,
    });
  if (ref === undefined) return undefined;
  const others = refs.filter((one) => one.uid !== ref.uid);
  return { ref, changes: told.get(ref.uid) ?? [], earlier: others.map((one) => summaryOf(told.get(one.uid) ?? [])) };
}

function summaryOf(changes: readonly Change[]): EarlierObject {
  const revisions = changes.filter(({ type }) => type !== 'Event');
  const times = revisions.map(({ time }) => time);
  return { uid: changes[0]?.ref.uid ?? '', changes: revisions.length, from: Math.min(...times), to: Math.max(...times) };
}
