// Namespaces that objects of the contents are in and that are not among them: a recording of a namespace need not hold it.
import type { JsonObject } from '@rectrace/kube';
import { nameOf, namespaceOf } from '../api/metadata.ts';

/** Their names, in order. */
export function missingNamespaces(objects: readonly JsonObject[]): readonly string[] {
  const named = new Set(objects.map(namespaceOf).filter((name) => name !== ''));
  const present = new Set(objects.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace').map(nameOf));
  return [...named].filter((name) => !present.has(name)).sort();
}
