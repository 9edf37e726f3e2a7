// The authority of a virtual cluster and the certificates that it issues.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** Both PEM. */
export type IssuedCertificate = { readonly certificate: string; readonly key: string };

export interface CertificateAuthority {
  /** PEM. */
  readonly certificate: string;
  /** PEM; who has it can make certificates of any user. */
  readonly key: string;
  /** For a server that is reached under these names and addresses. */
  issueServing(hosts: readonly string[]): Promise<IssuedCertificate>;
  /** For a client: its name is the user, its organizations are the groups. */
  issueClient(user: string, groups: readonly string[]): Promise<IssuedCertificate>;
}

/** What enters from outside: the time, and a fresh serial number (hexadecimal, positive) for each certificate. */
export type AuthorityOptions = { readonly now: number; readonly serialNumber: () => string };

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const DAYS = 365;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

export async function createCertificateAuthority(options: AuthorityOptions): Promise<CertificateAuthority> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...validity(options),
      name: [{ CN: ['rectrace-virtual-ca'] }],
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(keyCertSign | cRLSign | digitalSignature, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const issue = (order: Order): Promise<IssuedCertificate> => issueFrom({ options, certificate, key: keys.privateKey }, order);
  return {
    certificate: certificate.toString('pem'),
    key: await privateKeyPem(keys.privateKey),
    issueServing: (hosts) => issue({ subject: [{ CN: ['kube-apiserver'] }], usage: SERVER_AUTH, hosts }),
    issueClient: (user, groups) =>
      issue({ subject: [...groups.map((group) => ({ O: [group] })), { CN: [user] }], usage: CLIENT_AUTH, hosts: [] }),
  };
}

type Issuer = { readonly options: AuthorityOptions; readonly certificate: x509.X509Certificate; readonly key: webcrypto.CryptoKey };
type Order = { readonly subject: x509.JsonName; readonly usage: string; readonly hosts: readonly string[] };

async function issueFrom({ options, certificate, key }: Issuer, { subject, usage, hosts }: Order): Promise<IssuedCertificate> {
  const own = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const names = hosts.map((host) => ({ type: isIP(host) === 0 ? ('dns' as const) : ('ip' as const), value: host }));
  const issued = await x509.X509CertificateGenerator.create(
    {
      ...validity(options),
      subject,
      issuer: certificate.subjectName,
      publicKey: own.publicKey,
      signingKey: key,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([usage]),
        await x509.AuthorityKeyIdentifierExtension.create(certificate, false, webcrypto),
        ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
      ],
    },
    webcrypto,
  );
  return { certificate: issued.toString('pem'), key: await privateKeyPem(own.privateKey) };
}

function validity({ now, serialNumber }: AuthorityOptions): {
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
} {
  return { serialNumber: serialNumber(), notBefore: new Date(now - DAY_MS), notAfter: new Date(now + DAYS * DAY_MS) };
}

async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}
