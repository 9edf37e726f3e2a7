// The pod that a request for its logs or its programs is about, judged as the API server does before it asks a kubelet.
import type { Json, JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import type { Environment } from '../environment.ts';
import { badRequest, notFound } from '../failures.ts';
import { nameOf } from '../metadata.ts';
import { placeOf } from '../registry/registry.ts';
import type { Target } from '../verbs/target.ts';

const PODS = { group: '', resource: 'pods' };
/** In the order in which containers are named. */
const CONTAINER_LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** @throws RequestRefused (404) */
export function askedPod({ store }: Environment, { resource, info }: Target): JsonObject {
  const stored = store.get(placeOf({ resource, namespace: info.namespace }, info.name));
  if (stored === undefined) throw notFound(resource, info.name);
  return stored.object;
}

/** The container that is named, or the only one. @throws RequestRefused (400) */
export function askedContainer(pod: JsonObject, named: string): string {
  const [only, ...others] = namesIn(pod, 'containers');
  const all = CONTAINER_LISTS.flatMap((list) => namesIn(pod, list));
  if (named === '' && only !== undefined && others.length === 0) return only;
  if (named === '') {
    const choice = only === undefined ? '' : `, choose one of: [${all.join(' ')}]`;
    throw badRequest(`a container name must be specified for pod ${nameOf(pod)}${choice}`);
  }
  if (!all.includes(named)) throw badRequest(`container ${named} is not valid for pod ${nameOf(pod)}`);
  return named;
}

/** Its node; undefined where it has none yet. @throws RequestRefused (404) where there is no such node, said as of a pod */
export function hostOf({ store }: Environment, pod: JsonObject): string | undefined {
  const node = stringAt(pod, ['spec', 'nodeName']) ?? '';
  if (node === '') return undefined;
  if (store.get({ resource: 'nodes', key: node }) === undefined) throw notFound(PODS, node);
  return node;
}

/** @throws RequestRefused (400) where it has none yet, (404) where there is no such node */
export function checkHost(environment: Environment, pod: JsonObject): void {
  if (hostOf(environment, pod) === undefined) throw badRequest(`pod ${nameOf(pod)} does not have a host assigned`);
}

const STATUS_LISTS = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

/** Undefined where the pod's status does not tell of the container. */
export function containerStatus(pod: JsonObject, container: string): Json | undefined {
  return STATUS_LISTS.flatMap((list) => listAt(pod, ['status', list])).find((status) => stringAt(status, ['name']) === container);
}

function namesIn(pod: JsonObject, list: (typeof CONTAINER_LISTS)[number]): readonly string[] {
  return listAt(pod, ['spec', list]).map((container) => stringAt(container, ['name']) ?? '');
}
