// Who writes a policy or a binding has to be able to read the parameters that it names: they are read for him whenever it is in force.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals, parseApiVersion, stringAt, valueAt } from '@rectrace/kube';
import type { Authorizer, ResourceAttributes } from '../../authorization/authorizer.ts';
import { invalid } from '../../failures.ts';
import { forbiddenField } from '../../field-error.ts';
import type { ResourceCatalog } from '../../resource-catalog.ts';
import type { UserInfo } from '../../strategy.ts';
import type { AdmissionPlugin, AdmissionRequest, AdmissionView } from '../admission-plugin.ts';
import { paramResource } from './find-params.ts';

const POLICIES = 'validatingadmissionpolicies.admissionregistration.k8s.io';
const BINDINGS = 'validatingadmissionpolicybindings.admissionregistration.k8s.io';

type Parts = { readonly authorizer: Authorizer; readonly catalog: ResourceCatalog };

export function paramAccess(parts: Parts): AdmissionPlugin {
  return {
    name: 'ParamAccess',
    validate: (request, view) => {
      const { resource, object, user, operation } = request;
      if (object === undefined || operation === 'DELETE' || user.groups.includes('system:masters')) return;
      if (resource.storage === POLICIES) checkPolicy(request, object, parts);
      else if (resource.storage === BINDINGS) checkBinding(request, object, { ...parts, view });
    },
  };
}

/** @throws RequestRefused (422) */
function checkPolicy(request: AdmissionRequest, policy: JsonObject, parts: Parts): void {
  const kind = valueAt(policy, ['spec', 'paramKind']);
  if (!isJsonObject(kind) || jsonEquals(kind, valueAt(request.old, ['spec', 'paramKind']) ?? null)) return;
  const params = paramsOf(kind, parts.catalog);
  if (mayRead(request.user, { ...params, verb: 'get', namespace: '*', name: '*' }, parts)) return;
  const named = `(kind=${stringAt(kind, ['kind']) ?? ''}, apiVersion=${stringAt(kind, ['apiVersion']) ?? ''})`;
  const message = `user ${goUser(request.user)} must have "get" permission on all objects of the referenced paramKind ${named}`;
  throw refused(request, 'spec.paramKind', message);
}

/** @throws RequestRefused (422) */
function checkBinding(request: AdmissionRequest, binding: JsonObject, { view, ...parts }: Parts & { readonly view: AdmissionView }): void {
  const ref = valueAt(binding, ['spec', 'paramRef']);
  if (!isJsonObject(ref)) return;
  const policy = stringAt(binding, ['spec', 'policyName']) ?? '';
  const stored = view.get(POLICIES, '', policy);
  const params = paramsOf(valueAt(stored, ['spec', 'paramKind']), parts.catalog);
  const [name = '', namespace = ''] = ['name', 'namespace'].map((key) => stringAt(ref, [key]));
  const verb = name === '' ? 'list' : 'get';
  if (mayRead(request.user, { ...params, verb, namespace, name }, parts)) return;
  throw refused(request, 'spec.paramRef', bindingWords({ user: goUser(request.user), verb, policy, stored, params }));
}

type Params = Pick<ResourceAttributes, 'group' | 'version' | 'resource'>;

const EVERYTHING: Params = { group: '*', version: '*', resource: '*' };

/** What is to be read: everything, as far as it can't be told. */
function paramsOf(kind: JsonObject[string] | undefined, catalog: ResourceCatalog): Params {
  if (!isJsonObject(kind)) return EVERYTHING;
  const named = { apiVersion: stringAt(kind, ['apiVersion']) ?? '', kind: stringAt(kind, ['kind']) ?? '' };
  const { group, version } = parseApiVersion(named.apiVersion);
  return { group, version, resource: paramResource(catalog, named)?.resource ?? '*' };
}

type Reading = Params & Pick<ResourceAttributes, 'verb' | 'namespace' | 'name'>;

function mayRead(user: UserInfo, reading: Reading, { authorizer }: Parts): boolean {
  return authorizer.decide({ kind: 'resource', user, subresource: '', ...reading }).allowed;
}

type Unread = {
  readonly user: string;
  readonly verb: string;
  readonly policy: string;
  readonly stored: JsonObject | undefined;
  readonly params: Params;
};

function bindingWords({ user, verb, policy, stored, params }: Unread): string {
  const all = `to determine minimum required permissions and user ${user} does not have "${verb}" permission for all groups, versions and resources`;
  if (stored === undefined) return `unable to get policy ${policy} ${all}`;
  const kind = valueAt(stored, ['spec', 'paramKind']);
  if (params.resource !== '*' || !isJsonObject(kind))
    return `user ${user} does not have "${verb}" permission on the object referenced by paramRef`;
  return `unable to resolve paramKind &{${stringAt(kind, ['apiVersion']) ?? ''} ${stringAt(kind, ['kind']) ?? ''}} ${all}`;
}

/** As Go prints it. */
function goUser({ name, uid = '', groups, extra = {} }: UserInfo): string {
  const entries = Object.entries(extra)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, values]) => `${key}:[${values.join(' ')}]`);
  return `&{${name} ${uid} [${groups.join(' ')}] map[${entries.join(' ')}]}`;
}

function refused({ resource, name }: AdmissionRequest, field: string, message: string): Error {
  return invalid({ group: resource.group, kind: resource.kind, name }, [forbiddenField(field, message)]);
}
