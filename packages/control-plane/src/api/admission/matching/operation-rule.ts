// Rules of webhooks and policies: which operations on which resources they are about.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt } from '@rectrace/kube';
import type { AdmissionRequest } from '../admission-plugin.ts';

export type OperationRule = {
  readonly operations: readonly string[];
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  /** 'pods', 'pods/status', 'pods/*', and so on. */
  readonly resources: readonly string[];
  readonly scope: string;
  /** Only of policies; of any name where there are none. */
  readonly names: readonly string[];
};

/** A group, version and plural name. */
export type NamedResource = { readonly group: string; readonly version: string; readonly resource: string };

export function readRules(owner: JsonObject, field: string): readonly OperationRule[] {
  return listAt(owner, [field])
    .filter(isJsonObject)
    .map((rule) => {
      const texts = (key: string): readonly string[] => listAt(rule, [key]).map(String);
      return {
        operations: texts('operations'),
        groups: texts('apiGroups'),
        versions: texts('apiVersions'),
        resources: texts('resources'),
        scope: stringAt(rule, ['scope']) ?? '*',
        names: texts('resourceNames'),
      };
    });
}

/** Whether the rule is about the operation, were it one on that resource. Names are not looked at. */
export function ruleMatches(rule: OperationRule, request: AdmissionRequest, resource: NamedResource): boolean {
  return (
    scopeMatches(rule.scope, request, resource) &&
    anyOf(rule.operations, request.operation) &&
    anyOf(rule.groups, resource.group) &&
    anyOf(rule.versions, resource.version) &&
    rule.resources.some((named) => resourceMatches(named, resource.resource, request.subresource))
  );
}

function anyOf(accepted: readonly string[], value: string): boolean {
  return accepted.includes('*') || accepted.includes(value);
}

/** Namespaces count as what belongs to no namespace. */
function scopeMatches(scope: string, { namespace }: AdmissionRequest, { group, version, resource }: NamedResource): boolean {
  if (scope === '*') return true;
  const isNamespace = group === '' && version === 'v1' && resource === 'namespaces';
  const inNamespace = !isNamespace && namespace !== '';
  return scope === 'Namespaced' ? inNamespace : scope === 'Cluster' && !inNamespace;
}

function resourceMatches(named: string, resource: string, subresource: string): boolean {
  const slash = named.indexOf('/');
  const [own, sub] = slash < 0 ? [named, ''] : [named.slice(0, slash), named.slice(slash + 1)];
  return (own === '*' || own === resource) && (sub === '*' || sub === subresource);
}
