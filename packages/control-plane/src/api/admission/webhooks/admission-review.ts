// AdmissionReview: what webhooks are asked.
import type { Json, JsonObject } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import type { ServedResource } from '../../served-resource.ts';
import type { UserInfo } from '../../strategy.ts';
import type { AdmissionRequest } from '../admission-plugin.ts';
import type { Invocation } from '../matching/match-request.ts';

export type ReviewedRequest = { readonly request: AdmissionRequest; readonly invocation: Invocation };

/** `version`: v1 or v1beta1, which are written alike. */
export function admissionReview(uid: string, reviewed: ReviewedRequest, version: string): JsonObject {
  const { request, invocation } = reviewed;
  const { object, old, options, dryRun } = request;
  const shownObject = (one: Draft | JsonObject | undefined): Json => (one === undefined ? null : presentedObject(one, invocation));
  return {
    kind: 'AdmissionReview',
    apiVersion: `admission.k8s.io/${version}`,
    request: { uid, ...requestFields(reviewed), object: shownObject(object), oldObject: shownObject(old), dryRun, options },
  };
}

/** The object as the webhook wants to see it. A copy: what it is of may still change. */
export function presentedObject(object: JsonObject, { shown }: Invocation): JsonObject {
  return shown.codec.present({ ...object });
}

/** What a request is about, without the objects: webhooks and expressions see it. */
export function requestFields({ request, invocation }: ReviewedRequest): JsonObject {
  const { subresource, name, namespace, operation, user } = request;
  return {
    kind: kindFields(invocation.shown),
    resource: resourceFields(invocation.resource),
    ...filled('subResource', subresource),
    requestKind: kindFields(request.shown),
    requestResource: resourceFields(request.resource),
    ...filled('requestSubResource', subresource),
    ...filled('name', name),
    ...filled('namespace', namespace),
    operation,
    userInfo: userFields(user),
  };
}

function filled(key: string, text: string): JsonObject {
  return text === '' ? {} : { [key]: text };
}

function kindFields({ group, version, kind }: ServedResource): JsonObject {
  return { group, version, kind };
}

function resourceFields({ group, version, resource }: ServedResource): JsonObject {
  return { group, version, resource };
}

function userFields({ name, uid = '', groups, extra = {} }: UserInfo): JsonObject {
  return {
    ...filled('username', name),
    ...filled('uid', uid),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
