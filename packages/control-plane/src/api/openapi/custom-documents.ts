// The OpenAPI documents of custom resources: their schemas, and paths modelled on those of a built-in kind of the same shape.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, parseJson, valueAt } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store } from '../../storage/store.ts';
import type { Definition, DefinitionVersion } from '../custom/definition.ts';
import { DEFINITIONS, readDefinition } from '../custom/definition.ts';
import { customPaths } from './custom-paths.ts';
import type { CustomKind } from './custom-schemas.ts';
import { customSchemas } from './custom-schemas.ts';
import type { OpenApiDocuments } from './openapi-source.ts';

export type CustomDocument = { readonly path: string; readonly value: JsonObject };

/** Kinds like custom ones, in a document that is always there: one in namespaces, one without. */
const MODEL = 'apis/networking.k8s.io/v1';
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.';

export function customDocuments(store: Store, builtIn: OpenApiDocuments): readonly CustomDocument[] {
  const kinds = definitionsIn(store).flatMap((definition) =>
    definition.versions.filter(({ served }) => served).map((version) => kindOf(definition, version)),
  );
  const model = builtIn.get(MODEL);
  if (kinds.length === 0 || model === undefined) return [];
  const modelled = parseJson(model.text);
  const groups = new Map<string, readonly CustomKind[]>();
  for (const kind of kinds) {
    const path = `apis/${kind.group}/${kind.version}`;
    groups.set(path, [...(groups.get(path) ?? []), kind]);
  }
  return [...groups].map(([path, members]) => ({ path, value: documentOf(members, modelled) }));
}

function definitionsIn(store: Store): readonly Definition[] {
  const found: Definition[] = [];
  const snapshot = store.snapshot(DEFINITIONS);
  if (snapshot.kind === 'snapshot') walkFrom(snapshot.objects, '', (_key, { object }) => found.push(readDefinition(object)) > 0);
  return found;
}

function kindOf({ group, names, namespaced }: Definition, { name, schema, status }: DefinitionVersion): CustomKind {
  const reversed = group.split('.').reverse().join('.');
  return {
    group,
    version: name,
    kind: names.kind,
    plural: names.plural,
    namespaced,
    status,
    schema: isJsonObject(schema) ? schema : {},
    schemaName: `${reversed}.${name}.${names.kind}`,
    listName: `${reversed}.${name}.${names.listKind}`,
    listKind: names.listKind,
  };
}

function documentOf(kinds: readonly CustomKind[], model: Json): JsonObject {
  const known = valueAt(model, ['components', 'schemas']);
  const meta = Object.entries(isJsonObject(known) ? known : {}).filter(([name]) => name.startsWith(META));
  const own = kinds.flatMap((kind) => Object.entries(customSchemas(kind)));
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' },
    paths: Object.fromEntries(kinds.flatMap((kind) => Object.entries(customPaths(kind, model)))),
    components: { schemas: Object.fromEntries([...meta, ...own]) },
  };
}
