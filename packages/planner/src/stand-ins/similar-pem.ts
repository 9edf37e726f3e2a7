// Certificates and keys in place of those of a cluster, of the same kinds: certificates keep their names, a private key fits the certificate that
// the old one fitted, and what one authority has signed is signed by one.

import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import type { FreshPair } from './fresh-keys.ts';
import { FreshKeys } from './fresh-keys.ts';
import { KeyedBytes } from './keyed-bytes.ts';
import { similarOpenSshKey } from './open-ssh-key.ts';
import type { PemBlock } from './pem.ts';
import { formatPem } from './pem.ts';
import { rebuildCertificate } from './rebuild-certificate.ts';

/** Known to everybody. */
const PARAMETERS = new Set(['DH PARAMETERS', 'EC PARAMETERS']);
const PRIVATE_FORMS: { readonly [label: string]: 'pkcs1' | 'pkcs8' | 'sec1' } = {
  'RSA PRIVATE KEY': 'pkcs1',
  'EC PRIVATE KEY': 'sec1',
  'PRIVATE KEY': 'pkcs8',
};

export class SimilarPem {
  readonly #key: Uint8Array;
  readonly #fresh = new FreshKeys();
  /** Certificates by the name that they may issue under. */
  readonly #authorities = new Map<string, X509Certificate[]>();
  /** By what they stand in for: a signature is another one each time. */
  readonly #made = new Map<string, string>();

  /** key: of the snapshot. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Takes in a secret block: all certificates and keys of a snapshot have to be known before the first is replaced. */
  learn(block: PemBlock): void {
    const certificate = certificateIn(block);
    if (certificate !== undefined) {
      this.#fresh.insteadOf(certificate.publicKey);
      this.#noteAuthority(certificate);
    }
    const key = privateKeyIn(block);
    if (key !== undefined) this.#fresh.insteadOf(key);
  }

  /** Takes in a block that is no secret: the authority that has signed one that is. */
  learnOpen(block: PemBlock): void {
    const certificate = certificateIn(block);
    if (certificate !== undefined) this.#noteAuthority(certificate);
  }

  /** The block in whose place it stands is secret. */
  secretBlock(block: PemBlock): string {
    if (PARAMETERS.has(block.label)) return block.block;
    return this.#once(
      block.block,
      () => this.#certificate(block) ?? this.#privateKey(block) ?? this.#publicKey(block) ?? this.#bytes(block),
    );
  }

  /** The block stands where nothing is secret: only a certificate whose key has been replaced by now is. */
  openBlock(block: PemBlock): string {
    const certificate = certificateIn(block);
    return certificate !== undefined && this.#fresh.replaces(certificate.publicKey) ? this.#rebuilt(certificate) : block.block;
  }

  #noteAuthority(certificate: X509Certificate): void {
    const known = this.#authorities.get(certificate.subject) ?? [];
    if (!known.some((other) => other.fingerprint256 === certificate.fingerprint256))
      this.#authorities.set(certificate.subject, [...known, certificate]);
  }

  #certificate(block: PemBlock): string | undefined {
    const certificate = certificateIn(block);
    return certificate === undefined ? undefined : this.#rebuilt(certificate);
  }

  #rebuilt(certificate: X509Certificate): string {
    return this.#once(certificate.fingerprint256, () => this.#rebuild(certificate));
  }

  #once(original: string, make: () => string): string {
    const made = this.#made.get(original) ?? make();
    this.#made.set(original, made);
    return made;
  }

  #rebuild(certificate: X509Certificate): string {
    const { publicKey: subjectKey } = this.#fresh.insteadOf(certificate.publicKey);
    const { publicKey: issuerKey, privateKey: issuerPrivateKey } = this.#issuerOf(certificate);
    return formatPem('CERTIFICATE', rebuildCertificate(certificate.raw, { subjectKey, issuerKey, issuerPrivateKey }));
  }

  #issuerOf(certificate: X509Certificate): FreshPair {
    const candidates = this.#authorities.get(certificate.issuer) ?? [];
    const issuer = [certificate, ...candidates].find((other) => other.subject === certificate.issuer && signedBy(certificate, other));
    return issuer === undefined ? this.#fresh.authority(certificate.issuer) : this.#fresh.insteadOf(issuer.publicKey);
  }

  #privateKey(block: PemBlock): string | undefined {
    if (block.label === 'OPENSSH PRIVATE KEY') return formatPem(block.label, similarOpenSshKey(block.body));
    const key = privateKeyIn(block);
    const type = PRIVATE_FORMS[block.label];
    if (key === undefined || type === undefined) return undefined;
    return exported(this.#fresh.insteadOf(key).privateKey, type);
  }

  #publicKey(block: PemBlock): string | undefined {
    const key = publicKeyIn(block);
    if (key === undefined) return undefined;
    const type = block.label === 'RSA PUBLIC KEY' ? 'pkcs1' : 'spki';
    return String(this.#fresh.insteadOf(key).publicKey.export({ type, format: 'pem' })).trimEnd();
  }

  /** What can't be read, e.g. an encrypted key: as many bytes, under the same label. */
  #bytes({ label, headers, body }: PemBlock): string {
    const other = formatPem(label, new KeyedBytes(this.#key, 'pem', body).take(body.length));
    return headers === '' ? other : other.replace('\n', `\n${headers}\n`);
  }
}

function exported(key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1'): string {
  return String(key.export({ type, format: 'pem' })).trimEnd();
}

function certificateIn({ label, body }: PemBlock): X509Certificate | undefined {
  return label === 'CERTIFICATE' ? readable(() => usable(new X509Certificate(body))) : undefined;
}

/** A key of a kind that OpenSSL does not know shows only when it is asked for. */
function usable(certificate: X509Certificate): X509Certificate {
  certificate.publicKey.export({ type: 'spki', format: 'der' });
  return certificate;
}

function privateKeyIn({ label, block, headers }: PemBlock): KeyObject | undefined {
  return PRIVATE_FORMS[label] === undefined || headers !== '' ? undefined : readable(() => createPrivateKey(block));
}

function publicKeyIn({ label, block }: PemBlock): KeyObject | undefined {
  return /^(?:RSA )?PUBLIC KEY$/.test(label) ? readable(() => createPublicKey(block)) : undefined;
}

/** Undefined for what OpenSSL can't read. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function signedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  return readable(() => certificate.verify(authority.publicKey)) ?? false;
}
