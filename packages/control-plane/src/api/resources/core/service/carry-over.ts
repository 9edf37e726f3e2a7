// What an update of a Service that leaves its allocated values out keeps of the old one, and what it drops with its type.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals, listAt, stringAt } from '@rectrace/kube';
import type { Draft } from '../../../draft.ts';
import { childrenOf, ensureChild } from '../../../draft.ts';
import { numberAt } from '../../../metadata.ts';
import { clusterIpsOf, needsClusterIp, needsHealthPort, typeOf } from './needs.ts';

export function carryOver(service: Draft, old: JsonObject): void {
  const spec = ensureChild(service, 'spec');
  if (needsClusterIp(old) && needsClusterIp(service)) carryAddress(spec, old);
  if (usesNodePorts(old) && usesNodePorts(service)) carryPorts(spec, old);
  const health = numberAt(old, ['spec', 'healthCheckNodePort']);
  if (needsHealthPort(old) && needsHealthPort(service) && !spec['healthCheckNodePort'] && health !== undefined)
    spec['healthCheckNodePort'] = health;
}

function carryAddress(spec: Draft, old: JsonObject): void {
  const address = stringAt(old, ['spec', 'clusterIP']);
  if ((stringAt(spec, ['clusterIP']) ?? '') === '' && address !== undefined) spec['clusterIP'] = address;
  if (listAt(spec, ['clusterIPs']).length === 0 && clusterIpsOf(old).length > 0) spec['clusterIPs'] = clusterIpsOf(old);
}

function carryPorts(spec: Draft, old: JsonObject): void {
  const before = new Map(listAt(old, ['spec', 'ports']).map((port) => [nameIn(port as JsonObject), nodePortIn(port as JsonObject)]));
  const kept = new Set(childrenOf(spec, 'ports').map(nodePortIn));
  for (const port of childrenOf(spec, 'ports')) {
    const known = before.get(nameIn(port)) ?? 0;
    if (nodePortIn(port) === 0 && known !== 0 && !kept.has(known)) port['nodePort'] = known;
  }
}

function nameIn(port: JsonObject): string {
  return stringAt(port, ['name']) ?? '';
}

function nodePortIn(port: JsonObject): number {
  return numberAt(port, ['nodePort']) ?? 0;
}

type Need = { readonly needed: (service: JsonObject) => boolean; readonly witness: string; readonly fields: readonly string[] };

const NEEDS: readonly Need[] = [
  { needed: needsClusterIp, witness: 'clusterIPs', fields: ['clusterIP', 'clusterIPs'] },
  { needed: needsClusterIp, witness: 'ipFamilies', fields: ['ipFamilies'] },
  { needed: needsClusterIp, witness: 'ipFamilyPolicy', fields: ['ipFamilyPolicy'] },
  { needed: needsClusterIp, witness: 'internalTrafficPolicy', fields: ['internalTrafficPolicy'] },
  { needed: needsHealthPort, witness: 'healthCheckNodePort', fields: ['healthCheckNodePort'] },
  { needed: isBalanced, witness: 'allocateLoadBalancerNodePorts', fields: ['allocateLoadBalancerNodePorts'] },
  { needed: isBalanced, witness: 'loadBalancerClass', fields: ['loadBalancerClass'] },
  { needed: needsPolicy, witness: 'externalTrafficPolicy', fields: ['externalTrafficPolicy'] },
];

/** Values that belonged to the old type and that the client only left as they were. */
export function dropWithType(service: Draft, old: JsonObject): void {
  const spec = ensureChild(service, 'spec');
  const dropped = NEEDS.filter(({ needed, witness }) => {
    const unchanged = jsonEquals(spec[witness] ?? null, (old['spec'] as JsonObject)[witness] ?? null);
    return needed(old) && !needed(service) && unchanged;
  });
  for (const key of dropped.flatMap(({ fields }) => fields)) delete spec[key];
  if (!usesNodePorts(old) || usesNodePorts(service) || !sameNodePorts(service, old)) return;
  for (const port of childrenOf(spec, 'ports')) delete port['nodePort'];
}

function isBalanced(service: JsonObject): boolean {
  return typeOf(service) === 'LoadBalancer';
}

function needsPolicy(service: JsonObject): boolean {
  return usesNodePorts(service) || (typeOf(service) === 'ClusterIP' && listAt(service, ['spec', 'externalIPs']).length > 0);
}

/** By its type, whether it gets some of its own accord or not. */
function usesNodePorts(service: JsonObject): boolean {
  return ['NodePort', 'LoadBalancer'].includes(typeOf(service));
}

function sameNodePorts(service: JsonObject, old: JsonObject): boolean {
  const ports = (owner: JsonObject): readonly number[] =>
    listAt(owner, ['spec', 'ports'])
      .map((port) => nodePortIn(port as JsonObject))
      .filter((port) => port > 0)
      .sort();
  return ports(service).every((port) => ports(old).includes(port));
}
