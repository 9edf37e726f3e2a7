// The keys that sign ServiceAccount tokens, and whom the tokens are from.
import type { CryptoKey, JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

export type TokenAuthority = {
  /** Also the audience that the API server itself is. */
  readonly issuer: string;
  readonly signingKey: CryptoKey;
  readonly verifyingKey: CryptoKey;
  /** The public key as clients fetch it, with its id. */
  readonly publicJwk: JWK;
};

export const TOKEN_ALGORITHM = 'ES256';

/** With fresh keys. */
export async function createTokenAuthority(issuer: string): Promise<TokenAuthority> {
  const { privateKey, publicKey } = await generateKeyPair(TOKEN_ALGORITHM);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { issuer, signingKey: privateKey, verifyingKey: publicKey, publicJwk: { use: 'sig', kid, alg: TOKEN_ALGORITHM, ...jwk } };
}
