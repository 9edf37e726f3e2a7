// Questions to the API server about rights and identities: authorization.k8s.io and authentication.k8s.io reviews.

import type { Cancellation, Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject, listAt, parseJson, stringAt, valueAt } from '@rectrace/kube';
import { AnswerGarbled } from '../errors.ts';
import type { Transport } from '../transport/transport.ts';

/** What somebody wants to do. namespace '' = all namespaces or cluster scope; resource is the plural; name '' = any. */
export type AccessQuestion = {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace: string;
  readonly name?: string;
};

/** Whose question it is. */
export type ReviewedUser = {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: { readonly [key: string]: readonly string[] };
};

export type AccessAnswer = { readonly kind: 'allowed' } | { readonly kind: 'denied'; readonly reason: string };

export type TokenAnswer =
  | { readonly kind: 'authenticated'; readonly user: ReviewedUser }
  | { readonly kind: 'refused'; readonly reason: string };

/** verbs, groups and resources may be '*'. */
export type AccessRule = {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
};

/** incomplete: the authorizer can't list all rules. */
export type AccessRules = { readonly rules: readonly AccessRule[]; readonly incomplete: boolean };

/** May I? @throws ApiError, TransportError */
export async function reviewOwnAccess(transport: Transport, question: AccessQuestion, signal?: Cancellation): Promise<AccessAnswer> {
  const spec = { resourceAttributes: attributesOf(question) };
  return answerOf(await review(transport, { group: 'authorization.k8s.io', kind: 'SelfSubjectAccessReview', spec, signal }));
}

/** May they? Needs the right to ask for others. @throws ApiError, TransportError */
export async function reviewAccess(
  transport: Transport,
  { user, ...question }: AccessQuestion & { readonly user: ReviewedUser },
  signal?: Cancellation,
): Promise<AccessAnswer> {
  const { username, uid, groups, extra } = user;
  const spec = {
    user: username,
    groups,
    ...(uid === undefined ? {} : { uid }),
    ...(extra === undefined ? {} : { extra }),
    resourceAttributes: attributesOf(question),
  };
  return answerOf(await review(transport, { group: 'authorization.k8s.io', kind: 'SubjectAccessReview', spec, signal }));
}

/** What may I do in a namespace? @throws ApiError, TransportError */
export async function reviewOwnRules(transport: Transport, namespace: string, signal?: Cancellation): Promise<AccessRules> {
  const answer = await review(transport, { group: 'authorization.k8s.io', kind: 'SelfSubjectRulesReview', spec: { namespace }, signal });
  const rules = listAt(answer, ['status', 'resourceRules']).map(
    (rule): AccessRule => ({
      verbs: texts(rule, 'verbs'),
      groups: texts(rule, 'apiGroups'),
      resources: texts(rule, 'resources'),
      resourceNames: texts(rule, 'resourceNames'),
    }),
  );
  return { rules, incomplete: valueAt(answer, ['status', 'incomplete']) === true };
}

/** Whose token is this? audiences: whom it must be meant for; empty = the API server. @throws ApiError, TransportError */
export async function reviewToken(
  transport: Transport,
  { token, audiences = [] }: { readonly token: string; readonly audiences?: readonly string[] },
  signal?: Cancellation,
): Promise<TokenAnswer> {
  const spec = { token, ...(audiences.length === 0 ? {} : { audiences }) };
  const answer = await review(transport, { group: 'authentication.k8s.io', kind: 'TokenReview', spec, signal });
  const username = stringAt(answer, ['status', 'user', 'username']) ?? '';
  if (valueAt(answer, ['status', 'authenticated']) !== true || username === '') {
    return { kind: 'refused', reason: stringAt(answer, ['status', 'error']) ?? 'the token is not valid' };
  }
  const uid = stringAt(answer, ['status', 'user', 'uid']);
  const user = {
    username,
    groups: texts(valueAt(answer, ['status', 'user']) ?? {}, 'groups'),
    extra: extraOf(answer),
    ...(uid === undefined ? {} : { uid }),
  };
  return { kind: 'authenticated', user };
}

type Review = { readonly group: string; readonly kind: string; readonly spec: object; readonly signal: Cancellation | undefined };

async function review(transport: Transport, { group, kind, spec, signal }: Review): Promise<JsonObject> {
  const path = `/apis/${group}/v1/${kind.toLowerCase()}s`;
  const text = formatJson({ apiVersion: `${group}/v1`, kind, spec });
  const answer = await transport.request({
    method: 'POST',
    path,
    body: { contentType: 'application/json', text },
    ...(signal === undefined ? {} : { signal }),
  });
  const parsed = parseJson(answer.text);
  if (!isJsonObject(parsed)) throw new AnswerGarbled(`POST ${path}: the answer is no object`);
  return parsed;
}

function attributesOf({ verb, group, resource, subresource, namespace, name }: AccessQuestion): object {
  return {
    verb,
    group,
    resource,
    namespace,
    ...(subresource === undefined ? {} : { subresource }),
    ...(name === undefined ? {} : { name }),
  };
}

function answerOf(answer: Json): AccessAnswer {
  if (valueAt(answer, ['status', 'allowed']) === true) return { kind: 'allowed' };
  return { kind: 'denied', reason: stringAt(answer, ['status', 'reason']) ?? stringAt(answer, ['status', 'evaluationError']) ?? '' };
}

function texts(value: Json, field: string): readonly string[] {
  return listAt(value, [field]).map(String);
}

function extraOf(answer: Json): { readonly [key: string]: readonly string[] } {
  const extra = valueAt(answer, ['status', 'user', 'extra']);
  return isJsonObject(extra) ? Object.fromEntries(Object.keys(extra).map((key) => [key, texts(extra, key)])) : {};
}
