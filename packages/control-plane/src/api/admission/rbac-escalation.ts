// Nobody grants rights that he does not hold: roles and bindings are checked against the writer's own rules.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals, stringAt } from '@rectrace/kube';
import type { Authorizer, ResourceAttributes } from '../authorization/authorizer.ts';
import type { PolicyRule } from '../authorization/policy-rule.ts';
import { rulesOf } from '../authorization/policy-rule.ts';
import { boundRules, referredRules } from '../authorization/rule-resolver.ts';
import { formatRules } from '../authorization/rule-text.ts';
import { uncoveredRules } from '../authorization/rules-cover.ts';
import { forbidden, notFound } from '../failures.ts';
import { nameOf } from '../metadata.ts';
import type { AdmissionPlugin, AdmissionRequest, AdmissionView } from './admission-plugin.ts';

const GROUP = 'rbac.authorization.k8s.io';
const ROLES = ['roles', 'clusterroles'];
const BINDINGS = ['rolebindings', 'clusterrolebindings'];
const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
];

export function rbacEscalation(authorizer: Authorizer): AdmissionPlugin {
  return {
    name: 'RBACEscalation',
    mutate: (request, view) => {
      const { resource, operation, object, user } = request;
      if (resource.group !== GROUP || object === undefined || !['CREATE', 'UPDATE'].includes(operation)) return;
      if (user.groups.includes('system:masters')) return;
      if (ROLES.includes(resource.resource)) checkRole(request, { object, view, authorizer });
      else if (BINDINGS.includes(resource.resource)) checkBinding(request, { object, view, authorizer });
    },
  };
}

type Checking = { readonly object: JsonObject; readonly view: AdmissionView; readonly authorizer: Authorizer };

function checkRole(request: AdmissionRequest, { object, view, authorizer }: Checking): void {
  if (isUnchanged(request, ['rules', 'aggregationRule'])) return;
  const { group, version, resource } = request.resource;
  if (mayDo(authorizer, request, { verb: 'escalate', group, version, resource, name: nameOf(object) })) return;
  confirm(request, view, isJsonObject(object['aggregationRule']) ? [...rulesOf(object), ...EVERYTHING] : rulesOf(object));
}

function checkBinding(request: AdmissionRequest, { object, view, authorizer }: Checking): void {
  if (isUnchanged(request, ['roleRef', 'subjects'])) return;
  const resource = stringAt(object, ['roleRef', 'kind']) === 'ClusterRole' ? 'clusterroles' : 'roles';
  const name = stringAt(object, ['roleRef', 'name']) ?? '';
  if (mayDo(authorizer, request, { verb: 'bind', group: GROUP, version: 'v1', resource, name })) return;
  const found = referredRules(view, object, request.namespace);
  if (found.kind === 'missing') throw notFound(request.resource, name);
  confirm(request, view, found.rules);
}

function isUnchanged({ object, old }: AdmissionRequest, fields: readonly string[]): boolean {
  return old !== undefined && fields.every((field) => jsonEquals(object?.[field] ?? null, old[field] ?? null));
}

type Right = Pick<ResourceAttributes, 'verb' | 'group' | 'version' | 'resource' | 'name'>;

function mayDo(authorizer: Authorizer, { user, namespace }: AdmissionRequest, right: Right): boolean {
  return authorizer.decide({ kind: 'resource', user, namespace, subresource: '', ...right }).allowed;
}

/** @throws RequestRefused (403) naming what is missing. */
function confirm(request: AdmissionRequest, view: AdmissionView, wanted: readonly PolicyRule[]): void {
  const { user, namespace, resource, object } = request;
  const bound = [...boundRules(view, user, namespace)];
  const missing = uncoveredRules(
    bound.flatMap((found) => (found.kind === 'rules' ? found.rules : [])),
    wanted,
  );
  if (missing.length === 0) return;
  const groups = `[${user.groups.map((group) => JSON.stringify(group)).join(' ')}]`;
  const unresolved = bound.flatMap((found) => (found.kind === 'missing' ? [found.message] : []));
  const errors = unresolved.length === 0 ? '' : `; resolution errors: [${unresolved.join(' ')}]`;
  const why = `user ${JSON.stringify(user.name)} (groups=${groups}) is attempting to grant RBAC permissions not currently held:\n${formatRules(missing)}${errors}`;
  throw forbidden(resource, nameOf(object ?? {}), why);
}
