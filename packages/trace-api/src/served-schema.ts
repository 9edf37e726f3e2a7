// What the served schema lets a trace hold. KubeBlocks ships the same kind without our fields: they are pruned there, and a status without an
// object tree is refused. Of the status it is read from the definition, which the controller may see; of the spec from what is published for all.

import type { Json } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { TRACES } from './trace-resource.ts';
import type { TraceStatus } from './trace-status.ts';

/** ours: false where optional fields of ours are pruned. required: fields without which a status is refused. */
export type ServedSchema = { readonly ours: boolean; readonly required: readonly string[] };

export const OUR_SCHEMA: ServedSchema = { ours: true, required: [] };

/** crd: the CustomResourceDefinition. A version that is not there counts as ours: the API server will say what is wrong. */
export function readSchema(crd: Json, version: string): ServedSchema {
  const served = listAt(crd, ['spec', 'versions']).find((entry) => stringAt(entry, ['name']) === version);
  const status = valueAt(served, ['schema', 'openAPIV3Schema', 'properties', 'status']);
  if (status === undefined) return OUR_SCHEMA;
  const properties = valueAt(status, ['properties']);
  return { ours: isJsonObject(properties) && Object.hasOwn(properties, 'conditions'), required: listAt(status, ['required']).map(String) };
}

/** Whether the API server would take this status. */
export function isAccepted(status: TraceStatus, { required }: ServedSchema): boolean {
  return required.every((field) => Object.hasOwn(status, field));
}

/** The status without what would be pruned, so that no byte is spent on it. */
export function withoutPruned(status: TraceStatus, { ours }: ServedSchema): object {
  if (ours) return status;
  const { initialObjectTree, currentState } = status;
  return { ...(initialObjectTree === undefined ? {} : { initialObjectTree }), ...(currentState === undefined ? {} : { currentState }) };
}

/** Which optional fields of ours in the spec are kept. */
export type ServedFields = { readonly targetKind: boolean; readonly depth: boolean };

/** document: OpenAPI v3, from TRACE_SCHEMA_PATH. */
export function servedFields(document: Json): ServedFields {
  const spec = specSchema(document);
  return {
    targetKind: valueAt(spec, ['properties', 'targetObject', 'properties', 'kind']) !== undefined,
    depth: valueAt(spec, ['properties', 'depth']) !== undefined,
  };
}

function specSchema(document: Json): Json | undefined {
  const schemas = valueAt(document, ['components', 'schemas']);
  if (!isJsonObject(schemas)) return undefined;
  const name = Object.keys(schemas).find((key) => key.endsWith(`.${TRACES.kind}`));
  return name === undefined ? undefined : valueAt(schemas, [name, 'properties', 'spec']);
}
