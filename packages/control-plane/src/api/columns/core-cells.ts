// Rows of the core group, but for pods.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';
import { annotationsOf, isDeleting, labelsOf, nameOf } from '../metadata.ts';
import type { Cell, Cells } from './cell.ts';
import {
  ageOf,
  conditionStatus,
  containerCells,
  flag,
  formatLabels,
  list,
  NONE,
  number,
  since,
  text,
  textOr,
  UNKNOWN,
  UNSET,
} from './cell.ts';
import { podCells } from './pod-cells.ts';

const count = (object: JsonObject, ...path: readonly string[]): number => {
  const value = valueAt(object, path);
  return isJsonObject(value) ? Object.keys(value).length : 0;
};

const MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

export const CORE_CELLS: Readonly<Record<string, Cells>> = {
  pods: podCells,
  configmaps: (map, now) => [nameOf(map), count(map, 'data') + count(map, 'binaryData'), ageOf(map, now)],
  secrets: (secret, now) => [nameOf(secret), text(secret, 'type'), count(secret, 'data'), ageOf(secret, now)],
  serviceaccounts: (account, now) => [nameOf(account), ageOf(account, now)],
  namespaces: (namespace, now) => [nameOf(namespace), text(namespace, 'status', 'phase'), ageOf(namespace, now)],
  nodes: nodeCells,
  services: serviceCells,
  endpoints: (endpoints, now) => [nameOf(endpoints), endpointsText(endpoints), ageOf(endpoints, now)],
  events: eventCells,
  persistentvolumes: volumeCells,
  persistentvolumeclaims: claimCells,
  podtemplates: (template) => [
    nameOf(template),
    ...containerCells(list(template, 'template', 'spec', 'containers')),
    formatLabels(valueAt(template, ['template', 'metadata', 'labels'])) || NONE,
  ],
  resourcequotas: quotaCells,
  componentstatuses: (status) => [nameOf(status), UNKNOWN, '', ''],
};

function nodeCells(node: JsonObject, now: number): readonly Cell[] {
  const ready = conditionStatus(node, 'Ready');
  const states = [readyText(ready), ...(flag(node, 'spec', 'unschedulable') ? ['SchedulingDisabled'] : [])];
  const info = valueAt(node, ['status', 'nodeInfo']);
  return [
    nameOf(node),
    states.join(','),
    rolesOf(node) || NONE,
    ageOf(node, now),
    text(info, 'kubeletVersion'),
    addressOf(node, 'InternalIP'),
    addressOf(node, 'ExternalIP'),
    textOr(UNKNOWN, info, 'osImage'),
    textOr(UNKNOWN, info, 'kernelVersion'),
    textOr(UNKNOWN, info, 'containerRuntimeVersion'),
  ];
}

function readyText(status: string | undefined): string {
  if (status === undefined) return 'Unknown';
  return status === 'True' ? 'Ready' : 'NotReady';
}

function rolesOf(node: JsonObject): string {
  const roles = Object.entries(labelsOf(node)).flatMap(([key, value]) => {
    if (key.startsWith('node-role.kubernetes.io/')) return [key.slice('node-role.kubernetes.io/'.length)].filter((role) => role !== '');
    return key === 'kubernetes.io/role' && value !== '' ? [value] : [];
  });
  return [...new Set(roles)].toSorted().join(',');
}

function addressOf(node: JsonObject, type: string): string {
  return textOr(
    NONE,
    list(node, 'status', 'addresses').find((address) => text(address, 'type') === type),
    'address',
  );
}

function serviceCells(service: JsonObject, now: number): readonly Cell[] {
  return [
    nameOf(service),
    text(service, 'spec', 'type'),
    textOr(NONE, service, 'spec', 'clusterIP'),
    externalAddresses(service),
    list(service, 'spec', 'ports').map(portText).join(',') || NONE,
    ageOf(service, now),
    formatLabels(valueAt(service, ['spec', 'selector'])) || NONE,
  ];
}

function portText(port: Json): string {
  const nodePort = number(port, 'nodePort');
  return `${number(port, 'port')}${nodePort > 0 ? `:${nodePort}` : ''}/${text(port, 'protocol')}`;
}

function externalAddresses(service: JsonObject): string {
  const own = list(service, 'spec', 'externalIPs').map(String);
  switch (text(service, 'spec', 'type')) {
    case 'ExternalName':
      return text(service, 'spec', 'externalName');
    case 'LoadBalancer':
      return [...balancerAddresses(service), ...own].join(',') || '<pending>';
    default:
      return own.join(',') || NONE;
  }
}

