// The OpenAPI documents of custom resources: their schemas, and paths modelled on those of a built-in kind of the same shape.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, parseJson, valueAt } from '@rectrace/kube';
import type { Store } from '../../storage/store.ts';
import { customKinds } from './custom-kinds.ts';
import { customPaths } from './custom-paths.ts';
import type { CustomKind } from './custom-schemas.ts';
import { customSchemas, META } from './custom-schemas.ts';
import type { OpenApiDocuments } from './openapi-source.ts';

export type CustomDocument = { readonly path: string; readonly value: JsonObject };

/** Kinds like custom ones, in a document that is always there: one in namespaces, one without. */
const MODEL = 'apis/networking.k8s.io/v1';

export function customDocuments(store: Store, builtIn: OpenApiDocuments): readonly CustomDocument[] {
  const kinds = customKinds(store);
  const model = builtIn.get(MODEL);
  if (kinds.length === 0 || model === undefined) return [];
  const modelled = parseJson(model.text);
  const groups = Map.groupBy(kinds, ({ group, version }) => `apis/${group}/${version}`);
  return [...groups].map(([path, members]) => ({ path, value: documentOf(members, modelled) }));
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
