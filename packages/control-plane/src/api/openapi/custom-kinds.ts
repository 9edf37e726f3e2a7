// The kinds that the definitions in the store add, as OpenAPI documents tell of them.
import { isJsonObject } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store } from '../../storage/store.ts';
import type { Definition, DefinitionVersion } from '../custom/definition.ts';
import { DEFINITIONS, readDefinition } from '../custom/definition.ts';
import type { CustomKind } from './custom-schemas.ts';

/** One for each version that is served. */
export function customKinds(store: Store): readonly CustomKind[] {
  return definitionsIn(store).flatMap((definition) =>
    definition.versions.filter(({ served }) => served).map((version) => kindOf(definition, version)),
  );
}

function definitionsIn(store: Store): readonly Definition[] {
  const found: Definition[] = [];
  const snapshot = store.snapshot(DEFINITIONS);
  if (snapshot.kind === 'snapshot') walkFrom(snapshot.objects, '', (_key, { object }) => found.push(readDefinition(object)) > 0);
  return found;
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
