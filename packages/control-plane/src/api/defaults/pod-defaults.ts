// Defaults of pods, and of the pod templates of every other kind.
import { formatQuantity, parseQuantity } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childOf, childrenOf, ensureChild, fill, fillText } from '../draft.ts';
import { imageTag } from './image-tag.ts';
import { fillPodLevelResources } from './pod-level-resources.ts';
import type { DefaultsTable } from './type-defaults.ts';

const FILE_MODE = 0o644;
const CONTAINER_LISTS = ['containers', 'initContainers'];
const VOLUME_SOURCES_ARE_OTHERS = ['name'];

const fileMode = (source: Draft): void => fill(source, 'defaultMode', FILE_MODE);

export const POD_DEFAULTS: DefaultsTable = {
  'core.v1.Pod': fillPod,
  'core.v1.PodSpec': (spec) => {
    fillText(spec, 'dnsPolicy', 'ClusterFirst');
    fillText(spec, 'restartPolicy', 'Always');
    fill(spec, 'securityContext', {});
    fill(spec, 'terminationGracePeriodSeconds', 30);
    fillText(spec, 'schedulerName', 'default-scheduler');
    mirrorAccount(spec);
  },
  'core.v1.Volume': (volume) => {
    if (Object.keys(volume).every((key) => VOLUME_SOURCES_ARE_OTHERS.includes(key))) volume['emptyDir'] = {};
  },
  'core.v1.ImageVolumeSource': (source) => fillText(source, 'pullPolicy', pullPolicyFor(source['reference'])),
  'core.v1.Container': fillContainer,
  'core.v1.EphemeralContainer': fillContainer,
  'core.v1.ContainerPort': (port) => fillText(port, 'protocol', 'TCP'),
  'core.v1.Probe': (probe) => {
    for (const [key, value] of PROBE) if (probe[key] === undefined || probe[key] === 0) probe[key] = value;
  },
  'core.v1.GRPCAction': (action) => fill(action, 'service', ''),
  'core.v1.HTTPGetAction': (action) => {
    fillText(action, 'path', '/');
    fillText(action, 'scheme', 'HTTP');
  },
  'core.v1.ResourceRequirements': roundResources,
  'core.v1.SecretVolumeSource': fileMode,
  'core.v1.ConfigMapVolumeSource': fileMode,
  'core.v1.DownwardAPIVolumeSource': fileMode,
  'core.v1.ProjectedVolumeSource': fileMode,
  'core.v1.ServiceAccountTokenProjection': (projection) => fill(projection, 'expirationSeconds', 3600),
  'core.v1.HostPathVolumeSource': (source) => fill(source, 'type', ''),
  'core.v1.ObjectFieldSelector': (selector) => fillText(selector, 'apiVersion', 'v1'),
  'core.v1.ISCSIVolumeSource': (source) => fillText(source, 'iscsiInterface', 'default'),
  'core.v1.ISCSIPersistentVolumeSource': (source) => fillText(source, 'iscsiInterface', 'default'),
  'core.v1.RBDVolumeSource': fillRbd,
  'core.v1.RBDPersistentVolumeSource': fillRbd,
  'core.v1.ScaleIOVolumeSource': fillScaleIo,
  'core.v1.ScaleIOPersistentVolumeSource': fillScaleIo,
  'core.v1.AzureDiskVolumeSource': (source) => {
    fill(source, 'cachingMode', 'ReadWrite');
    fill(source, 'fsType', 'ext4');
    fill(source, 'readOnly', false);
    fill(source, 'kind', 'Shared');
  },
};

const PROBE = [
  ['timeoutSeconds', 1],
  ['periodSeconds', 10],
  ['successThreshold', 1],
  ['failureThreshold', 3],
] as const;

function fillRbd(source: Draft): void {
  fillText(source, 'pool', 'rbd');
  fillText(source, 'user', 'admin');
  fillText(source, 'keyring', '/etc/ceph/keyring');
}

function fillScaleIo(source: Draft): void {
  fillText(source, 'storageMode', 'ThinProvisioned');
  fillText(source, 'fsType', 'xfs');
}

function fillPod(pod: Draft): void {
  const spec = ensureChild(pod, 'spec');
  // Of a pod itself, less than no time is the shortest.
  if (Number(spec['terminationGracePeriodSeconds'] ?? 0) < 0) spec['terminationGracePeriodSeconds'] = 1;
  for (const list of CONTAINER_LISTS) for (const container of childrenOf(spec, list)) requestLimits(container);
  fillPodLevelResources(spec);
  fill(spec, 'enableServiceLinks', true);
  if (spec['hostNetwork'] === true) fillHostPorts(spec);
}

/** What is limited but not requested is requested in full. */
function requestLimits(container: Draft): void {
  const resources = childOf(container, 'resources');
  const limits = resources === undefined ? undefined : childOf(resources, 'limits');
  if (resources === undefined || limits === undefined) return;
  const requests = ensureChild(resources, 'requests');
  for (const [key, value] of Object.entries(limits)) fill(requests, key, value);
}

function fillHostPorts(spec: Draft): void {
  const containers = CONTAINER_LISTS.flatMap((list) => childrenOf(spec, list));
  for (const port of containers.flatMap((container) => childrenOf(container, 'ports'))) {
    if (!port['hostPort']) port['hostPort'] = port['containerPort'] ?? 0;
  }
}

/** The old name of the field always says the same. */
function mirrorAccount(spec: Draft): void {
  const account = spec['serviceAccountName'] ?? spec['serviceAccount'];
  if (account === undefined || account === '') return;
  if (spec['serviceAccountName'] !== account) spec['serviceAccountName'] = account;
  if (spec['serviceAccount'] !== account) spec['serviceAccount'] = account;
}

function fillContainer(container: Draft): void {
  fillText(container, 'imagePullPolicy', pullPolicyFor(container['image']));
  fillText(container, 'terminationMessagePath', '/dev/termination-log');
  fillText(container, 'terminationMessagePolicy', 'File');
}

function pullPolicyFor(image: unknown): string {
  return imageTag(typeof image === 'string' ? image : '') === 'latest' ? 'Always' : 'IfNotPresent';
}

/** Nothing finer than a thousandth is kept. */
function roundResources(resources: Draft): void {
  for (const quantities of ['limits', 'requests'].map((list) => childOf(resources, list))) {
    if (quantities !== undefined) roundAll(quantities);
  }
}

function roundAll(quantities: Draft): void {
  for (const [key, value] of Object.entries(quantities)) {
    if (typeof value === 'string' && /[nu]$/.test(value)) quantities[key] = roundedUp(value);
  }
}

function roundedUp(text: string): string {
  const quantity = parseQuantity(text);
  if (quantity.kind === 'invalid' || quantity.exponent >= -3) return text;
  const divisor = 10n ** BigInt(-3 - quantity.exponent);
  const whole = quantity.digits / divisor + (quantity.digits % divisor > 0n ? 1n : 0n);
  return formatQuantity({ ...quantity, digits: whole, exponent: -3 });
}
