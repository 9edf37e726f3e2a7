// What a watched resource is served from, and whether it still holds: the definition of a custom resource.
import type { Store } from '../../storage/store.ts';
import type { ServedFrom } from '../served-resource.ts';

export class WatchedSource {
  readonly #store: Store;
  readonly #source: ServedFrom | undefined;
  readonly #close: () => void;

  /** `onWrite` is called at every write that may have changed it. */
  constructor(store: Store, source: ServedFrom | undefined, onWrite: () => void) {
    this.#store = store;
    this.#source = source;
    const opened = source === undefined ? undefined : store.watch(source.resource, { after: store.revision, onWrite });
    this.#close = opened?.kind === 'watch' ? () => opened.watch.close() : () => undefined;
  }

  get changed(): boolean {
    const source = this.#source;
    return source !== undefined && !source.holds(this.#store.get(source)?.object);
  }

  close(): void {
    this.#close();
  }
}
