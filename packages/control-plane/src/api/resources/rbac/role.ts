// Role and ClusterRole: rules about resources or, cluster-wide only, about paths.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, valueAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, required } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { pathSegmentName } from '../../validation/name-rules.ts';

export function roleStrategy(base: ResourceStrategy): ResourceStrategy {
  return { ...base, nameRule: pathSegmentName, validate: (role) => ruleErrors(role, true) };
}

export function clusterRoleStrategy(base: ResourceStrategy): ResourceStrategy {
  return { ...base, nameRule: pathSegmentName, validate: (role) => [...ruleErrors(role, false), ...aggregationErrors(role)] };
}

function aggregationErrors(role: JsonObject): readonly FieldError[] {
  if (!isJsonObject(role['aggregationRule']) || listAt(role, ['aggregationRule', 'clusterRoleSelectors']).length > 0) return [];
  const detail = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
  return [required('aggregationRule.clusterRoleSelectors', detail)];
}

function ruleErrors(role: JsonObject, namespaced: boolean): readonly FieldError[] {
  return listAt(role, ['rules']).flatMap((rule, index) =>
    isJsonObject(rule) ? errorsOf(rule, { path: `rules[${index}]`, namespaced }) : [],
  );
}

function errorsOf(rule: JsonObject, { path, namespaced }: { readonly path: string; readonly namespaced: boolean }): readonly FieldError[] {
  const verbs = isEmpty(rule, 'verbs') ? [required(`${path}.verbs`, 'verbs must contain at least one value')] : [];
  if (isEmpty(rule, 'nonResourceURLs')) return [...verbs, ...resourceErrors(rule, path)];
  const urls = valueAt(rule, ['nonResourceURLs']) ?? null;
  const field = `${path}.nonResourceURLs`;
  const mixed = ['apiGroups', 'resources', 'resourceNames'].some((key) => !isEmpty(rule, key));
  return [
    ...verbs,
    ...(namespaced ? [invalidValue(field, urls, 'namespaced rules cannot apply to non-resource URLs')] : []),
    ...(mixed ? [invalidValue(field, urls, 'rules cannot apply to both regular resources and non-resource URLs')] : []),
  ];
}

function resourceErrors(rule: JsonObject, path: string): readonly FieldError[] {
  return [
    ...(isEmpty(rule, 'apiGroups') ? [required(`${path}.apiGroups`, 'resource rules must supply at least one api group')] : []),
    ...(isEmpty(rule, 'resources') ? [required(`${path}.resources`, 'resource rules must supply at least one resource')] : []),
  ];
}

function isEmpty(rule: JsonObject, key: string): boolean {
  return listAt(rule, [key]).length === 0;
}
