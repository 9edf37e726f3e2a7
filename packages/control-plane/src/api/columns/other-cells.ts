// Rows of the remaining groups.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';
import { nameOf } from '../metadata.ts';
import type { Cells } from './cell.ts';
import { ageOf, conditionStatus, flag, formatSelector, list, NONE, number, shortened, text, textOr, UNSET } from './cell.ts';
import { balancerAddresses } from './core-cells.ts';
import { humanDuration } from './human-duration.ts';

const nameAndAge: Cells = (object, now) => [nameOf(object), ageOf(object, now)];
const webhooks: Cells = (object, now) => [nameOf(object), list(object, 'webhooks').length, ageOf(object, now)];

const binding: Cells = (object, now) => [
  nameOf(object),
  `${text(object, 'roleRef', 'kind')}/${text(object, 'roleRef', 'name')}`,
  ageOf(object, now),
  subjects(object, 'User'),
  subjects(object, 'Group'),
  subjects(object, 'ServiceAccount'),
];

const MOST_HOSTS = 3;

export const OTHER_CELLS: Readonly<Record<string, Cells>> = {
  'apiservices.apiregistration.k8s.io': (service, now) => [nameOf(service), servedBy(service), availability(service), ageOf(service, now)],
  'certificatesigningrequests.certificates.k8s.io': (request, now) => [
    nameOf(request),
    ageOf(request, now),
    textOr(NONE, request, 'spec', 'signerName'),
    text(request, 'spec', 'username'),
    valueAt(request, ['spec', 'expirationSeconds']) === undefined
      ? NONE
      : humanDuration(number(request, 'spec', 'expirationSeconds') * 1000),
    signingState(request),
  ],
  'clusterrolebindings.rbac.authorization.k8s.io': binding,
  'rolebindings.rbac.authorization.k8s.io': binding,
  'csidrivers.storage.k8s.io': (driver, now) => [
    nameOf(driver),
    valueAt(driver, ['spec', 'attachRequired']) !== false,
    flag(driver, 'spec', 'podInfoOnMount'),
    flag(driver, 'spec', 'storageCapacity'),
    valueAt(driver, ['spec', 'tokenRequests']) === undefined
      ? UNSET
      : list(driver, 'spec', 'tokenRequests')
          .map((request) => text(request, 'audience'))
          .join(','),
    flag(driver, 'spec', 'requiresRepublish'),
    list(driver, 'spec', 'volumeLifecycleModes').map(String).join(',') || NONE,
    ageOf(driver, now),
  ],
  'csinodes.storage.k8s.io': (node, now) => [nameOf(node), list(node, 'spec', 'drivers').length, ageOf(node, now)],
  'deviceclasses.resource.k8s.io': nameAndAge,
  'resourceclaimtemplates.resource.k8s.io': nameAndAge,
  'resourceclaims.resource.k8s.io': (claim, now) => [nameOf(claim), claimState(claim), ageOf(claim, now)],
  'resourceslices.resource.k8s.io': (slice, now) => [
    nameOf(slice),
    text(slice, 'spec', 'nodeName'),
    text(slice, 'spec', 'driver'),
    text(slice, 'spec', 'pool', 'name'),
    ageOf(slice, now),
  ],
  'endpointslices.discovery.k8s.io': (slice, now) => [
    nameOf(slice),
    text(slice, 'addressType'),
    shortened(list(slice, 'ports').map(slicePort)),
    shortened(list(slice, 'endpoints').flatMap((endpoint) => list(endpoint, 'addresses').map(String))),
    ageOf(slice, now),
  ],
  'flowschemas.flowcontrol.apiserver.k8s.io': (schema, now) => [
    nameOf(schema),
    text(schema, 'spec', 'priorityLevelConfiguration', 'name'),
    number(schema, 'spec', 'matchingPrecedence'),
    textOr(NONE, schema, 'spec', 'distinguisherMethod', 'type'),
    ageOf(schema, now),
    conditionStatus(schema, 'Dangling') ?? '?',
  ],
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': (level, now) => [
    nameOf(level),
    text(level, 'spec', 'type'),
    limitOf(level, 'nominalConcurrencyShares'),
    limitOf(level, 'limitResponse', 'queuing', 'queues'),
    limitOf(level, 'limitResponse', 'queuing', 'handSize'),
    limitOf(level, 'limitResponse', 'queuing', 'queueLengthLimit'),
    ageOf(level, now),
  ],
  'ingressclasses.networking.k8s.io': (ingressClass, now) => [
    nameOf(ingressClass),
    text(ingressClass, 'spec', 'controller'),
    parametersOf(valueAt(ingressClass, ['spec', 'parameters'])),
    ageOf(ingressClass, now),
  ],
  'ingresses.networking.k8s.io': (ingress, now) => [
    nameOf(ingress),
    textOr(NONE, ingress, 'spec', 'ingressClassName'),
    hostsOf(list(ingress, 'spec', 'rules')),
    balancerAddresses(ingress).join(','),
    list(ingress, 'spec', 'tls').length > 0 ? '80, 443' : '80',
    ageOf(ingress, now),
  ],
  'ipaddresses.networking.k8s.io': (address, now) => [
    nameOf(address),
    parentOf(valueAt(address, ['spec', 'parentRef'])),
    ageOf(address, now),
  ],
  'leases.coordination.k8s.io': (lease, now) => [nameOf(lease), text(lease, 'spec', 'holderIdentity'), ageOf(lease, now)],
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhooks,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhooks,
  'validatingadmissionpolicies.admissionregistration.k8s.io': (policy, now) => [
    nameOf(policy),
    list(policy, 'spec', 'validations').length,
    paramKind(valueAt(policy, ['spec', 'paramKind'])),
    ageOf(policy, now),
  ],
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': (policy, now) => [
    nameOf(policy),
    text(policy, 'spec', 'policyName'),
    paramRef(valueAt(policy, ['spec', 'paramRef'])),
    ageOf(policy, now),
  ],
  'networkpolicies.networking.k8s.io': (policy, now) => [
    nameOf(policy),
    formatSelector(valueAt(policy, ['spec', 'podSelector'])),
    ageOf(policy, now),
  ],
  'priorityclasses.scheduling.k8s.io': (priority, now) => [
    nameOf(priority),
    number(priority, 'value'),
    flag(priority, 'globalDefault'),
    ageOf(priority, now),
    textOr(UNSET, priority, 'preemptionPolicy'),
  ],
  'runtimeclasses.node.k8s.io': (runtime, now) => [nameOf(runtime), text(runtime, 'handler'), ageOf(runtime, now)],
  'servicecidrs.networking.k8s.io': (range, now) => [nameOf(range), list(range, 'spec', 'cidrs').map(String).join(','), ageOf(range, now)],
  'storageclasses.storage.k8s.io': (storageClass, now) => [
    flagged(storageClass),
    text(storageClass, 'provisioner'),
    textOr('Delete', storageClass, 'reclaimPolicy'),
    textOr(UNSET, storageClass, 'volumeBindingMode'),
    flag(storageClass, 'allowVolumeExpansion'),
    ageOf(storageClass, now),
  ],
  'volumeattachments.storage.k8s.io': (attachment, now) => [
    nameOf(attachment),
    text(attachment, 'spec', 'attacher'),
    text(attachment, 'spec', 'source', 'persistentVolumeName'),
    text(attachment, 'spec', 'nodeName'),
    flag(attachment, 'status', 'attached'),
    ageOf(attachment, now),
  ],
  'volumeattributesclasses.storage.k8s.io': (attributes, now) => [
    nameOf(attributes),
    text(attributes, 'driverName'),
    ageOf(attributes, now),
  ],
};

