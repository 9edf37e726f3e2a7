// Which controllers a change of an object wakes, for which keys.
import type { Controller, Wake } from './controller.ts';
import type { ObjectChange } from './object-cache.ts';
import type { ObjectView } from './object-view.ts';
import type { Resource } from './resource.ts';
import { storageNameOf } from './resource.ts';

export type Woken = { readonly controller: Controller; readonly key: string };

type Row = { readonly controller: Controller; readonly wake: Wake };

export class WakeTable {
  readonly #rows = new Map<string, Row[]>();
  readonly #resources = new Map<string, Resource>();

  constructor(controllers: readonly Controller[]) {
    for (const row of controllers.flatMap((controller) => controller.wakes.map((wake) => ({ controller, wake })))) this.#add(row);
  }

  /** What the controllers must be told of, each once. */
  get resources(): readonly Resource[] {
    return [...this.#resources.values()];
  }

  /** In the order of the controllers. */
  wokenBy(resource: Resource, change: ObjectChange, view: ObjectView): readonly Woken[] {
    const rows = this.#rows.get(storageNameOf(resource)) ?? [];
    return rows.flatMap(({ controller, wake }) => wake.keys(change, view).map((key) => ({ controller, key })));
  }

  #add(row: Row): void {
    const { resource } = row.wake;
    const name = storageNameOf(resource);
    this.#rows.set(name, [...(this.#rows.get(name) ?? []), row]);
    if (!this.#resources.has(name)) this.#resources.set(name, resource);
  }
}
