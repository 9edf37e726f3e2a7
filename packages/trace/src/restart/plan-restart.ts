// What a restart reads of the history: where to start folding again, what stood there, and what came after. Of what is dead by then only the
// heads are read, unless something that lives still hangs on it.

import type { Uid } from '@rectrace/kube';
import { formatGroupKind, formatObjectKey } from '@rectrace/kube';
import type { Change, ChangeType } from '../change.ts';
import type { Position } from '../position.ts';
import { comparePositions } from '../position.ts';
import type { RootTarget } from '../root-target.ts';
import type { RuleIndex } from '../rules/rule-index.ts';
import type { Tail } from './merge-tails.ts';
import { mergeTails, tailOf } from './merge-tails.ts';
import type { RootRestart } from './root-restart.ts';
import { restartOf } from './root-restart.ts';
import type { Sliced } from './slices.ts';
import { eachSliced } from './slices.ts';
import type { StoredChanges, StoredTimeline } from './stored-timeline.ts';

export type RestartPlan = {
  /** By root id. */
  readonly roots: ReadonlyMap<string, RootRestart>;
  /** By root id who was in its tree up to its cut; who came since shows when that is folded. */
  readonly members: ReadonlyMap<string, readonly Uid[]>;
  /** What stood at the roots' cuts, in order; of what was gone and still holds something the deletion, with the last body known. */
  readonly baseline: readonly Change[];
  /** Deletions of all else that was gone by then, without bodies, in order; the newest ones. */
  readonly tombs: readonly Change[];
  /** What came after the cut of a root it belongs to, to be folded again, in order. */
  readonly tail: Iterable<Change>;
  /** The newest Event about each root's objects: whether Events count their own revisions shows in its place. */
  readonly events: readonly Change[];
};

type RestartSource = { readonly stored: StoredTimeline; readonly index: RuleIndex; readonly maxTombs: number };
type Cut = { readonly root: string; readonly cut: Position | undefined };
type Dead = { readonly root: string; readonly change: Change };

/** Reads what the roots need to go on as if nothing had happened, in slices. A root that was busy lately costs the others nothing. */
export function* planRestart(targets: readonly RootTarget[], source: RestartSource): Sliced<RestartPlan> {
  const { stored, maxTombs } = source;
  const roots = new Map<string, RootRestart>();
  for (const { id } of targets) {
    roots.set(id, restartOf(id, stored));
    yield;
  }
  const cuts = [...roots].map(([root, { cut }]): Cut => ({ root, cut }));
  const told = yield* toldAgain(cuts, stored);
  const { stood, gone, members } = yield* readStanding(cuts, source);
  const living = distinct(stood.filter(({ id }) => !told.has(id)));
  const alive = new Set(living.map(({ ref }) => ref.uid));
  const dead = gone.filter(({ change: { id, ref } }) => !told.has(id) && !alive.has(ref.uid));
  const ghosts = yield* ghostsAmong(dead, { targets, living, ...source });
  const held = new Set(ghosts.map(({ id }) => id));
  const tombs = distinct(dead.map(({ change }) => change).filter(({ id }) => !held.has(id))).slice(-maxTombs);
  const events = yield* newestEvents(targets, stored);
  const tail = mergeTails(yield* openTails(cuts, stored));
  return { roots, members, baseline: distinct([...living, ...ghosts]), tombs, tail, events };
}

/** Who lived at the roots' cuts, and who was gone by then. */
function* readStanding(
  cuts: readonly Cut[],
  source: RestartSource,
): Sliced<{ readonly stood: readonly Change[]; readonly gone: readonly Dead[] } & Pick<RestartPlan, 'members'>> {
  const stood: Change[] = [];
  const gone: Dead[] = [];
  const members = new Map<string, Uid[]>();
  for (const { root, cut } of cuts) {
    if (cut === undefined) continue;
    const own: Uid[] = [];
    yield* eachSliced(source.stored.latest({ root, at: cut }), (change) => {
      own.push(change.ref.uid);
      stood.push(change);
    });
    yield* eachSliced(deadAt({ root, cut }, source), (dead) => {
      own.push(dead.change.ref.uid);
      gone.push(dead);
    });
    members.set(root, own);
    yield;
  }
  return { stood, gone, members };
}

