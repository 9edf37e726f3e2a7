// The seam of authorization: who may do what.
import type { UserInfo } from '../strategy.ts';

export type ResourceAttributes = {
  readonly kind: 'resource';
  readonly user: UserInfo;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
};

export type PathAttributes = { readonly kind: 'path'; readonly user: UserInfo; readonly verb: string; readonly path: string };

export type RequestAttributes = ResourceAttributes | PathAttributes;

/** `reason` may be empty. A refusal is what nobody allows: nothing denies. */
export type Decision = { readonly allowed: boolean; readonly reason: string };

/** Rules as reviews tell them. */
export type UserRules = {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly PathRule[];
};

export type ResourceRule = {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
};

export type PathRule = { readonly verbs: readonly string[]; readonly nonResourceURLs: readonly string[] };

export interface Authorizer {
  decide(attributes: RequestAttributes): Decision;
  /** All that the user may do in the namespace. */
  rulesFor(user: UserInfo, namespace: string): UserRules;
}
