// What a Service needs by its type.
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import { booleanAt } from '../../../metadata.ts';

const WITH_ADDRESS = ['ClusterIP', 'NodePort', 'LoadBalancer'];

export const NO_ADDRESS = 'None';

export function typeOf(service: JsonObject): string {
  return stringAt(service, ['spec', 'type']) ?? '';
}

/** Also of a headless one, whose address is 'None'. */
export function needsClusterIp(service: JsonObject): boolean {
  return WITH_ADDRESS.includes(typeOf(service));
}

export function needsNodePort(service: JsonObject): boolean {
  const type = typeOf(service);
  return type === 'NodePort' || (type === 'LoadBalancer' && booleanAt(service, ['spec', 'allocateLoadBalancerNodePorts']) !== false);
}

export function needsHealthPort(service: JsonObject): boolean {
  return typeOf(service) === 'LoadBalancer' && stringAt(service, ['spec', 'externalTrafficPolicy']) === 'Local';
}

export function clusterIpsOf(service: JsonObject): readonly string[] {
  return listAt(service, ['spec', 'clusterIPs']).map(String);
}

export function isHeadless(service: JsonObject): boolean {
  return clusterIpsOf(service)[0] === NO_ADDRESS;
}
