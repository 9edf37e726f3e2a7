// How much of each resource an object uses, as quotas count it.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt } from '@rectrace/kube';
import { formatResource } from '../../failures.ts';
import { textsAt } from '../../metadata.ts';
import { podTotals } from '../../pod-spec/pod-totals.ts';
import type { ServedResource } from '../../served-resource.ts';
import type { Amounts } from './amounts.ts';
import { deviceUsage } from './device-usage.ts';

/** Kinds that are also counted under their bare name. */
const BARE = ['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas'];
const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const CLASS = '.storageclass.storage.k8s.io/';
const HUGE = 'hugepages-';

export function usageOf(resource: Pick<ServedResource, 'group' | 'resource' | 'storage'>, object: JsonObject): Amounts {
  const count = { [`count/${formatResource(resource)}`]: '1' };
  switch (resource.storage) {
    case 'pods':
      return { ...count, ...podUsage(object) };
    case 'services':
      return { ...count, ...serviceUsage(object) };
    case 'persistentvolumeclaims':
      return { ...count, ...claimUsage(object) };
    case 'resourceclaims.resource.k8s.io':
      return { ...count, ...deviceUsage(object) };
    default:
      return BARE.includes(resource.storage) ? { ...count, [resource.storage]: '1' } : count;
  }
}

/** What the containers of a pod do not say although the quota counts it, e.g. 'limits.cpu for: a,b'; '' where all is said. */
export function missingAmounts(resource: Pick<ServedResource, 'storage'>, object: JsonObject, hard: Amounts): string {
  if (resource.storage !== 'pods') return '';
  const containers = [...listAt(object, ['spec', 'containers']), ...listAt(object, ['spec', 'initContainers'])];
  const wanted = Object.keys(hard)
    .filter((key) => isPerContainer(key))
    .sort();
  const texts = wanted.flatMap((key) => {
    const names = containers.filter((container) => !says(container, key)).map((container) => stringAt(container, ['name']) ?? '');
    return names.length === 0 || saysPod(object, key) ? [] : [`${key} for: ${[...new Set(names)].sort().join(',')}`];
  });
  return texts.join('; ');
}

function isPerContainer(key: string): boolean {
  return COMPUTE.includes(key.replace(/^(requests|limits)\./, ''));
}

function says(container: Json, key: string): boolean {
  const [list, name] = key.startsWith('limits.') ? ['limits', key.slice(7)] : ['requests', key.replace(/^requests\./, '')];
  return textsAt(container, ['resources', list ?? ''])[name ?? ''] !== undefined;
}

function saysPod(pod: JsonObject, key: string): boolean {
  return says(pod['spec'] ?? null, key);
}

function podUsage(pod: JsonObject): Amounts {
  if (['Succeeded', 'Failed'].includes(stringAt(pod, ['status', 'phase']) ?? '')) return {};
  const spec = isJsonObject(pod['spec']) ? pod['spec'] : {};
  const requests = Object.entries(podTotals(spec, 'requests')).flatMap(([key, value]) => requestNames(key).map((name) => [name, value]));
  const limits = Object.entries(podTotals(spec, 'limits'))
    .filter(([key]) => COMPUTE.includes(key))
    .map(([key, value]) => [`limits.${key}`, value]);
  return { pods: '1', ...Object.fromEntries([...requests, ...limits]) };
}

function requestNames(key: string): readonly string[] {
  return COMPUTE.includes(key) || key.startsWith(HUGE) ? [key, `requests.${key}`] : [`requests.${key}`];
}

function serviceUsage(service: JsonObject): Amounts {
  const type = stringAt(service, ['spec', 'type']);
  const ports = listAt(service, ['spec', 'ports']);
  const balanced = type === 'LoadBalancer';
  const without = balanced && isJsonObject(service['spec']) && service['spec']['allocateLoadBalancerNodePorts'] === false;
  const nodePorts = without ? ports.filter((port) => isJsonObject(port) && typeof port['nodePort'] === 'number') : ports;
  return {
    services: '1',
    'services.nodeports': type === 'NodePort' || balanced ? String(nodePorts.length) : '0',
    'services.loadbalancers': balanced ? '1' : '0',
  };
}

function claimUsage(claim: JsonObject): Amounts {
  const storage = textsAt(claim, ['spec', 'resources', 'requests'])['storage'];
  const storageClass = stringAt(claim, ['spec', 'storageClassName']);
  const size = storage === undefined ? {} : { 'requests.storage': storage };
  const prefix = `${storageClass ?? ''}${CLASS}`;
  const ofClass =
    storageClass === undefined
      ? {}
      : { [`${prefix}persistentvolumeclaims`]: '1', ...(storage === undefined ? {} : { [`${prefix}requests.storage`]: storage }) };
  return { persistentvolumeclaims: '1', ...size, ...ofClass };
}
