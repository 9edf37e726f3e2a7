// Who is in the tree of one root, and on which level.

import type { Uid } from '@rectrace/kube';
import type { Journal } from '../journal.ts';
import { TrackedCell, TrackedMap, TrackedSet } from '../journal.ts';

/** 1: in the tree; 2: also owned from the root by ownerReferences alone. */
export type Level = 1 | 2;

/** The tree of one root: who is in it, and the few sets that tell whether it has settled. */
export class Membership {
  readonly root: TrackedCell<Uid | undefined>;
  readonly levels: TrackedMap<Uid, Level>;
  /** Of those who are gone and on whom nothing hangs any more. */
  readonly former: TrackedMap<Uid, Level>;
  readonly behind: TrackedSet<Uid>;
  readonly deleting: TrackedSet<Uid>;
  /** Alive and owned from the root, the root itself left out. */
  readonly owned: TrackedSet<Uid>;

  constructor(journal: Journal) {
    this.root = new TrackedCell<Uid | undefined>(journal, undefined);
    this.levels = new TrackedMap(journal);
    this.former = new TrackedMap(journal);
    this.behind = new TrackedSet(journal);
    this.deleting = new TrackedSet(journal);
    this.owned = new TrackedSet(journal);
  }
}

export type MembershipChange = { readonly membership: Membership; readonly uid: Uid; readonly kind: 'joined' | 'left' };

/** Of who is there, and of who was. */
export function levelIn({ levels, former }: Membership, uid: Uid): Level | undefined {
  return levels.get(uid) ?? former.get(uid);
}

/** Drops pairs of left and joined of one object, which a recomputation makes for objects that stay. */
export function netChanges(changes: readonly MembershipChange[]): readonly MembershipChange[] {
  const last = new Map<Membership, Map<Uid, { readonly first: MembershipChange; readonly last: MembershipChange }>>();
  for (const change of changes) {
    const byUid = last.get(change.membership) ?? new Map();
    last.set(change.membership, byUid);
    byUid.set(change.uid, { first: byUid.get(change.uid)?.first ?? change, last: change });
  }
  return [...last.values()].flatMap((byUid) =>
    [...byUid.values()].filter((pair) => pair.first.kind === pair.last.kind).map((pair) => pair.last),
  );
}
