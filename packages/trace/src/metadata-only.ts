// Objects of which only the metadata were told: of many objects of a kind nothing else is asked for.

import type { KubeObject } from '@rectrace/kube';

export function isMetadataOnly(object: KubeObject): boolean {
  return Object.keys(object).every((field) => field === 'apiVersion' || field === 'kind' || field === 'metadata');
}
