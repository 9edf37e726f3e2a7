// Defaults of the core group, but for pods.

import { stringAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childOf, childrenOf, ensureChild, fill, fillText } from '../draft.ts';
import { encodeStringData } from './string-data.ts';
import type { DefaultsTable } from './type-defaults.ts';

const NAME_LABEL = 'kubernetes.io/metadata.name';
const AFFINITY_SECONDS = 10_800;

export const CORE_DEFAULTS: DefaultsTable = {
  'core.v1.NodeSpec': (spec) => {
    const [range, ranges] = [spec['podCIDR'], spec['podCIDRs']];
    const [first] = Array.isArray(ranges) ? ranges : [];
    // The older field says what counts.
    if (typeof range === 'string' && range !== '' && range !== first) spec['podCIDRs'] = [range];
    else if (typeof first === 'string') spec['podCIDR'] = first;
  },
  'core.v1.Namespace': (namespace) => {
    const name = stringAt(namespace, ['metadata', 'name']) ?? '';
    if (name !== '') ensureChild(ensureChild(namespace, 'metadata'), 'labels')[NAME_LABEL] = name;
  },
  'core.v1.NamespaceStatus': (status) => fillText(status, 'phase', 'Active'),
  'core.v1.NodeStatus': (status) => {
    const { capacity } = status;
    if (capacity !== undefined) fill(status, 'allocatable', capacity);
  },
  'core.v1.Secret': (secret) => {
    fillText(secret, 'type', 'Opaque');
    encodeStringData(secret);
  },
  'core.v1.PersistentVolume': (volume) => {
    fillText(ensureChild(volume, 'status'), 'phase', 'Pending');
    const spec = ensureChild(volume, 'spec');
    fillText(spec, 'persistentVolumeReclaimPolicy', 'Retain');
    fill(spec, 'volumeMode', 'Filesystem');
  },
  'core.v1.PersistentVolumeClaim': (claim) => fillText(ensureChild(claim, 'status'), 'phase', 'Pending'),
  'core.v1.PersistentVolumeClaimSpec': (spec) => fill(spec, 'volumeMode', 'Filesystem'),
  'core.v1.EndpointPort': (port) => fillText(port, 'protocol', 'TCP'),
  'core.v1.LimitRangeItem': fillLimits,
  'core.v1.ReplicationController': (controller) => {
    const spec = ensureChild(controller, 'spec');
    fill(spec, 'replicas', 1);
    fillFromTemplate(controller, spec);
  },
  'core.v1.Service': fillService,
  'core.v1.ServicePort': (port) => {
    fillText(port, 'protocol', 'TCP');
    const { targetPort, port: number = 0 } = port;
    if (targetPort === undefined || targetPort === 0 || targetPort === '') port['targetPort'] = number;
  },
};

function fillFromTemplate(controller: Draft, spec: Draft): void {
  const labels = childOf(childOf(childOf(spec, 'template') ?? {}, 'metadata') ?? {}, 'labels');
  if (labels === undefined) return;
  if (childOf(spec, 'selector') === undefined) spec['selector'] = { ...labels };
  const metadata = ensureChild(controller, 'metadata');
  if (childOf(metadata, 'labels') === undefined) metadata['labels'] = { ...labels };
}

/** max fills default, default fills defaultRequest, min fills what is left of it. */
function fillLimits(item: Draft): void {
  if (item['type'] !== 'Container') return;
  const limits = ensureChild(item, 'default');
  for (const [key, value] of Object.entries(childOf(item, 'max') ?? {})) fill(limits, key, value);
  const requests = ensureChild(item, 'defaultRequest');
  for (const [key, value] of Object.entries(limits)) fill(requests, key, value);
  for (const [key, value] of Object.entries(childOf(item, 'min') ?? {})) fill(requests, key, value);
  for (const key of ['default', 'defaultRequest']) if (Object.keys(childOf(item, key) ?? {}).length === 0) delete item[key];
}

function fillService(service: Draft): void {
  const spec = ensureChild(service, 'spec');
  fillAffinity(spec);
  fillText(spec, 'type', 'ClusterIP');
  const type = String(spec['type']);
  const balanced = type === 'LoadBalancer';
  const reachable =
    balanced || type === 'NodePort' || (type === 'ClusterIP' && Array.isArray(spec['externalIPs']) && spec['externalIPs'].length > 0);
  if (reachable) fillText(spec, 'externalTrafficPolicy', 'Cluster');
  if (['NodePort', 'LoadBalancer', 'ClusterIP'].includes(type)) fill(spec, 'internalTrafficPolicy', 'Cluster');
  if (!balanced) return;
  fill(spec, 'allocateLoadBalancerNodePorts', true);
  const status = childOf(childOf(service, 'status') ?? {}, 'loadBalancer');
  for (const ingress of childrenOf(status, 'ingress')) if (ingress['ip'] !== undefined) fill(ingress, 'ipMode', 'VIP');
}

function fillAffinity(spec: Draft): void {
  fillText(spec, 'sessionAffinity', 'None');
  if (spec['sessionAffinity'] === 'None') delete spec['sessionAffinityConfig'];
  if (spec['sessionAffinity'] !== 'ClientIP') return;
  const client = childOf(childOf(spec, 'sessionAffinityConfig') ?? {}, 'clientIP');
  if (client?.['timeoutSeconds'] === undefined) spec['sessionAffinityConfig'] = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
}
