// What the checks of PodSecurity are made of, and the words that they share.
import type { Json, JsonObject, Labels } from '@rectrace/kube';
import { stringAt, valueAt } from '@rectrace/kube';
import { childrenOf } from '../../draft.ts';

/** A pod, or what a workload makes its pods of. */
export type CheckedPod = { readonly annotations: Labels; readonly spec: JsonObject };

/** Why a pod is not allowed: 'hostPort', and which containers use which. */
export type Finding = { readonly reason: string; readonly detail: string };

/** Undefined where all is well. */
export type CheckPod = (pod: CheckedPod) => Finding | undefined;

export type PodSecurityCheck = {
  /** Checks are run in the order of their ids. */
  readonly id: string;
  /** The oldest first; each holds from its minor version of Kubernetes 1 on. */
  readonly versions: readonly { readonly since: number; readonly check: CheckPod }[];
  /** Of a restricted check: the baseline check that it stands for. */
  readonly overrides?: string;
};

/** All of them, in the order in which messages name them. */
export function containersOf({ spec }: CheckedPod): readonly JsonObject[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((field) => childrenOf(spec, field));
}

/** The names of the containers for which something holds. */
export function containersWhere(pod: CheckedPod, holds: (container: JsonObject) => boolean): readonly string[] {
  return containersOf(pod)
    .filter(holds)
    .map((container) => stringAt(container, ['name']) ?? '');
}

/** A field of the securityContext of a pod's spec or of a container. */
export function securityField(owner: JsonObject, ...path: readonly string[]): Json | undefined {
  return valueAt(owner, ['securityContext', ...path]);
}

export function joinQuoted(items: readonly string[]): string {
  return items.map((item) => `"${item}"`).join(', ');
}

/** The word for one, or with an s for another number. */
export function plural(word: string, count: number): string {
  return count === 1 ? word : `${word}s`;
}

/** 'container "a"', 'containers "a", "b"'. */
export function namedContainers(names: readonly string[]): string {
  return `${plural('container', names.length)} ${joinQuoted(names)}`;
}

/** Who sets something: 'pod and container "a"'; '' where nobody does. */
export function setters(pod: boolean, containers: readonly string[]): string {
  return [...(pod ? ['pod'] : []), ...(containers.length === 0 ? [] : [namedContainers(containers)])].join(' and ');
}

/** Each once, in the order of sorted text. */
export function sortedTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

/** Pods in a user namespace may do more as root than others. */
export function unlessInUserNamespace(check: CheckPod): CheckPod {
  return (pod) => (pod.spec['hostUsers'] === false ? undefined : check(pod));
}

/** Some checks are about Linux alone. */
export function unlessOnWindows(check: CheckPod): CheckPod {
  return (pod) => (stringAt(pod.spec, ['os', 'name']) === 'windows' ? undefined : check(pod));
}
