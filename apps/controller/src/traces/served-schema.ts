// What the served CRD lets a trace hold. KubeBlocks ships the same kind without our fields: they are pruned there, and a status without an
// object tree is refused.

import type { Json } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { TraceStatus } from '../status/trace-status.ts';

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
