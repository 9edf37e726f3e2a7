// Which rules bind a user: the roles of all bindings that name the user or one of its groups.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt } from '@rectrace/kube';
import type { AdmissionView } from '../admission/admission-plugin.ts';
import { nameOf, namespaceOf } from '../metadata.ts';
import type { UserInfo } from '../strategy.ts';
import type { PolicyRule } from './policy-rule.ts';
import { rulesOf } from './policy-rule.ts';

const RBAC = 'rbac.authorization.k8s.io';
const ACCOUNT_PREFIX = 'system:serviceaccount:';

export type BoundRules =
  | { readonly kind: 'rules'; readonly rules: readonly PolicyRule[]; readonly why: string }
  /** A binding to a role that is not there. */
  | { readonly kind: 'missing'; readonly message: string };

/** What cluster-wide bindings give, then those of the namespace; lazily, in the order in which the API server looks. */
export function* boundRules(view: AdmissionView, user: UserInfo, namespace: string): Generator<BoundRules> {
  for (const binding of view.list(`clusterrolebindings.${RBAC}`, '')) yield* rulesOfBinding(view, binding, { user, namespaced: false });
  if (namespace === '') return;
  for (const binding of view.list(`rolebindings.${RBAC}`, namespace)) yield* rulesOfBinding(view, binding, { user, namespaced: true });
}

/** The rules of the role that a binding refers to. */
export function referredRules(view: AdmissionView, binding: JsonObject, namespace: string): BoundRules {
  const kind = stringAt(binding, ['roleRef', 'kind']) ?? '';
  const name = stringAt(binding, ['roleRef', 'name']) ?? '';
  const cluster = kind === 'ClusterRole';
  const role = view.get(`${cluster ? 'clusterroles' : 'roles'}.${RBAC}`, cluster ? '' : namespace, name);
  if (role === undefined) {
    const resource = cluster ? 'clusterrole' : 'role';
    return { kind: 'missing', message: `${resource}.${RBAC} ${JSON.stringify(name)} not found` };
  }
  return { kind: 'rules', rules: rulesOf(role), why: `of ${kind} ${JSON.stringify(name)}` };
}

type Looking = { readonly user: UserInfo; readonly namespaced: boolean };

function* rulesOfBinding(view: AdmissionView, binding: JsonObject, { user, namespaced }: Looking): Generator<BoundRules> {
  const namespace = namespaced ? namespaceOf(binding) : '';
  const subject = listAt(binding, ['subjects']).find((one) => isJsonObject(one) && appliesTo(one, user, namespace));
  if (!isJsonObject(subject)) return;
  const found = referredRules(view, binding, namespace);
  yield found.kind === 'missing'
    ? found
    : { ...found, why: `allowed by ${bindingText(binding, namespaced)} ${found.why} to ${subjectText(subject)}` };
}

function appliesTo(subject: JsonObject, user: UserInfo, namespace: string): boolean {
  const name = stringAt(subject, ['name']) ?? '';
  switch (stringAt(subject, ['kind'])) {
    case 'User':
      return user.name === name;
    case 'Group':
      return user.groups.includes(name);
    case 'ServiceAccount': {
      const own = stringAt(subject, ['namespace']) || namespace;
      return own !== '' && user.name === `${ACCOUNT_PREFIX}${own}:${name}`;
    }
    default:
      return false;
  }
}

function bindingText(binding: JsonObject, namespaced: boolean): string {
  if (!namespaced) return `ClusterRoleBinding ${JSON.stringify(nameOf(binding))}`;
  return `RoleBinding ${JSON.stringify(`${nameOf(binding)}/${namespaceOf(binding)}`)}`;
}

function subjectText(subject: JsonObject): string {
  const kind = stringAt(subject, ['kind']) ?? '';
  const name = stringAt(subject, ['name']) ?? '';
  const namespace = stringAt(subject, ['namespace']) ?? '';
  return `${kind} ${JSON.stringify(kind === 'ServiceAccount' ? `${name}/${namespace}` : name)}`;
}
