// Which objects a quota with scopes counts: pods and claims of certain kinds, and nothing else.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { numberAt, textsAt } from '../../metadata.ts';
import type { ServedResource } from '../../served-resource.ts';

export function quotaScopesMatch(quota: JsonObject, { storage }: Pick<ServedResource, 'storage'>, object: JsonObject): boolean {
  const plain = listAt(quota, ['spec', 'scopes']).map((scope) => ({ scopeName: scope, operator: 'Exists' }));
  const selected = listAt(quota, ['spec', 'scopeSelector', 'matchExpressions']);
  const matches = MATCHERS[storage] ?? (() => false);
  return [...plain, ...selected].every((term) => isJsonObject(term) && matches(term, object));
}

const MATCHERS: Readonly<Record<string, (term: JsonObject, object: JsonObject) => boolean>> = {
  pods: podMatches,
  persistentvolumeclaims: claimMatches,
};

function podMatches(term: JsonObject, pod: JsonObject): boolean {
  switch (term['scopeName']) {
    case 'Terminating':
      return isTerminating(pod);
    case 'NotTerminating':
      return !isTerminating(pod);
    case 'BestEffort':
      return isBestEffort(pod);
    case 'NotBestEffort':
      return !isBestEffort(pod);
    case 'PriorityClass':
      return nameMatches(term, stringAt(pod, ['spec', 'priorityClassName']) ?? '');
    case 'CrossNamespacePodAffinity':
      return crossesNamespaces(pod);
    default:
      return false;
  }
}

/** By the classes that it has, wants, and is on its way to. */
function claimMatches(term: JsonObject, claim: JsonObject): boolean {
  if (term['scopeName'] !== 'VolumeAttributesClass') return false;
  const places = [
    ['spec', 'volumeAttributesClassName'],
    ['status', 'currentVolumeAttributesClassName'],
    ['status', 'modifyVolumeStatus', 'targetVolumeAttributesClassName'],
  ];
  const names = places.map((place) => stringAt(claim, place) ?? '').filter((name) => name !== '');
  return names.length === 0 ? nameMatches(term, '') : names.some((name) => nameMatches(term, name));
}

export function isTerminating(pod: JsonObject): boolean {
  return (numberAt(pod, ['spec', 'activeDeadlineSeconds']) ?? -1) >= 0;
}

function isBestEffort(pod: JsonObject): boolean {
  const containers = [...listAt(pod, ['spec', 'containers']), ...listAt(pod, ['spec', 'initContainers'])];
  const asks = (owner: JsonObject[string]): boolean =>
    ['requests', 'limits'].some((list) => {
      const amounts = textsAt(owner, ['resources', list]);
      return amounts['cpu'] !== undefined || amounts['memory'] !== undefined;
    });
  return !asks(pod['spec'] ?? null) && !containers.some(asks);
}

/** '' where it has none. */
function nameMatches(term: JsonObject, name: string): boolean {
  const values = listAt(term, ['values']);
  switch (term['operator']) {
    case 'In':
      return values.includes(name);
    case 'NotIn':
      return !values.includes(name);
    case 'DoesNotExist':
      return name === '';
    default:
      return name !== '';
  }
}

function crossesNamespaces(pod: JsonObject): boolean {
  const terms = ['podAffinity', 'podAntiAffinity'].flatMap((kind) => [
    ...listAt(pod, ['spec', 'affinity', kind, 'requiredDuringSchedulingIgnoredDuringExecution']),
    ...listAt(pod, ['spec', 'affinity', kind, 'preferredDuringSchedulingIgnoredDuringExecution']).map(
      (weighted) => valueAt(weighted, ['podAffinityTerm']) ?? null,
    ),
  ]);
  return terms.some((term) => listAt(term, ['namespaces']).length > 0 || isJsonObject(valueAt(term, ['namespaceSelector'])));
}
