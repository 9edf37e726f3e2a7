// ServiceAccount tokens: issued, and known again as long as what they are bound to is there.
import type { Clock } from '@rectrace/kube';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import type { AdmissionView } from '../admission/admission-plugin.ts';
import { uidOf } from '../metadata.ts';
import type { UserInfo } from '../strategy.ts';
import type { AccountClaims, NamedObject } from './account-claims.ts';
import { accountSubject, parseAccountClaims, privateClaims } from './account-claims.ts';
import type { TokenAuthenticator, TokenOutcome } from './token-authenticator.ts';
import type { TokenAuthority } from './token-authority.ts';
import { TOKEN_ALGORITHM } from './token-authority.ts';

const INVALID = 'invalid bearer token';
const EXTRA = 'authentication.kubernetes.io';

export function issueToken(authority: TokenAuthority, claims: AccountClaims): Promise<string> {
  const { kid = '' } = authority.publicJwk;
  return new SignJWT(privateClaims(claims))
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid })
    .setIssuer(authority.issuer)
    .setSubject(accountSubject(claims))
    .setAudience([...claims.audiences])
    .setIssuedAt(claims.issuedAt)
    .setNotBefore(claims.issuedAt)
    .setExpirationTime(claims.expiresAt)
    .setJti(claims.id)
    .sign(authority.signingKey);
}

export type AccountTokenOptions = { readonly authority: TokenAuthority; readonly view: AdmissionView; readonly clock: Clock };

export function accountTokens(options: AccountTokenOptions): TokenAuthenticator {
  return {
    authenticate: async (token, audiences) => {
      if (issuerOf(token) !== options.authority.issuer) return { kind: 'unknown' };
      const wanted = audiences.length === 0 ? [options.authority.issuer] : audiences;
      const claims = await verifiedClaims(token, options);
      return typeof claims === 'string' ? { kind: 'refused', message: claims } : outcomeOf(claims, wanted, options.view);
    },
  };
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

type Claims = Omit<AccountClaims, 'issuedAt' | 'expiresAt'>;

/** A text says why there are none. */
async function verifiedClaims(token: string, { authority, clock }: AccountTokenOptions): Promise<Claims | string> {
  try {
    const { payload } = await jwtVerify(token, authority.verifyingKey, {
      algorithms: [TOKEN_ALGORITHM],
      issuer: authority.issuer,
      currentDate: new Date(clock.now()),
    });
    return parseAccountClaims(payload) ?? INVALID;
  } catch (error) {
    if (error instanceof errors.JWTExpired) return '[invalid bearer token, service account token has expired]';
    if (error instanceof errors.JWSSignatureVerificationFailed)
      return '[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]';
    if (error instanceof errors.JOSEError) return INVALID;
    throw error;
  }
}

function outcomeOf(claims: Claims, wanted: readonly string[], view: AdmissionView): TokenOutcome {
  const audiences = wanted.filter((audience) => claims.audiences.includes(audience));
  if (audiences.length === 0) {
    const message = `[invalid bearer token, token audiences ${goList(claims.audiences)} is invalid for the target audiences ${goList(wanted)}]`;
    return { kind: 'refused', message };
  }
  const gone = whatIsGone(claims, view);
  if (gone !== undefined) return { kind: 'refused', message: `[invalid bearer token, ${gone}]` };
  return { kind: 'authenticated', user: userOf(claims), audiences };
}

function goList(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}

function whatIsGone({ namespace, account, pod, secret, node }: Claims, view: AdmissionView): string | undefined {
  const isThere = (resource: string, where: string, object: NamedObject | undefined): boolean => {
    if (object === undefined) return true;
    const found = view.get(resource, where, object.name);
    return found !== undefined && uidOf(found) === object.uid;
  };
  if (!isThere('serviceaccounts', namespace, account)) return 'service account token has been invalidated';
  if (!isThere('pods', namespace, pod)) return 'service account token has been invalidated';
  if (!isThere('secrets', namespace, secret)) return 'service account token has been invalidated';
  if (pod === undefined && !isThere('nodes', '', node)) return 'service account token has been invalidated';
  return undefined;
}

function userOf(claims: Claims): UserInfo {
  const { namespace, account, pod, node, id } = claims;
  return {
    name: accountSubject(claims),
    uid: account.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    extra: {
      [`${EXTRA}/credential-id`]: [`JTI=${id}`],
      ...(node === undefined ? {} : { [`${EXTRA}/node-name`]: [node.name], [`${EXTRA}/node-uid`]: [node.uid] }),
      ...(pod === undefined ? {} : { [`${EXTRA}/pod-name`]: [pod.name], [`${EXTRA}/pod-uid`]: [pod.uid] }),
    },
  };
}
