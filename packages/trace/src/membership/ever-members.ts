// Which roots' trees each object was ever in, and who entered one for the first time.

import type { ObjectRef, Uid } from '@rectrace/kube';
import type { Position } from '../position.ts';

/** An object entered a root's tree for the first time. */
export type Joined = { readonly root: string; readonly uid: Uid; readonly ref: ObjectRef; readonly since: Position };

export class EverMembers {
  /** Ids of roots, by object. */
  readonly #roots = new Map<Uid, readonly string[]>();
  readonly #joined: Joined[] = [];

  has(uid: Uid): boolean {
    return this.#roots.has(uid);
  }

  rootsOf(uid: Uid): readonly string[] {
    return this.#roots.get(uid) ?? [];
  }

  /** False where it was there before. */
  enter(uid: Uid, root: string): boolean {
    const roots = this.rootsOf(uid);
    if (roots.includes(root)) return false;
    this.#roots.set(uid, [...roots, root]);
    return true;
  }

  /** Enters, and is told as joined. False where it was there before. */
  join(joined: Joined): boolean {
    if (!this.enter(joined.uid, joined.root)) return false;
    this.#joined.push(joined);
    return true;
  }

  /** What joined since the last call. */
  takeJoined(): readonly Joined[] {
    return this.#joined.splice(0);
  }

  forget(uid: Uid): void {
    this.#roots.delete(uid);
  }

  removeRoot(root: string): void {
    for (const [uid, roots] of this.#roots) {
      if (!roots.includes(root)) continue;
      const others = roots.filter((other) => other !== root);
      if (others.length === 0) this.#roots.delete(uid);
      else this.#roots.set(uid, others);
    }
  }
}
