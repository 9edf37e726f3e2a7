// AdmissionReview: what webhooks are asked.
import type { JsonObject } from '@rectrace/kube';
import { RequestRefused } from '../../../errors.ts';
import { internalError } from '../../failures.ts';
import type { ServedResource } from '../../served-resource.ts';
import type { UserInfo } from '../../strategy.ts';
import type { AdmissionRequest } from '../admission-plugin.ts';
import type { Invocation } from '../matching/match-request.ts';

export type ReviewedRequest = { readonly request: AdmissionRequest; readonly invocation: Invocation };

/** `version`: v1 or v1beta1, which are written alike. */
export async function admissionReview(uid: string, reviewed: ReviewedRequest, version: string): Promise<JsonObject> {
  const { request, invocation } = reviewed;
  const { options, dryRun } = request;
  return {
    kind: 'AdmissionReview',
    apiVersion: `admission.k8s.io/${version}`,
    request: { uid, ...requestFields(reviewed), ...(await reviewedObjects(request, invocation)), dryRun, options },
  };
}

/** What webhooks and expressions see of the objects. @throws RequestRefused (500) where they can't be converted. */
export async function reviewedObjects({ object, old }: AdmissionRequest, invocation: Invocation): Promise<ReviewedObjects> {
  return {
    object: object === undefined ? null : await presentedObject(object, invocation),
    oldObject: old === undefined ? null : await presentedObject(old, invocation),
  };
}

export type ReviewedObjects = { readonly object: JsonObject | null; readonly oldObject: JsonObject | null };

/** The object as the webhook wants to see it. A copy: what it is of may still change. @throws RequestRefused (500) */
export async function presentedObject(object: JsonObject, { shown }: Invocation): Promise<JsonObject> {
  const copy = { ...object };
  const { conversion, codec } = shown;
  if (conversion !== undefined) await whole(conversion.show([copy]));
  return codec.present(copy);
}

/** What goes wrong in a conversion is an error of the server to admission. */
async function whole(conversion: Promise<void>): Promise<void> {
  try {
    await conversion;
  } catch (error) {
    throw error instanceof RequestRefused ? internalError(error.message) : error;
  }
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
