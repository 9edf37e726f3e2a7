// ServiceAccount: every pod runs as an account that exists, with the account's token and pull secrets.
import type { Json, JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childrenOf, ensureChild } from '../draft.ts';
import { annotationsOf, booleanAt } from '../metadata.ts';
import type { RandomSource } from '../random-source.ts';
import { generatedName } from '../random-source.ts';
import type { AdmissionPlugin, AdmissionRequest, AdmissionView } from './admission-plugin.ts';
import { createdOf, refusal } from './concerns.ts';

const MIRROR = 'kubernetes.io/config.mirror';
const VOLUME_PREFIX = 'kube-api-access-';
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const TOKEN_SECONDS = 3_607;
const READABLE = 0o644;

export function serviceAccount(random: RandomSource): AdmissionPlugin {
  return {
    name: 'ServiceAccount',
    mutate: (request, view) => {
      const pod = createdOf(request, 'pods');
      if (pod === undefined) return;
      if (annotationsOf(pod)[MIRROR] !== undefined) return refuseMirror(request, pod);
      giveAccount(pod, accountOf(request, view, pod), random);
    },
  };
}

/** A mirror of what a kubelet runs by itself needs no account, and may have none. */
function refuseMirror(request: AdmissionRequest, pod: Draft): void {
  if ((stringAt(pod, ['spec', 'serviceAccountName']) ?? '') !== '')
    throw refusal(request, 'a mirror pod may not reference service accounts');
}

function accountOf(request: AdmissionRequest, view: AdmissionView, pod: Draft): JsonObject {
  const { namespace } = request;
  const spec = ensureChild(pod, 'spec');
  const wanted = stringAt(spec, ['serviceAccountName']) || 'default';
  spec['serviceAccountName'] = wanted;
  spec['serviceAccount'] = wanted;
  const account = view.get('serviceaccounts', namespace, wanted);
  if (account !== undefined) return account;
  const why = `error looking up service account ${namespace}/${wanted}: serviceaccount ${JSON.stringify(wanted)} not found`;
  throw refusal(request, why);
}

function giveAccount(pod: Draft, account: JsonObject, random: RandomSource): void {
  const spec = ensureChild(pod, 'spec');
  const mounts = booleanAt(spec, ['automountServiceAccountToken']) ?? booleanAt(account, ['automountServiceAccountToken']) ?? true;
  if (mounts) mountToken(spec, random);
  if (listAt(spec, ['imagePullSecrets']).length > 0) return;
  const secrets = listAt(account, ['imagePullSecrets']);
  if (secrets.length > 0) spec['imagePullSecrets'] = secrets;
}

function mountToken(spec: Draft, random: RandomSource): void {
  const known = childrenOf(spec, 'volumes')
    .map((volume) => stringAt(volume, ['name']) ?? '')
    .find((name) => name.startsWith(VOLUME_PREFIX));
  const name = known ?? generatedName(VOLUME_PREFIX, random);
  const containers = [...childrenOf(spec, 'initContainers'), ...childrenOf(spec, 'containers')];
  const without = containers.filter((container) => !childrenOf(container, 'volumeMounts').some(isAtPath));
  for (const container of without) {
    container['volumeMounts'] = [...listAt(container, ['volumeMounts']), { name, readOnly: true, mountPath: MOUNT_PATH }];
  }
  if (known === undefined && without.length > 0) spec['volumes'] = [...listAt(spec, ['volumes']), tokenVolume(name)];
}

function isAtPath(mount: Draft): boolean {
  return stringAt(mount, ['mountPath']) === MOUNT_PATH;
}

function tokenVolume(name: string): Json {
  const namespace = { path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } };
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        { downwardAPI: { items: [namespace] } },
      ],
      defaultMode: READABLE,
    },
  };
}
