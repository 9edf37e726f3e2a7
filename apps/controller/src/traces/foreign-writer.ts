// Tells whether somebody else writes the status of a trace: KubeBlocks' own trace controller, where it is switched on.

import type { KubeObject, ManagedFieldsEntry } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

/** The field manager of our writes. */
export const FIELD_MANAGER = 'rectrace-controller';

const CONTESTED = ['f:currentState', 'f:initialObjectTree', 'f:desiredState', 'f:dryRunResult'];

/** The manager that wrote fields of the status that are ours to write; undefined where there is none. */
export function foreignWriter({ metadata }: KubeObject): string | undefined {
  return metadata.managedFields?.find(isForeign)?.manager;
}

function isForeign({ manager, fieldsV1 }: ManagedFieldsEntry): boolean {
  if (manager === undefined || manager === FIELD_MANAGER || fieldsV1 === undefined) return false;
  const status = fieldsV1['f:status'];
  return isJsonObject(status) && CONTESTED.some((field) => Object.hasOwn(status, field));
}
