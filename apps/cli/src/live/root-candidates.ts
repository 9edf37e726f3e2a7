// What may be a root, told from metadata alone: what nothing owns, and what owns something or reconciles by itself.

import type { ApiResource, KubeObject } from '@rectrace/kube';
import { formatGroupKind } from '@rectrace/kube';
import type { OwnershipRules } from '@rectrace/trace';
import { TRACES } from '@rectrace/trace-api';

export type RootCandidates = (object: KubeObject, resource: ApiResource) => boolean;

/** Groups of the API server itself; all others that are spelled like a domain are of CustomResourceDefinitions or aggregated. */
const BUILT_IN: ReadonlySet<string> = new Set(
  [
    ...['admissionregistration', 'apiextensions', 'apiregistration', 'authentication', 'authorization', 'certificates', 'coordination'],
    ...['discovery', 'events', 'flowcontrol.apiserver', 'internal.apiserver', 'metrics', 'networking', 'node', 'rbac.authorization'],
    ...['resource', 'scheduling', 'storage', 'storagemigration'],
  ].map((group) => `${group}.k8s.io`),
);

/** owners: the uids of all owners. A custom resource with a generation has a spec that something reconciles, whether it owns anything yet or not; those that rules hang on another are none. */
export function rootCandidates(owners: ReadonlySet<string>, rules: Pick<OwnershipRules, 'roots' | 'members' | 'inert'>): RootCandidates {
  const roots = new Set(rules.roots);
  const hung = new Set([...rules.members.map(({ child }) => child), ...rules.inert]);
  return ({ metadata }, resource) => {
    if ((metadata.ownerReferences ?? []).length > 0) return false;
    const kind = formatGroupKind(resource);
    if (owners.has(metadata.uid ?? '') || roots.has(kind)) return true;
    return isCustom(resource) && metadata.generation !== undefined && !hung.has(kind);
  };
}

/** False for what a custom resource without children needs and has not: a spec. */
export function isReconciled(object: KubeObject, resource: ApiResource): boolean {
  return !isCustom(resource) || object['spec'] !== undefined || object['status'] !== undefined;
}

function isCustom({ group, kind }: ApiResource): boolean {
  return group.includes('.') && !BUILT_IN.has(group) && !(group === TRACES.group && kind === TRACES.kind);
}