function* newestEvents(targets: readonly RootTarget[], stored: StoredTimeline): Sliced<readonly Change[]> {
  const events: Change[] = [];
  for (const { id } of targets) {
    events.push(...stored.changes({ root: id, types: ['Event'], newestFirst: true, limit: 1 }));
    yield;
  }
  return events;
}

/** Ids of what comes after some root's cut, which another root's baseline may have too. */
function* toldAgain(cuts: readonly Cut[], stored: StoredTimeline): Sliced<ReadonlySet<string>> {
  const told = new Set<string>();
  if (cuts.length < 2) return told;
  for (const cut of cuts) {
    yield* eachSliced(stored.changes({ ...after(cut), withoutBodies: true }), ({ id }) => void told.add(id));
    yield;
  }
  return told;
}

function after({ root, cut }: Cut): StoredChanges {
  return cut === undefined ? { root } : { root, afterPosition: cut };
}

function* deadAt({ root, cut }: { readonly root: string; readonly cut: Position }, { stored, maxTombs }: RestartSource): Generator<Dead> {
  for (const change of stored.changes({ root, types: ['Deletion'], newestFirst: true, limit: maxTombs, withoutBodies: true }))
    if (comparePositions(change.position, cut) <= 0) yield { root, change };
}

/** The dead that still have a place: the last root of a name, and whom somebody who lives, or such a ghost, names as owner or may have by a rule. */
function* ghostsAmong(
  dead: readonly Dead[],
  { targets, living, index, stored }: RestartSource & { readonly targets: readonly RootTarget[]; readonly living: readonly Change[] },
): Sliced<readonly Change[]> {
  const sought = new Set<string>();
  const kinds = new Set<string>();
  const rooted = lastRoots(targets, [...living, ...dead.map(({ change }) => change)]);
  const look = ({ ref, body }: Change): void => {
    kinds.add(formatGroupKind(ref));
    for (const { uid } of body?.metadata.ownerReferences ?? []) sought.add(uid);
  };
  living.forEach(look);
  const ghosts = new Map<string, Change>();
  const isHeld = ({ ref, id }: Change): boolean =>
    rooted.has(id) || sought.has(ref.uid) || (index.byParent.get(formatGroupKind(ref)) ?? []).some(({ child }) => kinds.has(child));
  for (let before = -1; before < ghosts.size; ) {
    before = ghosts.size;
    yield* eachSliced(dead, ({ root, change }) => {
      if (ghosts.has(change.id) || !isHeld(change)) return;
      const ghost = withLastBody(change, { root, stored });
      ghosts.set(change.id, ghost);
      look(ghost);
    });
  }
  return [...ghosts.values()];
}

/** Ids of the newest change under each root's name. */
function lastRoots(targets: readonly RootTarget[], changes: readonly Change[]): ReadonlySet<string> {
  const keys = new Set(targets.map((target) => formatObjectKey({ ...target, kind: target.objectKind })));
  const named = distinct(changes.filter(({ ref }) => keys.has(formatObjectKey(ref))));
  return new Set(new Map(named.map(({ ref, id }) => [formatObjectKey(ref), id])).values());
}

function withLastBody(change: Change, { root, stored }: { readonly root: string; readonly stored: StoredTimeline }): Change {
  const types: readonly ChangeType[] = ['Present', 'Creation', 'Update', 'Deletion'];
  const last = [...stored.changes({ root, uid: change.ref.uid, types, newestFirst: true, limit: 2 })];
  const body = last.find((stood) => stood.body !== undefined)?.body;
  return body === undefined ? change : { ...change, body };
}

/** What came after the roots' cuts. */
function* openTails(cuts: readonly Cut[], stored: StoredTimeline): Sliced<readonly Tail[]> {
  const tails: Tail[] = [];
  for (const [order, cut] of cuts.entries()) {
    const tail = tailOf(stored.changes(after(cut)), order);
    if (tail !== undefined) tails.push(tail);
    yield;
  }
  return tails;
}

/** Changes of several roots in one order, each once. */
function distinct(changes: readonly Change[]): readonly Change[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return [...byId.values()].sort((left, right) => comparePositions(left.position, right.position));
}
