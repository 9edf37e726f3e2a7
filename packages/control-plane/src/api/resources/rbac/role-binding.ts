// RoleBinding and ClusterRoleBinding: a role, which never changes, and subjects.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals, listAt, stringAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, notSupported, required } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { dns1123Subdomain, pathSegmentName } from '../../validation/name-rules.ts';
import { checkedBy } from '../checked-by.ts';

const GROUP = 'rbac.authorization.k8s.io';

export function roleBindingStrategy(base: ResourceStrategy): ResourceStrategy {
  return bindingStrategy(base, { namespaced: true, roleKinds: ['Role', 'ClusterRole'] });
}

export function clusterRoleBindingStrategy(base: ResourceStrategy): ResourceStrategy {
  return bindingStrategy(base, { namespaced: false, roleKinds: ['ClusterRole'] });
}

type Rules = { readonly namespaced: boolean; readonly roleKinds: readonly string[] };

function bindingStrategy(base: ResourceStrategy, rules: Rules): ResourceStrategy {
  return checkedBy(
    { ...base, nameRule: pathSegmentName },
    { errors: (binding) => [...roleErrors(binding, rules), ...subjectErrors(binding, rules)], changes: roleChange },
  );
}

function roleChange(binding: JsonObject, old: JsonObject): readonly FieldError[] {
  if (jsonEquals(binding['roleRef'] ?? null, old['roleRef'] ?? null)) return [];
  const [APIGroup, Kind, Name] = ['apiGroup', 'kind', 'name'].map((key) => stringAt(binding, ['roleRef', key]) ?? '');
  return [invalidValue('roleRef', { APIGroup: APIGroup ?? '', Kind: Kind ?? '', Name: Name ?? '' }, 'cannot change roleRef')];
}

function roleErrors(binding: JsonObject, { roleKinds }: Rules): readonly FieldError[] {
  const group = stringAt(binding, ['roleRef', 'apiGroup']) ?? '';
  const kind = stringAt(binding, ['roleRef', 'kind']) ?? '';
  const name = stringAt(binding, ['roleRef', 'name']) ?? '';
  return [
    ...(group === GROUP ? [] : [notSupported('roleRef.apiGroup', group, [GROUP])]),
    ...(roleKinds.includes(kind) ? [] : [notSupported('roleRef.kind', kind, roleKinds)]),
    ...(name === '' ? [required('roleRef.name')] : pathSegmentName(name).map((detail) => invalidValue('roleRef.name', name, detail))),
  ];
}

function subjectErrors(binding: JsonObject, { namespaced }: Rules): readonly FieldError[] {
  return listAt(binding, ['subjects']).flatMap((subject, index) =>
    isJsonObject(subject) ? errorsOf(subject, { path: `subjects[${index}]`, namespaced }) : [],
  );
}

type Place = { readonly path: string; readonly namespaced: boolean };

function errorsOf(subject: JsonObject, { path, namespaced }: Place): readonly FieldError[] {
  const [kind, name, group, namespace] = ['kind', 'name', 'apiGroup', 'namespace'].map((key) => stringAt(subject, [key]) ?? '') as [
    string,
    string,
    string,
    string,
  ];
  const unnamed = name === '' ? [required(`${path}.name`)] : [];
  const wrongGroup = (wanted: string): readonly FieldError[] =>
    group === wanted ? [] : [notSupported(`${path}.apiGroup`, group, [wanted])];
  if (kind === 'User' || kind === 'Group') return [...unnamed, ...wrongGroup(GROUP)];
  if (kind !== 'ServiceAccount') return [...unnamed, notSupported(`${path}.kind`, kind, ['ServiceAccount', 'User', 'Group'])];
  const badName = name === '' ? [] : dns1123Subdomain(name).map((detail) => invalidValue(`${path}.name`, name, detail));
  return [...unnamed, ...badName, ...wrongGroup(''), ...(!namespaced && namespace === '' ? [required(`${path}.namespace`)] : [])];
}
