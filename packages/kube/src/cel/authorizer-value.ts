// The authorizer that expressions of admission may ask: who may do what. Built up call by call, asked at the end.

export type ServiceAccountName = { readonly namespace: string; readonly name: string };

export type AccessQuestion =
  | { readonly kind: 'path'; readonly path: string; readonly verb: string }
  | ({ readonly kind: 'resource'; readonly verb: string } & ResourceAsked);

export type ResourceAsked = {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
};

export type AccessDecision = { readonly allowed: boolean; readonly reason: string };

/** `account`: who is asked about; undefined for whoever sent the request. */
export type AccessJudge = (question: AccessQuestion, account: ServiceAccountName | undefined) => AccessDecision;

type Asking = { readonly judge: AccessJudge; readonly account: ServiceAccountName | undefined };

export type AuthorizerValue = { readonly kind: 'authorizer' } & Asking;
export type PathCheckValue = { readonly kind: 'path-check'; readonly path: string } & Asking;
export type GroupCheckValue = { readonly kind: 'group-check'; readonly group: string } & Asking;
export type ResourceCheckValue = { readonly kind: 'resource-check'; readonly asked: ResourceAsked } & Asking;
export type DecisionValue = { readonly kind: 'decision'; readonly decision: AccessDecision };

export type AuthorizationValue = AuthorizerValue | PathCheckValue | GroupCheckValue | ResourceCheckValue | DecisionValue;
