// The object that holds the address of the API server's own Service, where the contents have it without that Service.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { nameOf, namespaceOf } from '../api/metadata.ts';

const OWN = { namespace: 'default', name: 'kubernetes' };

/** Whether it has to wait until the Service has been made: its address would count as taken. */
export function isServerAddress(object: JsonObject, objects: readonly JsonObject[]): boolean {
  if (object['kind'] !== 'IPAddress') return false;
  const parent = (key: string): string => stringAt(object, ['spec', 'parentRef', key]) ?? '';
  if (parent('resource') !== 'services' || parent('namespace') !== OWN.namespace || parent('name') !== OWN.name) return false;
  return !objects.some((other) => other['kind'] === 'Service' && namespaceOf(other) === OWN.namespace && nameOf(other) === OWN.name);
}
