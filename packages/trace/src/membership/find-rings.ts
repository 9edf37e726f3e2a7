// Finds objects that own each other in a ring, or themselves. Tarjan's strongly connected components with an explicit stack: 20,000 owners end.

import type { Uid } from '@rectrace/kube';

type Visit = { readonly uid: Uid; readonly next: Iterator<Uid> };
type Search = {
  readonly parentsOf: (uid: Uid) => readonly Uid[];
  readonly order: Map<Uid, number>;
  readonly low: Map<Uid, number>;
  readonly path: Uid[];
  readonly onPath: Set<Uid>;
  readonly rings: Set<Uid>;
};

/** Those of the objects that lie in a ring of parents. */
export function findRings(uids: Iterable<Uid>, parentsOf: (uid: Uid) => readonly Uid[]): ReadonlySet<Uid> {
  const search: Search = { parentsOf, order: new Map(), low: new Map(), path: [], onPath: new Set(), rings: new Set() };
  for (const uid of uids) if (!search.order.has(uid)) searchFrom(uid, search);
  return search.rings;
}

function searchFrom(start: Uid, search: Search): void {
  const open: Visit[] = [enter(start, search)];
  for (let visit = open.at(-1); visit !== undefined; visit = open.at(-1)) {
    const parent = visit.next.next();
    if (parent.done === true) {
      open.pop();
      leave(visit.uid, { search, child: open.at(-1)?.uid });
    } else if (!search.order.has(parent.value)) {
      open.push(enter(parent.value, search));
    } else if (search.onPath.has(parent.value)) {
      lower(search, visit.uid, search.order.get(parent.value) ?? 0);
    }
  }
}

function enter(uid: Uid, search: Search): Visit {
  const index = search.order.size;
  search.order.set(uid, index);
  search.low.set(uid, index);
  search.path.push(uid);
  search.onPath.add(uid);
  return { uid, next: search.parentsOf(uid)[Symbol.iterator]() };
}

/** All above `uid` are seen: where none of them leads back below it, what stands on the path from here on is one component. */
function leave(uid: Uid, { search, child }: { readonly search: Search; readonly child: Uid | undefined }): void {
  const low = search.low.get(uid) ?? 0;
  if (child !== undefined) lower(search, child, low);
  if (low !== search.order.get(uid)) return;
  const component = search.path.splice(search.path.lastIndexOf(uid));
  for (const member of component) search.onPath.delete(member);
  if (component.length > 1 || search.parentsOf(uid).includes(uid)) for (const member of component) search.rings.add(member);
}

function lower(search: Search, uid: Uid, low: number): void {
  if (low < (search.low.get(uid) ?? 0)) search.low.set(uid, low);
}
