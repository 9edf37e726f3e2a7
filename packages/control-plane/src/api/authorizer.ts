// The seam of authorization: who may do what.
import type { UserInfo } from './strategy.ts';

export type RequestAttributes =
  | {
      readonly kind: 'resource';
      readonly user: UserInfo;
      readonly verb: string;
      readonly group: string;
      readonly version: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly kind: 'path'; readonly user: UserInfo; readonly verb: string; readonly path: string };

export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

export interface Authorizer {
  decide(attributes: RequestAttributes): Decision;
}

export const allowEverything: Authorizer = { decide: () => ({ allowed: true }) };
