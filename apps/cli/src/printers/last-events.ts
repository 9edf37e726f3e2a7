// The newest Event about each object of a story.

import type { Change, EventDetails } from '@rectrace/trace';

type Newest = { any: EventDetails; warning: EventDetails | undefined };

/** Read once, as a tree of thousands asks for each of its objects. changes: oldest first. */
export class LastEvents {
  readonly #byObject = new Map<string, Newest>();

  constructor(changes: readonly Change[]) {
    for (const { ref, event } of changes) {
      if (event === undefined) continue;
      const warning = event.type === 'Warning' ? event : this.#byObject.get(ref.uid)?.warning;
      this.#byObject.set(ref.uid, { any: event, warning });
    }
  }

  of(uid: string, type: 'Warning' | 'any'): EventDetails | undefined {
    const newest = this.#byObject.get(uid);
    return type === 'any' ? newest?.any : newest?.warning;
  }
}
