// The checks of the restricted level: how a pod is hardened as far as is known today.
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import { childrenOf } from '../../draft.ts';
import { capabilitiesAdded, isForbiddenSeccomp, procMount, seccomp, seccompOf } from './baseline-checks.ts';
import type { CheckedPod, CheckPod, Finding, PodSecurityCheck } from './pod-check.ts';
import {
  containersOf,
  containersWhere,
  joinQuoted,
  namedContainers,
  plural,
  securityField,
  setters,
  sortedTexts,
  unlessInUserNamespace,
  unlessOnWindows,
} from './pod-check.ts';

const privilegeEscalation: CheckPod = (pod) => {
  const containers = containersWhere(pod, (container) => securityField(container, 'allowPrivilegeEscalation') !== false);
  if (containers.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${namedContainers(containers)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

const capabilities: CheckPod = (pod) => {
  const keeping = containersWhere(pod, (container) => !listAt(container, ['securityContext', 'capabilities', 'drop']).includes('ALL'));
  const forbidden = (container: JsonObject): readonly string[] =>
    capabilitiesAdded(container).filter((name) => name !== 'NET_BIND_SERVICE');
  const adding = containersWhere(pod, (container) => forbidden(container).length > 0);
  const names = joinQuoted(sortedTexts(containersOf(pod).flatMap(forbidden)));
  const details = [
    ...(keeping.length === 0 ? [] : [`${namedContainers(keeping)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adding.length === 0 ? [] : [`${namedContainers(adding)} must not include ${names} in securityContext.capabilities.add`]),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

const ALLOWED_VOLUMES = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim', 'projected', 'secret'],
];
const RESTRICTED_VOLUMES = [
  ...['hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'gitRepo', 'nfs', 'iscsi', 'glusterfs', 'rbd', 'flexVolume', 'cinder'],
  ...['cephfs', 'flocker', 'fc', 'azureFile', 'vsphereVolume', 'quobyte', 'azureDisk', 'photonPersistentDisk', 'portworxVolume'],
  ...['scaleIO', 'storageos'],
];

const volumeTypes: CheckPod = ({ spec }) => {
  const has = (volume: JsonObject, types: readonly string[]): string | undefined => types.find((type) => volume[type] !== undefined);
  const volumes = childrenOf(spec, 'volumes').filter((volume) => has(volume, ALLOWED_VOLUMES) === undefined);
  if (volumes.length === 0) return undefined;
  const types = sortedTexts(volumes.map((volume) => has(volume, RESTRICTED_VOLUMES) ?? 'unknown'));
  const names = joinQuoted(volumes.map((volume) => stringAt(volume, ['name']) ?? ''));
  const uses = volumes.length === 1 ? 'uses' : 'use';
  return {
    reason: 'restricted volume types',
    detail: `${plural('volume', volumes.length)} ${names} ${uses} ${plural('restricted volume type', types.length)} ${joinQuoted(types)}`,
  };
};

const runAsNonRoot: CheckPod = (pod) => {
  const reason = 'runAsNonRoot != true';
  const isRoot = (owner: JsonObject): boolean => securityField(owner, 'runAsNonRoot') === false;
  const who = setters(isRoot(pod.spec), containersWhere(pod, isRoot));
  if (who !== '') return { reason, detail: `${who} must not set securityContext.runAsNonRoot=false` };
  const silent = silentContainers(pod, (owner) => securityField(owner, 'runAsNonRoot') !== undefined);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${namedContainers(silent)} must set securityContext.runAsNonRoot=true` };
};

/** Containers that say nothing of their own where the pod says nothing either. */
function silentContainers(pod: CheckedPod, says: (owner: JsonObject) => boolean): readonly string[] {
  return says(pod.spec) ? [] : containersWhere(pod, (container) => !says(container));
}

const runAsUser: CheckPod = (pod) => {
  const isRoot = (owner: JsonObject): boolean => securityField(owner, 'runAsUser') === 0;
  const who = setters(isRoot(pod.spec), containersWhere(pod, isRoot));
  return who === '' ? undefined : { reason: 'runAsUser=0', detail: `${who} must not set runAsUser=0` };
};

const seccompNeeded: CheckPod = (pod): Finding | undefined => {
  const forbidden = seccomp(pod);
  if (forbidden !== undefined) return forbidden;
  const silent = silentContainers(pod, (owner) => seccompOf(owner) !== undefined && !isForbiddenSeccomp(owner));
  if (silent.length === 0) return undefined;
  const detail = `pod or ${namedContainers(silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
  return { reason: 'seccompProfile', detail };
};

export const RESTRICTED_CHECKS: readonly PodSecurityCheck[] = [
  {
    id: 'allowPrivilegeEscalation',
    versions: [
      { since: 8, check: privilegeEscalation },
      { since: 25, check: unlessOnWindows(privilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    overrides: 'capabilities_baseline',
    versions: [
      { since: 22, check: capabilities },
      { since: 25, check: unlessOnWindows(capabilities) },
    ],
  },
  { id: 'procMount_restricted', overrides: 'procMount', versions: [{ since: 35, check: procMount }] },
  { id: 'restrictedVolumes', overrides: 'hostPathVolumes', versions: [{ since: 0, check: volumeTypes }] },
  {
    id: 'runAsNonRoot',
    versions: [
      { since: 0, check: runAsNonRoot },
      { since: 35, check: unlessInUserNamespace(runAsNonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    versions: [
      { since: 23, check: runAsUser },
      { since: 35, check: unlessInUserNamespace(runAsUser) },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    overrides: 'seccompProfile_baseline',
    versions: [
      { since: 19, check: seccompNeeded },
      { since: 25, check: unlessOnWindows(seccompNeeded) },
    ],
  },
];
