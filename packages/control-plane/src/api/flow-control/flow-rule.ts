// A rule of a FlowSchema: whose requests, and which of them.
import type { Json } from '@rectrace/kube';
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import type { RequestInfo } from '../request-info.ts';
import type { UserInfo } from '../strategy.ts';

type Subject = { readonly kind: string; readonly name: string; readonly namespace: string };
type ResourceRule = {
  readonly verbs: readonly Json[];
  readonly apiGroups: readonly Json[];
  readonly resources: readonly Json[];
  readonly namespaces: readonly Json[];
  readonly clusterScope: boolean;
};
type PathRule = { readonly verbs: readonly Json[]; readonly paths: readonly Json[] };

export type FlowRule = {
  readonly subjects: readonly Subject[];
  readonly resourceRules: readonly ResourceRule[];
  readonly pathRules: readonly PathRule[];
};

const ALL = '*';
const ACCOUNT = 'system:serviceaccount:';
/** Where each kind of subject says who it is. */
const SUBJECT_FIELDS: Readonly<Record<string, string>> = { User: 'user', Group: 'group', ServiceAccount: 'serviceAccount' };

export function flowRulesOf(schema: Json): readonly FlowRule[] {
  return listAt(schema, ['spec', 'rules']).map((rule) => ({
    subjects: listAt(rule, ['subjects']).map(subjectOf),
    resourceRules: listAt(rule, ['resourceRules']).map((one) => ({
      verbs: listAt(one, ['verbs']),
      apiGroups: listAt(one, ['apiGroups']),
      resources: listAt(one, ['resources']),
      namespaces: listAt(one, ['namespaces']),
      clusterScope: valueAt(one, ['clusterScope']) === true,
    })),
    pathRules: listAt(rule, ['nonResourceRules']).map((one) => ({
      verbs: listAt(one, ['verbs']),
      paths: listAt(one, ['nonResourceURLs']),
    })),
  }));
}

function subjectOf(subject: Json): Subject {
  const kind = stringAt(subject, ['kind']) ?? '';
  const field = SUBJECT_FIELDS[kind] ?? '';
  return { kind, name: stringAt(subject, [field, 'name']) ?? '', namespace: stringAt(subject, [field, 'namespace']) ?? '' };
}

export function flowRuleMatches({ subjects, resourceRules, pathRules }: FlowRule, user: UserInfo, info: RequestInfo): boolean {
  if (!subjects.some((subject) => isSubject(subject, user))) return false;
  return info.isResourceRequest
    ? resourceRules.some((rule) => resourceMatches(rule, info))
    : pathRules.some((rule) => pathMatches(rule, info));
}

function isSubject({ kind, name, namespace }: Subject, user: UserInfo): boolean {
  switch (kind) {
    case 'User':
      return name === ALL || name === user.name;
    case 'Group':
      return name === ALL || user.groups.includes(name);
    case 'ServiceAccount':
      return name === ALL ? user.name.startsWith(`${ACCOUNT}${namespace}:`) : user.name === `${ACCOUNT}${namespace}:${name}`;
    default:
      return false;
  }
}

function resourceMatches(rule: ResourceRule, { verb, group, resource, subresource, namespace }: RequestInfo): boolean {
  const asked = subresource === '' ? resource : `${resource}/${subresource}`;
  if (!holds(rule.verbs, verb) || !holds(rule.resources, asked) || !holds(rule.apiGroups, group)) return false;
  return namespace === '' ? rule.clusterScope : holds(rule.namespaces, namespace);
}

function pathMatches({ verbs, paths }: PathRule, { verb, path }: RequestInfo): boolean {
  return holds(verbs, verb) && paths.some((pattern) => typeof pattern === 'string' && isWithin(pattern, path));
}

/** A pattern covers what is below it, with a star at its end and without. */
function isWithin(pattern: string, path: string): boolean {
  if (pattern === ALL || pattern === path) return true;
  return path.startsWith(pattern.replace(/\*$/, '').replace(/\/?$/, '/'));
}

function holds(list: readonly Json[], wanted: string): boolean {
  return list.includes(wanted) || (list.length === 1 && list[0] === ALL);
}
