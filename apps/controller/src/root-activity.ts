// Which roots a commit concerns, and the changes of their latest cycle for the statuses that show them.

import type { Commit, HistoryReader } from '@rectrace/history';
import { previousResourceVersion } from '@rectrace/kube';
import type { Change, Membership, Position } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';
import { CycleWindow } from './cycle-window.ts';
import { isShown, leanChange } from './status/trace-change.ts';

export type RootActivityOptions = {
  readonly reader: HistoryReader;
  /** Bytes of the largest status. */
  readonly bytes: number;
  /** How much of one text a status that is short of room shows. */
  readonly textBytes: number;
};

/** The greatest that formatPosition writes in eight digits. */
const LAST_OFFSET = 0xffff_ffff;

type Slot = { readonly start: Position | undefined; readonly window: CycleWindow };

/** Times in milliseconds since the epoch. since: of the oldest shown change that came with the commit. */
export type Touched = { readonly root: string; readonly since: number };

/** What of a commit is noted. */
export type Noted = Pick<Commit, 'changes' | 'members' | 'cycles' | 'withdrawn'>;

export class RootActivity {
  readonly #options: RootActivityOptions;
  readonly #rootsOf = new Map<string, Set<string>>();
  readonly #slots = new Map<string, Slot>();

  constructor(options: RootActivityOptions) {
    this.#options = options;
  }

  /** Takes over whose member is what from the history. */
  resume(root: string): void {
    for (const member of this.#options.reader.members(root)) this.#join(member);
  }

  /** The root is not followed any more. */
  forget(root: string): void {
    this.#slots.delete(root);
    for (const [uid, roots] of this.#rootsOf) {
      roots.delete(root);
      if (roots.size === 0) this.#rootsOf.delete(uid);
    }
  }

  /**
   * A commit, whole and before the history is read again: windows read there hold everything up to it. Returns the roots whose status says
   * something else now.
   */
  note({ changes, members, cycles, withdrawn }: Noted): readonly Touched[] {
    const touched = new Map<string, number>();
    const touch = (root: string, time: number): void => void touched.set(root, Math.min(time, touched.get(root) ?? time));
    const told = new Set(changes.map(({ id }) => id));
    for (const member of members) this.#joinLate(member, told);
    for (const change of changes) for (const root of this.#noteChange(change)) touch(root, change.receivedAt);
    for (const { root } of [...members, ...cycles, ...withdrawn]) if (!touched.has(root)) touch(root, Number.POSITIVE_INFINITY);
    return [...touched].map(([root, since]) => ({ root, since }));
  }

  /** The window of the cycle that starts there; undefined: there was no cycle yet. Read from the history where it is not at hand. */
  windowOf(root: string, start: Position | undefined): CycleWindow {
    const slot = this.#slots.get(root);
    if (slot !== undefined && sameStart(slot.start, start)) return slot.window;
    const { reader, bytes, textBytes } = this.#options;
    const window = new CycleWindow({ bytes, textBytes });
    for (const change of reader.changes({ root, withoutBodies: true, ...from(start) })) if (isFrom(start, change)) window.count(change);
    window.fill(untilBefore(start, reader.changes({ root, newestFirst: true, ...from(start) })));
    this.#slots.set(root, { start, window });
    return window;
  }

  #noteChange(change: Change): readonly string[] {
    const roots = [...(this.#rootsOf.get(change.ref.uid) ?? [])];
    const lean = leanChange(change);
    for (const root of roots) {
      const slot = this.#slots.get(root);
      if (slot !== undefined && isFrom(slot.start, change)) slot.window.add(lean);
    }
    return isShown(change) ? roots : [];
  }

  /** Changes of an object that already belonged elsewhere were told before it joined here. */
  #joinLate(member: Membership, told: ReadonlySet<string>): void {
    const { uid } = member.ref;
    const known = this.#rootsOf.has(uid);
    this.#join(member);
    const slot = this.#slots.get(member.root);
    if (!known || slot === undefined) return;
    for (const change of this.#options.reader.changes({ uid })) {
      if (!told.has(change.id) && isFrom(slot.start, change)) slot.window.add(leanChange(change));
    }
  }

  #join({ root, ref }: Membership): void {
    const roots = this.#rootsOf.get(ref.uid);
    if (roots === undefined) this.#rootsOf.set(ref.uid, new Set([root]));
    else roots.add(root);
  }
}

/** As a lower bound for the history, which takes an exclusive one: everything before the version of the start is left out. */
function from(start: Position | undefined): { readonly afterPosition?: Position } {
  const version = start === undefined ? undefined : previousResourceVersion(start.version);
  return start === undefined || version === undefined ? {} : { afterPosition: { epoch: start.epoch, version, offset: LAST_OFFSET } };
}

function* untilBefore(start: Position | undefined, newestFirst: Iterable<Change>): Iterable<Change> {
  for (const change of newestFirst) {
    if (!isFrom(start, change)) return;
    yield change;
  }
}

function isFrom(start: Position | undefined, { position }: Change): boolean {
  return start === undefined || comparePositions(position, start) >= 0;
}

function sameStart(left: Position | undefined, right: Position | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return comparePositions(left, right) === 0;
}
