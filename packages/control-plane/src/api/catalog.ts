// All that is served: the built-in resources, and what the definitions in the store add.
import type { CatalogGroup, Lookup, ResourceCatalog } from './resource-catalog.ts';
import type { ServedResource } from './served-resource.ts';

/** Groups that are not built in, looked up anew for every request. */
export interface OtherGroups {
  lookup(group: string, version: string, resource: string): Lookup;
  groups(): readonly CatalogGroup[];
  /** All versions of the resource. */
  versions(resource: Pick<ServedResource, 'group' | 'resource'>): readonly ServedResource[];
}

/** The built-in groups, and what is looked up in them. */
export class BuiltInIndex {
  /** In the order of discovery. */
  readonly groups: readonly CatalogGroup[];
  readonly byName = new Map<string, ServedResource>();
  readonly byStorage: ReadonlyMap<string, readonly ServedResource[]>;
  readonly groupVersions = new Set<string>();

  constructor(groups: readonly CatalogGroup[]) {
    this.groups = groups;
    for (const { group, versions } of groups) {
      for (const { version, resources } of versions) {
        this.groupVersions.add(`${group}/${version}`);
        for (const resource of resources) this.byName.set(`${group}/${version}/${resource.resource}`, resource);
      }
    }
    this.byStorage = Map.groupBy(this.byName.values(), ({ storage }) => storage);
  }
}

export class Catalog implements ResourceCatalog {
  readonly #builtIn: BuiltInIndex;
  readonly #custom: OtherGroups;

  constructor(builtIn: BuiltInIndex, custom: OtherGroups) {
    this.#builtIn = builtIn;
    this.#custom = custom;
  }

  lookup(group: string, version: string, resource: string): Lookup {
    const known = this.#builtIn.byName.get(`${group}/${version}/${resource}`);
    if (known !== undefined) return { kind: 'found', resource: known };
    return this.#builtIn.groupVersions.has(`${group}/${version}`) ? { kind: 'no-resource' } : this.#custom.lookup(group, version, resource);
  }

  equivalents(resource: ServedResource): readonly ServedResource[] {
    return resource.custom ? this.#custom.versions(resource) : (this.#builtIn.byStorage.get(resource.storage) ?? []);
  }

  groups(): readonly CatalogGroup[] {
    return [...this.#builtIn.groups, ...this.#custom.groups()];
  }
}