function subjects(object: JsonObject, kind: string): string {
  return list(object, 'subjects')
    .filter((subject) => text(subject, 'kind') === kind)
    .map((subject) => (kind === 'ServiceAccount' ? `${text(subject, 'namespace')}/${text(subject, 'name')}` : text(subject, 'name')))
    .join(', ');
}

function servedBy(service: JsonObject): string {
  const reference = valueAt(service, ['spec', 'service']);
  return isJsonObject(reference) ? `${text(reference, 'namespace')}/${text(reference, 'name')}` : 'Local';
}

function availability(service: JsonObject): string {
  const condition = list(service, 'status', 'conditions').find((known) => text(known, 'type') === 'Available');
  if (condition === undefined) return 'Unknown';
  const status = text(condition, 'status');
  return status === 'True' ? status : `${status} (${text(condition, 'reason')})`;
}

function signingState(request: JsonObject): string {
  const types = list(request, 'status', 'conditions').map((condition) => text(condition, 'type'));
  const approved = types.includes('Approved') ? 'Approved' : 'Pending';
  return [
    types.includes('Denied') ? 'Denied' : approved,
    ...(types.includes('Failed') ? ['Failed'] : []),
    ...(text(request, 'status', 'certificate') === '' ? [] : ['Issued']),
  ].join(',');
}

