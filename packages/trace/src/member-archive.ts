// Who was ever in a tree, their newest bodies, and the changes of all others, held until they join.

import type { KubeObject, Uid } from '@rectrace/kube';
import type { Change } from './change.ts';
import type { Position } from './position.ts';
import type { TurnedOut } from './waiting-room.ts';
import { WaitingRoom } from './waiting-room.ts';

export class MemberArchive {
  readonly #members = new Set<Uid>();
  readonly #restored = new Set<Uid>();
  readonly #bodies = new Map<Uid, KubeObject>();
  readonly #waiting: WaitingRoom;

  /** @param waitingBytes bytes of changes held for objects in no tree; Infinity for a bounded recording */
  constructor(waitingBytes: number) {
    this.#waiting = new WaitingRoom(waitingBytes);
  }

  /** Changes given up because the room was full. */
  get evicted(): number {
    return this.#waiting.evicted;
  }

  isMember(uid: Uid): boolean {
    return this.#members.has(uid);
  }

  /** A history has what is known of it from before. */
  isRestored(uid: Uid): boolean {
    return this.#restored.has(uid);
  }

  members(): readonly Uid[] {
    return [...this.#members];
  }

  /** The newest body known: of a member, or of one who waits. */
  body(uid: Uid): KubeObject | undefined {
    return this.#bodies.get(uid) ?? this.#waiting.latest(uid)?.body;
  }

  /** scope: the collection it was seen in (formatScope). */
  hold(uid: Uid, change: Change, scope: string): void {
    this.#waiting.hold(uid, change, scope);
  }

  /** For whom changes waited that were turned out since the last call. */
  takeLeft(): readonly Uid[] {
    return this.#waiting.takeLeft();
  }

  /** Everything that waits. */
  waiting(): Change[] {
    return this.#waiting.all();
  }

  /** A change that waits, in other words. */
  amend(change: Change): void {
    this.#waiting.amend(change);
  }

  /** Their collection turned out to count its own revisions: waiting Events get a new place, in the order they had. */
  placeEvents(place: () => Position): void {
    this.#waiting.placeEvents(place);
  }

  /** Hands what waits under one name over to another. */
  move(from: Uid, to: Uid): void {
    this.#waiting.move(from, to);
  }

  /** What was turned out of the object before; undefined = nothing. */
  admit(uid: Uid): TurnedOut | undefined {
    this.#members.add(uid);
    return this.#waiting.takeTurnedOut(uid);
  }

  /** An object in no tree is gone for good: it joins none any more. */
  leave(uid: Uid): void {
    this.#waiting.takeTurnedOut(uid);
  }

  /** What waited for a member, in order of arrival; nothing for all others. */
  release(uid: Uid): readonly Change[] {
    if (!this.#members.has(uid)) {
      this.#waiting.settle(uid);
      return [];
    }
    const changes = this.#waiting.take(uid);
    const newest = changes.findLast((change) => change.type !== 'Event' && change.body !== undefined)?.body;
    if (newest !== undefined) this.#bodies.set(uid, newest);
    return changes;
  }

  /** Takes a member over from the history. */
  restore(uid: Uid): void {
    this.#members.add(uid);
    this.#restored.add(uid);
  }

  /** The body of a restored member. */
  restoreBody(uid: Uid, body: KubeObject): void {
    this.#bodies.set(uid, body);
  }

  /** The object is gone: its changes stay told, its body is not needed any more. */
  bury(uid: Uid): void {
    this.#bodies.delete(uid);
  }

  /** No root is interested any more. */
  dismiss(uid: Uid): void {
    this.#members.delete(uid);
    this.#restored.delete(uid);
    this.#bodies.delete(uid);
  }
}
