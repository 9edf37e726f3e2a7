// Whether rules that somebody holds cover the rules of a role: nobody grants what he does not have.
import type { PolicyRule } from './policy-rule.ts';
import { pathMatches } from './policy-rule.ts';

/** The single rights of `wanted` that no rule of `held` covers. */
export function uncoveredRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.flatMap(singleRights).filter((right) => !held.some((rule) => covers(rule, right)));
}

/** A rule as rights with one verb, one group, one resource and at most one name each. */
function singleRights(rule: PolicyRule): readonly PolicyRule[] {
  const none: PolicyRule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };
  const paths = rule.nonResourceURLs.flatMap((url) => rule.verbs.map((verb) => ({ ...none, verbs: [verb], nonResourceURLs: [url] })));
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name]);
  const rights = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      rule.verbs.flatMap((verb) =>
        names.map((resourceNames) => ({ ...none, verbs: [verb], apiGroups: [group], resources: [resource], resourceNames })),
      ),
    ),
  );
  return [...rights, ...paths];
}

function covers(rule: PolicyRule, right: PolicyRule): boolean {
  const [url] = right.nonResourceURLs;
  if (!holdsAll(rule.verbs, right.verbs)) return false;
  if (url !== undefined) return rule.nonResourceURLs.some((pattern) => pathMatches(pattern, url));
  return (
    holdsAll(rule.apiGroups, right.apiGroups) &&
    right.resources.every((resource) => holdsResource(rule.resources, resource)) &&
    coversNames(rule, right)
  );
}

function holdsAll(list: readonly string[], wanted: readonly string[]): boolean {
  return list.includes('*') || wanted.every((item) => list.includes(item));
}

function holdsResource(list: readonly string[], resource: string): boolean {
  if (list.includes('*') || list.includes(resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && list.includes(`*${resource.slice(slash)}`);
}

function coversNames(rule: PolicyRule, right: PolicyRule): boolean {
  if (rule.resourceNames.length === 0) return true;
  return right.resourceNames.length > 0 && right.resourceNames.every((name) => rule.resourceNames.includes(name));
}