function claimState(claim: JsonObject): string {
  const states = [
    ...(text(claim, 'metadata', 'deletionTimestamp') === '' ? [] : ['deleted']),
    ...(valueAt(claim, ['status', 'allocation']) === undefined ? [] : ['allocated']),
    ...(list(claim, 'status', 'reservedFor').length === 0 ? [] : ['reserved']),
  ];
  if (states.includes('allocated') || states.includes('deleted')) return states.join(',');
  return ['pending', ...states].join(',');
}

function slicePort(port: Json): string {
  const value = valueAt(port, ['port']);
  return value === undefined || value === null ? text(port, 'name') || '*' : String(value);
}

function limitOf(level: JsonObject, ...path: readonly string[]): string | number {
  const value = valueAt(level, ['spec', 'limited', ...path]);
  return typeof value === 'number' ? value : NONE;
}

function parametersOf(parameters: Json | undefined): string {
  if (!isJsonObject(parameters)) return NONE;
  const group = text(parameters, 'apiGroup');
  return `${text(parameters, 'kind')}${group === '' ? '' : `.${group}`}/${text(parameters, 'name')}`;
}

function hostsOf(rules: readonly Json[]): string {
  const hosts = rules.slice(0, MOST_HOSTS).flatMap((rule) => (text(rule, 'host') === '' ? [] : [text(rule, 'host')]));
  if (hosts.length === 0) return '*';
  return rules.length > MOST_HOSTS ? `${hosts.join(',')} + ${rules.length - MOST_HOSTS} more...` : hosts.join(',');
}

function parentOf(parent: Json | undefined): string {
  if (!isJsonObject(parent)) return NONE;
  const group = text(parent, 'group');
  const resource = `${text(parent, 'resource')}${group === '' ? '' : `.${group}`}`.toLowerCase();
  return [resource, text(parent, 'namespace'), text(parent, 'name')].filter((part) => part !== '').join('/');
}

function paramKind(kind: Json | undefined): string {
  return isJsonObject(kind) ? `${text(kind, 'apiVersion')}/${text(kind, 'kind')}` : UNSET;
}

function paramRef(reference: Json | undefined): string {
  if (!isJsonObject(reference)) return UNSET;
  const name = text(reference, 'name');
  if (name === '') return formatSelector(reference['selector']);
  return `${text(reference, 'namespace') || '*'}/${name}`;
}

function flagged(storageClass: JsonObject): string {
  const annotations = valueAt(storageClass, ['metadata', 'annotations']);
  const isDefault = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'].some(
    (key) => text(annotations, key) === 'true',
  );
  return isDefault ? `${nameOf(storageClass)} (default)` : nameOf(storageClass);
}
