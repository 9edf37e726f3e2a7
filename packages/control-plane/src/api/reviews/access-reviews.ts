// SubjectAccessReview and its kin: may somebody do something?
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt } from '@rectrace/kube';
import type { RequestAttributes } from '../authorization/authorizer.ts';
import { badRequest, invalid } from '../failures.ts';
import type { FieldError } from '../field-error.ts';
import { invalidValue } from '../field-error.ts';
import { namespaceOf } from '../metadata.ts';
import { ensureNamespace } from '../registry/create-object.ts';
import type { UserInfo } from '../strategy.ts';
import type { ReviewStatus } from './answer-review.ts';
import { extrasOf } from './user-text.ts';

const GROUP = 'authorization.k8s.io';
const EXACTLY_ONE = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
const NOT_BOTH = 'cannot be specified in combination with resourceAttributes';

export const subjectAccessStatus: ReviewStatus = (review, { authorizer }) => {
  refuse([...attributeErrors(review), ...subjectErrors(review)]);
  return statusOf(authorizer.decide(attributesOf(review, subjectOf(review))));
};

export const localSubjectAccessStatus: ReviewStatus = (review, { authorizer }, { info }) => {
  ensureNamespace(review, info.namespace);
  refuse([...attributeErrors(review), ...subjectErrors(review), ...namespaceErrors(review, info.namespace)]);
  return statusOf(authorizer.decide(attributesOf(review, subjectOf(review))));
};

function namespaceErrors(review: JsonObject, wanted: string): readonly FieldError[] {
  const namespace = stringAt(review, ['spec', 'resourceAttributes', 'namespace']) ?? '';
  if (namespace === wanted) return [];
  return [invalidValue('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace')];
}

export const selfSubjectAccessStatus: ReviewStatus = (review, { authorizer }, { request }) => {
  refuse(attributeErrors(review));
  return statusOf(authorizer.decide(attributesOf(review, request.user)));
};

export const selfSubjectRulesStatus: ReviewStatus = (review, { authorizer }, { request }) => {
  const namespace = stringAt(review, ['spec', 'namespace']) ?? '';
  if (namespace === '') throw badRequest('no namespace on request');
  review['metadata'] = {};
  review['spec'] = {};
  const { resourceRules, nonResourceRules } = authorizer.rulesFor(request.user, namespace);
  return {
    resourceRules: resourceRules.map(({ resourceNames, ...rule }) => ({
      ...rule,
      ...(resourceNames.length === 0 ? {} : { resourceNames }),
    })),
    nonResourceRules: nonResourceRules.map((rule) => ({ ...rule })),
    incomplete: false,
  };
};

function statusOf({ allowed, reason }: { readonly allowed: boolean; readonly reason: string }): JsonObject {
  return { allowed, ...(reason === '' ? {} : { reason }) };
}

/** The API server names no kind here. */
function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: GROUP, kind: '', name: '' }, errors);
}

function attributeErrors(review: JsonObject): readonly FieldError[] {
  const spec = isJsonObject(review['spec']) ? review['spec'] : {};
  const [resource, path] = [spec['resourceAttributes'], spec['nonResourceAttributes']];
  if (isJsonObject(resource) && isJsonObject(path)) {
    const value = { Path: path['path'] ?? '', Verb: path['verb'] ?? '' };
    return [invalidValue('spec.nonResourceAttributes', value, NOT_BOTH)];
  }
  if (!isJsonObject(resource) && !isJsonObject(path)) return [invalidValue('spec.resourceAttributes', null, EXACTLY_ONE)];
  return [];
}

function subjectErrors(review: JsonObject): readonly FieldError[] {
  const { name, groups } = subjectOf(review);
  return name === '' && groups.length === 0 ? [invalidValue('spec.user', '', 'at least one of user or group must be specified')] : [];
}

function subjectOf(review: JsonObject): UserInfo {
  const uid = stringAt(review, ['spec', 'uid']);
  return {
    name: stringAt(review, ['spec', 'user']) ?? '',
    groups: listAt(review, ['spec', 'groups']).map(String),
    ...(uid === undefined ? {} : { uid }),
    extra: extrasOf(review),
  };
}

function attributesOf(review: JsonObject, user: UserInfo): RequestAttributes {
  const text = (kind: string, key: string): string => stringAt(review, ['spec', kind, key]) ?? '';
  const path = isJsonObject((review['spec'] as JsonObject)['nonResourceAttributes']);
  if (path) return { kind: 'path', user, verb: text('nonResourceAttributes', 'verb'), path: text('nonResourceAttributes', 'path') };
  const of = (key: string): string => text('resourceAttributes', key);
  return {
    kind: 'resource',
    user,
    verb: of('verb'),
    group: of('group'),
    version: of('version'),
    resource: of('resource'),
    subresource: of('subresource'),
    namespace: of('namespace') || namespaceOf(review),
    name: of('name'),
  };
}
