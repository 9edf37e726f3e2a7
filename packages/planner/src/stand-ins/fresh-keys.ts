// Keys of our own in place of those of a cluster: each public key that is met gets one fresh pair of the same kind, wherever it stands, so that a
// certificate and its private key still belong together.

import type { KeyObject } from 'node:crypto';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';

export type FreshPair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** Larger ones take seconds to make. */
const MOST_RSA_BITS = 4096;
const LEAST_RSA_BITS = 1024;

export class FreshKeys {
  readonly #pairs = new Map<string, FreshPair>();
  readonly #authorities = new Map<string, FreshPair>();

  /** The pair in place of a key's, made at the first call. */
  insteadOf(key: KeyObject): FreshPair {
    const id = idOf(key);
    const pair = this.#pairs.get(id) ?? pairLike(key);
    this.#pairs.set(id, pair);
    return pair;
  }

  /** Whether a pair stands in its place already. */
  replaces(key: KeyObject): boolean {
    return this.#pairs.has(idOf(key));
  }

  /** The key of an authority that is not in the snapshot, by its name. */
  authority(name: string): FreshPair {
    const pair = this.#authorities.get(name) ?? curvePair();
    this.#authorities.set(name, pair);
    return pair;
  }
}

function idOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return open.export({ type: 'spki', format: 'der' }).toString('base64');
}

function pairLike(key: KeyObject): FreshPair {
  const { modulusLength = 2048, namedCurve = 'P-256' } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return generateKeyPairSync('rsa', { modulusLength: Math.min(Math.max(modulusLength, LEAST_RSA_BITS), MOST_RSA_BITS) });
    case 'ec':
      return generateKeyPairSync('ec', { namedCurve });
    case 'ed25519':
      return generateKeyPairSync('ed25519');
    case 'ed448':
      return generateKeyPairSync('ed448');
    default:
      return curvePair();
  }
}

function curvePair(): FreshPair {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}
