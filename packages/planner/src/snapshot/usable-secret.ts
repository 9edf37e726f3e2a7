// Secrets of a recording hold digests. What reads them has to find the form that it expects, so something of that form is put in their place.

import { generateKeyPairSync } from 'node:crypto';
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, stringAt } from '@rectrace/kube';
import { selfSignedCertificate } from '../stand-ins/self-signed-certificate.ts';

/** What recordings of both versions write: version 1 by hand, version 2 by redaction. */
const REDACTED = /^(?:REDACTED|<redacted:[^<>]*>)$/;

/** The object itself where it is no Secret, or holds no digest. now: milliseconds since the epoch. */
export function usableSecret(object: JsonObject, now: number): JsonObject {
  const { kind, data } = object;
  if (kind !== 'Secret' || !isJsonObject(data)) return object;
  const redacted = Object.keys(data).filter((key) => isRedacted(data[key]));
  if (redacted.length === 0) return object;
  const forms = formsOf(object, now);
  const replaced = Object.fromEntries(redacted.map((key) => [key, base64(forms[key]?.() ?? String(data[key]))]));
  return { ...object, data: { ...data, ...replaced } };
}

type Forms = { readonly [key: string]: () => string };

/** By key, of the Secret's type. */
function formsOf(object: JsonObject, now: number): Forms {
  const name = stringAt(object, ['metadata', 'name']) ?? '';
  switch (stringAt(object, ['type'])) {
    case 'kubernetes.io/tls': {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const certificate = selfSignedCertificate(pair, { name, now });
      const key = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
      return { 'tls.crt': () => certificate, 'ca.crt': () => certificate, 'tls.key': () => key };
    }
    case 'kubernetes.io/dockerconfigjson':
      return { '.dockerconfigjson': () => '{"auths":{}}' };
    case 'kubernetes.io/dockercfg':
      return { '.dockercfg': () => '{}' };
    case 'kubernetes.io/ssh-auth':
      return { 'ssh-privatekey': () => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })) };
    case 'kubernetes.io/service-account-token':
      return { namespace: () => stringAt(object, ['metadata', 'namespace']) ?? '' };
    default:
      return {};
  }
}

function isRedacted(value: Json | undefined): boolean {
  return typeof value === 'string' && REDACTED.test(value);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
