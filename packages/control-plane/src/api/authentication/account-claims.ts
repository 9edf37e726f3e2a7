// What a ServiceAccount token says of itself.
import type { Json } from '@rectrace/kube';
import { isJsonObject, stringAt } from '@rectrace/kube';

export type NamedObject = { readonly name: string; readonly uid: string };

export type AccountClaims = {
  readonly id: string;
  readonly audiences: readonly string[];
  readonly namespace: string;
  readonly account: NamedObject;
  /** What the token goes with. */
  readonly pod?: NamedObject;
  readonly secret?: NamedObject;
  readonly node?: NamedObject;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly warnAfter?: number;
};

const PRIVATE = 'kubernetes.io';

export function accountSubject({ namespace, account }: Pick<AccountClaims, 'namespace' | 'account'>): string {
  return `system:serviceaccount:${namespace}:${account.name}`;
}

/** The claims that are Kubernetes' own. */
export function privateClaims({ namespace, node, pod, secret, account, warnAfter }: AccountClaims): { readonly [key: string]: object } {
  return {
    [PRIVATE]: {
      namespace,
      ...(node === undefined ? {} : { node }),
      ...(pod === undefined ? {} : { pod }),
      ...(secret === undefined ? {} : { secret }),
      serviceaccount: account,
      ...(warnAfter === undefined ? {} : { warnafter: warnAfter }),
    },
  };
}

/** Undefined for claims that are no ServiceAccount's. */
export function parseAccountClaims(claims: { readonly [key: string]: unknown }): Omit<AccountClaims, 'issuedAt' | 'expiresAt'> | undefined {
  const own = claims[PRIVATE] as Json | undefined;
  if (!isJsonObject(own)) return undefined;
  const named = (key: string): NamedObject | undefined => {
    const [name, uid] = [stringAt(own, [key, 'name']), stringAt(own, [key, 'uid'])];
    return name === undefined || uid === undefined ? undefined : { name, uid };
  };
  const [account, pod, secret, node] = [named('serviceaccount'), named('pod'), named('secret'), named('node')];
  if (account === undefined) return undefined;
  return {
    id: String(claims['jti'] ?? ''),
    audiences: [claims['aud'] ?? []].flat().map(String),
    namespace: stringAt(own, ['namespace']) ?? '',
    account,
    ...(pod === undefined ? {} : { pod }),
    ...(secret === undefined ? {} : { secret }),
    ...(node === undefined ? {} : { node }),
  };
}
