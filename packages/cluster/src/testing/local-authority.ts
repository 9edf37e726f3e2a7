// Certificates for tests against a local server: one authority, serving and client certificates.

import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const HOUR_MS = 3_600_000;

/** PEM. */
export type Credentials = { readonly certificate: string; readonly key: string };

export class LocalAuthority {
  readonly #certificate: x509.X509Certificate;
  readonly #key: webcrypto.CryptoKey;
  #serial = 1;

  private constructor(certificate: x509.X509Certificate, key: webcrypto.CryptoKey) {
    this.#certificate = certificate;
    this.#key = key;
  }

  static async create(): Promise<LocalAuthority> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const extensions = [new x509.BasicConstraintsExtension(true, undefined, true)];
    const options = { serialNumber: '01', name: 'CN=local', ...validity(), signingAlgorithm: ALGORITHM, keys, extensions };
    return new LocalAuthority(await x509.X509CertificateGenerator.createSelfSigned(options, webcrypto), keys.privateKey);
  }

  /** PEM of the authority's certificate. */
  get certificate(): string {
    return this.#certificate.toString('pem');
  }

  /** hosts: names and addresses of a serving certificate; empty for a client's. */
  async issue(name: string, hosts: readonly string[] = []): Promise<Credentials> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    this.#serial += 1;
    const names = hosts.map((value) => ({ type: /^[0-9.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value }));
    const certificate = await x509.X509CertificateGenerator.create(
      {
        serialNumber: this.#serial.toString(16).padStart(2, '0'),
        subject: `CN=${name}`,
        issuer: this.#certificate.subjectName,
        ...validity(),
        signingAlgorithm: ALGORITHM,
        publicKey: keys.publicKey,
        signingKey: this.#key,
        extensions: names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)],
      },
      webcrypto,
    );
    const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
    return { certificate: certificate.toString('pem'), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
  }
}

function validity(): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + 24 * HOUR_MS) };
}
