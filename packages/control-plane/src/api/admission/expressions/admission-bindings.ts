// What the expressions of webhooks and policies see of a request.
import type { AccessJudge, AdmissionBindings, JsonObject } from '@rectrace/kube';
import type { Authorizer } from '../../authorization/authorizer.ts';
import type { UserInfo } from '../../strategy.ts';
import type { AdmissionRequest } from '../admission-plugin.ts';
import type { Invocation } from '../matching/match-request.ts';
import { requestFields, reviewedObjects } from '../webhooks/admission-review.ts';

export type BindingParts = {
  readonly request: AdmissionRequest;
  readonly invocation: Invocation;
  readonly authorizer: Authorizer;
  readonly params?: JsonObject | undefined;
  /** As stored; absent where the request is in no namespace, and for webhooks. */
  readonly namespace?: JsonObject | undefined;
};

/** @throws RequestRefused (500) where the objects can't be converted. */
export async function admissionBindings({ request, invocation, authorizer, params, namespace }: BindingParts): Promise<AdmissionBindings> {
  const { dryRun, options, resource, subresource, name } = request;
  const { group, resource: plural } = resource;
  return {
    ...(await reviewedObjects(request, invocation)),
    request: { uid: '', ...requestFields({ request, invocation }), dryRun, options },
    namespaceObject: namespace ?? null,
    params: params ?? null,
    access: {
      judge: judgeFor(authorizer, request.user),
      requestResource: { group, resource: plural, subresource, namespace: request.namespace, name },
    },
  };
}

function judgeFor(authorizer: Authorizer, requester: UserInfo): AccessJudge {
  return (question, account) => {
    const user = account === undefined ? requester : accountUser(account);
    return authorizer.decide(question.kind === 'path' ? { ...question, user } : { ...question, version: '*', user });
  };
}

function accountUser({ namespace, name }: { readonly namespace: string; readonly name: string }): UserInfo {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  };
}
