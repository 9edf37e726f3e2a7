// The kinds that the definitions in the store add, as OpenAPI documents tell of them.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store } from '../../storage/store.ts';
import type { Definition, DefinitionVersion } from '../custom/definition.ts';
import { DEFINITIONS, readDefinition } from '../custom/definition.ts';
import type { CustomKind } from './custom-schemas.ts';

export class CustomKinds {
  readonly #store: Store;
  /** Of each definition as it is stored. */
  readonly #known = new WeakMap<JsonObject, readonly CustomKind[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** One for each version that is served now. As long as a definition is not written, its kinds are the same values. */
  current(): readonly CustomKind[] {
    const found: CustomKind[] = [];
    const snapshot = this.#store.snapshot(DEFINITIONS);
    if (snapshot.kind === 'snapshot') walkFrom(snapshot.objects, '', (_key, { object }) => found.push(...this.#kindsOf(object)) >= 0);
    return found;
  }

  #kindsOf(stored: JsonObject): readonly CustomKind[] {
    const known = this.#known.get(stored);
    if (known !== undefined) return known;
    const definition = readDefinition(stored);
    const kinds = definition.versions.filter(({ served }) => served).map((version) => kindOf(definition, version));
    this.#known.set(stored, kinds);
    return kinds;
  }
}

function kindOf({ group, names, namespaced }: Definition, { name, schema, status, scale, selectable }: DefinitionVersion): CustomKind {
  const reversed = group.split('.').reverse().join('.');
  return {
    group,
    version: name,
    kind: names.kind,
    plural: names.plural,
    namespaced,
    status,
    scale: scale !== undefined,
    selectable,
    schema: isJsonObject(schema) ? schema : {},
    schemaName: `${reversed}.${name}.${names.kind}`,
    listName: `${reversed}.${name}.${names.listKind}`,
    listKind: names.listKind,
  };
}
