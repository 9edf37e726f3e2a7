// Authorization by the roles and bindings in the store; administrators (system:masters) may do everything.
import type { AdmissionView } from '../admission/admission-plugin.ts';
import type { UserInfo } from '../strategy.ts';
import type { Authorizer, Decision, RequestAttributes, UserRules } from './authorizer.ts';
import type { PolicyRule } from './policy-rule.ts';
import { allowsPath, allowsResource } from './policy-rule.ts';
import { boundRules } from './rule-resolver.ts';

const MASTERS = 'system:masters';

export function rbacAuthorizer(view: AdmissionView): Authorizer {
  return {
    decide: (attributes) => (isMaster(attributes.user) ? { allowed: true, reason: '' } : decide(view, attributes)),
    rulesFor: (user, namespace) => ownRules(view, user, namespace),
  };
}

function isMaster({ groups }: UserInfo): boolean {
  return groups.includes(MASTERS);
}

function decide(view: AdmissionView, attributes: RequestAttributes): Decision {
  const missing: string[] = [];
  for (const bound of boundRules(view, attributes.user, attributes.kind === 'resource' ? attributes.namespace : '')) {
    if (bound.kind === 'missing') missing.push(bound.message);
    else if (bound.rules.some((rule) => allows(rule, attributes))) return { allowed: true, reason: `RBAC: ${bound.why}` };
  }
  return { allowed: false, reason: missing.length === 0 ? '' : `RBAC: ${listText(missing)}` };
}

function allows(rule: PolicyRule, attributes: RequestAttributes): boolean {
  return attributes.kind === 'resource' ? allowsResource(rule, attributes) : allowsPath(rule, attributes);
}

/** As Go writes several errors as one. */
function listText(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}

function ownRules(view: AdmissionView, user: UserInfo, namespace: string): UserRules {
  const rules = [...boundRules(view, user, namespace)].flatMap((bound) => (bound.kind === 'rules' ? bound.rules : []));
  return {
    resourceRules: rules
      .filter(({ resources }) => resources.length > 0)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({ verbs, apiGroups, resources, resourceNames })),
    nonResourceRules: rules
      .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
  };
}
