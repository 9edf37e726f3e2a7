// An object as a subresource of another kind shows it, those who manage its fields included; and what was written through it.
import type { JsonObject } from '@rectrace/kube';
import { formatManagers, managersAfterScale, managersOfScale } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { assign } from '../draft.ts';
import { managersOf } from '../field-manager.ts';
import { metadataOf } from '../metadata.ts';
import type { Projection, ServedResource } from '../served-resource.ts';
import { apiVersionOf } from '../served-resource.ts';

type Shown = { readonly resource: ServedResource; readonly projection: Projection };

/** @throws RequestRefused where the object can't be shown so. */
export function showObject({ resource, projection }: Shown, current: JsonObject): JsonObject {
  const shown = projection.start?.(current) ?? projection.project(current);
  const managers = formatManagers(managersOfScale(managersOf(current), resource.merging.replicas));
  if (managers === undefined) return shown;
  return { ...shown, metadata: { ...(shown['metadata'] as JsonObject), managedFields: managers } };
}

/** @throws RequestRefused */
export function absorbShown({ resource, projection }: Shown, written: Draft, current: JsonObject): Draft {
  const draft = projection.absorb(written, current);
  const managers = managersAfterScale({
    managers: managersOf(current),
    scale: managersOf(written),
    paths: resource.merging.replicas,
    apiVersion: apiVersionOf(resource),
  });
  assign(metadataOf(draft), 'managedFields', formatManagers(managers));
  return draft;
}
