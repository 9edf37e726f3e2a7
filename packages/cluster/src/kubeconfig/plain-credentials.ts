// Certificates, tokens, token files, names and passwords: what needs no program and no library to be sent.

import type { RequestOptions } from 'node:https';
import type { Json, JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { CertificateUnreadable, reasonOf } from '../errors.ts';
import type { CredentialsOptions, EntryCredentials } from './entry-credentials.ts';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';
import { readFile } from './read-file.ts';

type Owner = { readonly owner: string; readonly origin: string };

/** @throws CertificateUnreadable, at once for certificates, at each call for a token file */
export function plainCredentials(entry: KubeconfigEntry, { origin }: Pick<CredentialsOptions, 'origin'>): EntryCredentials {
  const ofUser = { owner: `user ${entry.userName}`, origin };
  const fixed = { ...tlsOptions(entry, { origin }), ...basicAuth(entry.user) };
  return () => {
    const token = tokenOf(entry.user, ofUser);
    return { ...fixed, headers: token === '' ? {} : { Authorization: `Bearer ${token}` } };
  };
}

/** ca, cert, key, servername, rejectUnauthorized. @throws CertificateUnreadable */
function tlsOptions({ cluster, user, clusterName, userName }: KubeconfigEntry, { origin }: { readonly origin: string }): RequestOptions {
  const servername = stringAt(cluster, ['tls-server-name']) ?? '';
  const ca = pem(cluster, { field: 'certificate-authority', owner: `cluster ${clusterName}`, origin });
  const ofUser = { owner: `user ${userName}`, origin };
  const cert = pem(user, { field: 'client-certificate', ...ofUser });
  const key = pem(user, { field: 'client-key', ...ofUser });
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(servername === '' ? {} : { servername }),
    ...(isTrue(cluster['insecure-skip-tls-verify']) ? { rejectUnauthorized: false } : {}),
  };
}

/** Kubeconfig files are read with every scalar as text. */
export function isTrue(value: Json | undefined): boolean {
  return typeof value === 'string' && /^(true|yes|on|y)$/i.test(value);
}

function pem(value: JsonObject, { field, ...from }: Owner & { readonly field: string }): Buffer | undefined {
  const data = stringAt(value, [`${field}-data`]) ?? '';
  if (data !== '') return Buffer.from(data, 'base64');
  const file = stringAt(value, [field]) ?? '';
  return file === '' ? undefined : readNamed(file, { field, ...from });
}

function tokenOf(user: JsonObject, from: Owner): string {
  const file = stringAt(user, ['tokenFile']) ?? '';
  const token = file === '' ? (stringAt(user, ['token']) ?? '') : readNamed(file, { field: 'tokenFile', ...from }).toString('utf8');
  return token.trim();
}

function basicAuth(user: JsonObject): RequestOptions {
  const name = stringAt(user, ['username']) ?? '';
  return name === '' ? {} : { auth: `${name}:${stringAt(user, ['password']) ?? ''}` };
}

function readNamed(file: string, { field, owner, origin }: Owner & { readonly field: string }): Buffer {
  try {
    return readFile(file);
  } catch (error) {
    throw new CertificateUnreadable(`${field} ${file} of ${owner} (${origin}) can not be read: ${reasonOf(error)}`, error);
  }
}
