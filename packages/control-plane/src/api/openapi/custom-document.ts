// The OpenAPI document of a group version of custom resources: their schemas, and paths modelled on those of a built-in kind of the same shape.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';
import { customPaths } from './custom-paths.ts';
import type { CustomKind } from './custom-schemas.ts';
import { customSchemas, META } from './custom-schemas.ts';

/** `model`: a document with kinds like custom ones, one in namespaces, one without. */
export function customDocument(kinds: readonly CustomKind[], model: Json): JsonObject {
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
