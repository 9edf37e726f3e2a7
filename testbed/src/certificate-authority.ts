// One certificate authority for everything in a control plane: serving and client certificates, and the signing of CSRs.
// Its key lies in the control plane's folder (0600), so that any process that knows the folder can add users.
import 'reflect-metadata';
import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { TestbedError } from './errors.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** A certificate and its key, PEM. */
export interface Credentials {
  readonly certificate: string;
  readonly key: string;
}

export interface CertificateAuthority {
  /** Path of the certificate that clients trust, and of its key. */
  readonly certificateFile: string;
  readonly keyFile: string;
  /** A serving certificate for host names and addresses; it is a valid client certificate too. */
  issueServing(hosts: readonly string[]): Promise<Credentials>;
  /** A client certificate: the common name is the user, each organisation a group. */
  issueClient(user: string, groups: readonly string[]): Promise<Credentials>;
}

/** Makes a new authority in `folder`. */
export async function createCertificateAuthority(folder: string): Promise<CertificateAuthority> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      name: [{ CN: ['testbed-ca'] }],
      ...validity(),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(
          x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign | x509.KeyUsageFlags.digitalSignature,
          true,
        ),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  await writeFile(join(folder, 'ca.crt'), certificate.toString('pem'));
  await writeFile(join(folder, 'ca.key'), await privateKeyPem(keys.privateKey), { mode: 0o600 });
  return authority(folder, certificate, keys.privateKey);
}

/** Opens the authority that createCertificateAuthority made in `folder`. */
export async function openCertificateAuthority(folder: string): Promise<CertificateAuthority> {
  const certificate = new x509.X509Certificate(await readFile(join(folder, 'ca.crt'), 'utf8'));
  const der = x509.PemConverter.decodeFirst(await readFile(join(folder, 'ca.key'), 'utf8'));
  const key = await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, true, ['sign']);
  return authority(folder, certificate, key);
}

/** A key pair for signing ServiceAccount tokens, PEM. */
export function serviceAccountKey(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

function authority(folder: string, issuer: x509.X509Certificate, signingKey: webcrypto.CryptoKey): CertificateAuthority {
  const issue = async (name: x509.JsonName, extensions: readonly x509.Extension[]): Promise<Credentials> => {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.create(
      {
        serialNumber: serialNumber(),
        subject: name,
        issuer: issuer.subjectName,
        ...validity(),
        signingAlgorithm: ALGORITHM,
        publicKey: keys.publicKey,
        signingKey,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          await x509.AuthorityKeyIdentifierExtension.create(issuer, false, webcrypto),
          ...extensions,
        ],
      },
      webcrypto,
    );
    return { certificate: certificate.toString('pem'), key: await privateKeyPem(keys.privateKey) };
  };
  return {
    certificateFile: join(folder, 'ca.crt'),
    keyFile: join(folder, 'ca.key'),
    issueServing: (hosts) =>
      issue(
        [{ CN: [hosts[0] ?? 'localhost'] }],
        [
          new x509.ExtendedKeyUsageExtension([SERVER_AUTH, CLIENT_AUTH]),
          new x509.SubjectAlternativeNameExtension(
            hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
          ),
        ],
      ),
    issueClient: async (user, groups) => {
      for (const name of [user, ...groups]) refuseUnlessPlain(name);
      return issue([{ CN: [user] }, ...groups.map((group) => ({ O: [group] }))], [new x509.ExtendedKeyUsageExtension([CLIENT_AUTH])]);
    },
  };
}

/** The library reads quotes and a leading hash in a name as notation. */
function refuseUnlessPlain(name: string): void {
  if (name === '' || name.startsWith('#') || name.includes('"'))
    throw new TestbedError('USAGE', `no certificate can be issued for ${name}`);
}

function serialNumber(): string {
  // The leading 1 keeps the number positive.
  return `1${randomBytes(15).toString('hex')}`.padStart(32, '0');
}

function validity(): { readonly notBefore: Date; readonly notAfter: Date } {
  const now = Date.now();
  return { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + 365 * DAY_MS) };
}

async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}
