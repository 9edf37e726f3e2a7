// Custom resources by group, looked up in the store: what a definition says holds from the moment it is stored, in a fork as in its base.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store } from '../../storage/store.ts';
import type { CatalogGroup, Lookup } from '../resource-catalog.ts';
import type { ServedResource } from '../served-resource.ts';
import type { TypeTable } from '../type-table.ts';
import { customResource } from './custom-resource.ts';
import { CustomVersions } from './custom-versions.ts';
import { DEFINITIONS, definitionIs, readDefinition } from './definition.ts';
import type { SchemaEngine } from './schema-engine.ts';
import { sortVersions } from './sort-versions.ts';
import type { ConversionCalling } from './webhook-converter.ts';
import { WebhookConverter } from './webhook-converter.ts';

type Served = ReadonlyMap<string, ServedResource>;

/** `calling`: how webhooks are asked to convert. */
export type CustomGroupsParts = { readonly table: TypeTable; readonly schemas: SchemaEngine; readonly calling: ConversionCalling };

export class CustomGroups {
  readonly #store: Store;
  readonly #table: TypeTable;
  readonly #schemas: SchemaEngine;
  readonly #calling: ConversionCalling;
  /** By version, of each definition as it is stored. */
  readonly #served = new WeakMap<JsonObject, Served>();

  constructor(store: Store, { table, schemas, calling }: CustomGroupsParts) {
    this.#store = store;
    this.#table = table;
    this.#schemas = schemas;
    this.#calling = calling;
  }

  lookup(group: string, version: string, resource: string): Lookup {
    const stored = this.#store.get({ resource: DEFINITIONS, key: `${resource}.${group}` })?.object;
    const found = stored === undefined ? undefined : this.#servedBy(stored).get(version);
    if (found !== undefined) return { kind: 'found', resource: found };
    return this.groups().some((known) => known.group === group) ? { kind: 'no-custom-resource' } : { kind: 'no-group-version' };
  }

  versions({ group, resource }: Pick<ServedResource, 'group' | 'resource'>): readonly ServedResource[] {
    const stored = this.#store.get({ resource: DEFINITIONS, key: `${resource}.${group}` })?.object;
    return stored === undefined ? [] : [...this.#servedBy(stored).values()];
  }

  groups(): readonly CatalogGroup[] {
    const byGroup = new Map<string, Map<string, ServedResource[]>>();
    for (const stored of this.#definitions()) {
      for (const served of this.#servedBy(stored).values()) {
        const versions = byGroup.get(served.group) ?? new Map<string, ServedResource[]>();
        byGroup.set(served.group, versions.set(served.version, [...(versions.get(served.version) ?? []), served]));
      }
    }
    const groups = [...byGroup].sort(([left], [right]) => (left < right ? -1 : 1));
    return groups.map(([group, versions]) => ({
      group,
      custom: true as const,
      versions: sortVersions([...versions.keys()]).map((version) => ({ version, resources: versions.get(version) ?? [] })),
    }));
  }

  #definitions(): readonly JsonObject[] {
    const snapshot = this.#store.snapshot(DEFINITIONS);
    const found: JsonObject[] = [];
    if (snapshot.kind === 'snapshot') walkFrom(snapshot.objects, undefined, (_key, { object }) => found.push(object) > 0);
    return found;
  }

  /** Nothing before the definition is established. */
  #servedBy(stored: JsonObject): Served {
    const known = this.#served.get(stored);
    if (known !== undefined) return known;
    const served =
      definitionIs(stored, 'Established') && stringAt(stored, ['spec', 'group']) !== undefined ? this.#serve(stored) : new Map();
    this.#served.set(stored, served);
    return served;
  }

  #serve(stored: JsonObject): Served {
    const definition = readDefinition(stored);
    const { group, conversion } = definition;
    const converter = conversion === undefined ? undefined : new WebhookConverter(conversion, this.#calling);
    const schemas = new Map(definition.versions.map(({ name, schema }) => [`${group}/${name}`, this.#schemas.compile(schema)]));
    const storage = definition.versions.find((version) => version.storage)?.name ?? '';
    const versions = new CustomVersions({ storedApiVersion: `${group}/${storage}`, schemas, converter });
    const parts = { stored, definition, table: this.#table, versions };
    const served = definition.versions.filter((version) => version.served);
    return new Map(
      served.flatMap((version) => {
        const schema = schemas.get(`${group}/${version.name}`);
        return schema === undefined ? [] : [[version.name, customResource({ ...parts, version, schema })]];
      }),
    );
  }
}
