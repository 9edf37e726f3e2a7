// What controllers rely on in the metadata of every object that the server has stored.
import type { KubeObject, ObjectMeta, OwnerReference } from '@rectrace/kube';
import type { Index } from '../runtime/object-view.ts';

export type StoredMeta = ObjectMeta & {
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
};

/** The owner that manages the object: a controller works on those that name it, or none. */
export function controllerOf({ metadata }: KubeObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/** A reference by which the owner manages the object. */
export function controllerReference({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '', controller: true, blockOwnerDeletion: true };
}

export function isDeleting({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Objects by the uid of the owner that manages them, or by 'orphan/NAMESPACE' where nobody does. */
export const BY_CONTROLLER: Index = {
  valuesOf: (object) => [controllerOf(object)?.uid ?? orphansOf(object.metadata.namespace ?? '')],
};

export function orphansOf(namespace: string): string {
  return `orphan/${namespace}`;
}
