// A rule of a role, and what it allows.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt } from '@rectrace/kube';
import type { PathAttributes, ResourceAttributes } from './authorizer.ts';

export type PolicyRule = {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
};

const ALL = '*';

/** The rules of a Role or ClusterRole. */
export function rulesOf(role: JsonObject): readonly PolicyRule[] {
  return listAt(role, ['rules']).filter(isJsonObject).map(ruleOf);
}

function ruleOf(rule: JsonObject): PolicyRule {
  const texts = (key: string): readonly string[] => listAt(rule, [key]).filter((item: Json) => typeof item === 'string');
  return {
    verbs: texts('verbs'),
    apiGroups: texts('apiGroups'),
    resources: texts('resources'),
    resourceNames: texts('resourceNames'),
    nonResourceURLs: texts('nonResourceURLs'),
  };
}

export function allowsResource(rule: PolicyRule, { verb, group, resource, subresource, name }: ResourceAttributes): boolean {
  return (
    holds(rule.verbs, verb) &&
    holds(rule.apiGroups, group) &&
    resourceHolds(rule.resources, resource, subresource) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  );
}

export function allowsPath(rule: PolicyRule, { verb, path }: PathAttributes): boolean {
  return holds(rule.verbs, verb) && rule.nonResourceURLs.some((pattern) => pathMatches(pattern, path));
}

/** Whether the pattern covers a path, or another pattern. */
export function pathMatches(pattern: string, path: string): boolean {
  if (pattern === ALL || pattern === path) return true;
  return pattern.endsWith(ALL) && path.startsWith(pattern.slice(0, -1));
}

function holds(list: readonly string[], wanted: string): boolean {
  return list.includes(ALL) || list.includes(wanted);
}

function resourceHolds(list: readonly string[], resource: string, subresource: string): boolean {
  if (list.includes(ALL)) return true;
  if (subresource === '') return list.includes(resource);
  return list.includes(`${resource}/${subresource}`) || list.includes(`*/${subresource}`);
}