/** Of a Service or an Ingress. */
export function balancerAddresses(object: JsonObject): readonly string[] {
  const addresses = list(object, 'status', 'loadBalancer', 'ingress').map((ingress) => text(ingress, 'ip') || text(ingress, 'hostname'));
  return [...new Set(addresses.filter((address) => address !== ''))].toSorted();
}

const MOST_ENDPOINTS = 3;

function endpointsText(endpoints: JsonObject): string {
  const subsets = list(endpoints, 'subsets');
  if (subsets.length === 0) return NONE;
  const all = subsets.flatMap((subset) => {
    const addresses = list(subset, 'addresses').map((address) => text(address, 'ip'));
    const ports = list(subset, 'ports');
    return ports.length === 0 ? addresses : ports.flatMap((port) => addresses.map((address) => joined(address, number(port, 'port'))));
  });
  const shown = all.slice(0, MOST_ENDPOINTS).join(',');
  return all.length > MOST_ENDPOINTS ? `${shown} + ${all.length - MOST_ENDPOINTS} more...` : shown;
}

function joined(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

function eventCells(event: JsonObject, now: number): readonly Cell[] {
  const first = text(event, 'firstTimestamp') || text(event, 'eventTime');
  const series = valueAt(event, ['series']);
  const last = isJsonObject(series) ? text(series, 'lastObservedTime') : text(event, 'lastTimestamp') || first;
  const kind = text(event, 'involvedObject', 'kind').toLowerCase();
  const name = text(event, 'involvedObject', 'name');
  const component = text(event, 'source', 'component') || text(event, 'reportingComponent');
  const host = text(event, 'source', 'host') || text(event, 'reportingInstance');
  return [
    since(last, now),
    text(event, 'type'),
    text(event, 'reason'),
    name === '' ? kind : `${kind}/${name}`,
    text(event, 'involvedObject', 'fieldPath'),
    host === '' ? component : `${component}, ${host}`,
    text(event, 'message').trim(),
    since(first, now),
    isJsonObject(series) ? number(series, 'count') : number(event, 'count') || 1,
    nameOf(event),
  ];
}

function accessModes(modes: readonly Json[]): string {
  const known = Object.keys(MODES).filter((mode) => modes.includes(mode));
  return known.map((mode) => MODES[mode]).join(',');
}

function classOf(object: JsonObject): string {
  return annotationsOf(object)['volume.beta.kubernetes.io/storage-class'] ?? text(object, 'spec', 'storageClassName');
}

function volumeCells(volume: JsonObject, now: number): readonly Cell[] {
  const claim = valueAt(volume, ['spec', 'claimRef']);
  return [
    nameOf(volume),
    text(volume, 'spec', 'capacity', 'storage') || '0',
    accessModes(list(volume, 'spec', 'accessModes')),
    text(volume, 'spec', 'persistentVolumeReclaimPolicy'),
    isDeleting(volume) ? 'Terminating' : text(volume, 'status', 'phase'),
    isJsonObject(claim) ? `${text(claim, 'namespace')}/${text(claim, 'name')}` : '',
    classOf(volume),
    textOr(UNSET, volume, 'spec', 'volumeAttributesClassName'),
    text(volume, 'status', 'reason'),
    ageOf(volume, now),
    textOr(UNSET, volume, 'spec', 'volumeMode'),
  ];
}

function claimCells(claim: JsonObject, now: number): readonly Cell[] {
  const bound = text(claim, 'spec', 'volumeName') !== '';
  return [
    nameOf(claim),
    isDeleting(claim) ? 'Terminating' : text(claim, 'status', 'phase'),
    text(claim, 'spec', 'volumeName'),
    bound ? text(claim, 'status', 'capacity', 'storage') || '0' : '',
    bound ? accessModes(list(claim, 'status', 'accessModes')) : '',
    classOf(claim),
    textOr(UNSET, claim, 'spec', 'volumeAttributesClassName'),
    ageOf(claim, now),
    textOr(UNSET, claim, 'spec', 'volumeMode'),
  ];
}

function quotaCells(quota: JsonObject, now: number): readonly Cell[] {
  const hard = valueAt(quota, ['status', 'hard']);
  const names = isJsonObject(hard) ? Object.keys(hard).toSorted() : [];
  const texts = (limits: boolean): string =>
    names
      .filter((name) => name.startsWith('limits.') === limits)
      .map((name) => `${name}: ${text(quota, 'status', 'used', name) || '0'}/${text(hard, name)}`)
      .join(', ');
  return [nameOf(quota), texts(false), texts(true), ageOf(quota, now)];
}
