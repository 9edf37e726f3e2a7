// A certificate with another key: names, validity, serial number and extensions stay, key and signature are of our own, and what identifies keys
// follows them. RFC 5280, section 4.1.

import type { KeyObject } from 'node:crypto';
import { createHash, sign } from 'node:crypto';
import type { Element } from './der.ts';
import { BITS, elementsIn, encode, OBJECT_IDENTIFIER, OCTETS, SEQUENCE } from './der.ts';

/** subjectKey: the public key that the certificate is to be for. issuerKey, issuerPrivateKey: of who signs it. */
export type CertificateKeys = { readonly subjectKey: KeyObject; readonly issuerKey: KeyObject; readonly issuerPrivateKey: KeyObject };

const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const KEY_IDENTIFIER = 0x80;
const SUBJECT_KEY_ID = Buffer.from('551d0e', 'hex');
const AUTHORITY_KEY_ID = Buffer.from('551d23', 'hex');
const NULL = Buffer.of(0x05, 0x00);

/** DER in, DER out. @throws RangeError for what is no certificate */
export function rebuildCertificate(certificate: Buffer, keys: CertificateKeys): Buffer {
  const [body] = elementsIn(contentOf(elementsIn(certificate)[0]));
  const algorithm = algorithmOf(keys.issuerKey);
  const parts = elementsIn(contentOf(body));
  // Version 1 has no version.
  const first = parts[0]?.tag === VERSION ? 1 : 0;
  const written = parts.map((part, index) => {
    if (index === first + 1) return algorithm.identifier;
    if (index === first + 5) return keys.subjectKey.export({ type: 'spki', format: 'der' });
    return part.tag === EXTENSIONS ? encode(EXTENSIONS, extensions(part, keys)) : part.bytes;
  });
  const toSign = encode(SEQUENCE, written);
  const signature = sign(algorithm.hash, toSign, keys.issuerPrivateKey);
  return encode(SEQUENCE, [toSign, algorithm.identifier, encode(BITS, Buffer.concat([Buffer.of(0), signature]))]);
}

function contentOf(element: Element | undefined): Buffer {
  if (element === undefined) throw new RangeError('the certificate is empty');
  return element.content;
}

function extensions(part: Element, keys: CertificateKeys): Buffer {
  const list = elementsIn(contentOf(elementsIn(part.content)[0]));
  return encode(
    SEQUENCE,
    list.map((extension) => extensionWith(extension, keys)),
  );
}

function extensionWith(extension: Element, { subjectKey, issuerKey }: CertificateKeys): Buffer {
  const parts = elementsIn(extension.content);
  const [identifier] = parts;
  if (identifier?.tag !== OBJECT_IDENTIFIER) return extension.bytes;
  const withValue = (value: Buffer): Buffer =>
    encode(
      SEQUENCE,
      parts.map((part) => (part.tag === OCTETS ? encode(OCTETS, value) : part.bytes)),
    );
  if (identifier.content.equals(SUBJECT_KEY_ID)) return withValue(encode(OCTETS, keyIdentifier(subjectKey)));
  if (identifier.content.equals(AUTHORITY_KEY_ID)) return withValue(encode(SEQUENCE, encode(KEY_IDENTIFIER, keyIdentifier(issuerKey))));
  return extension.bytes;
}

/** The SHA-1 of the bits of the public key (RFC 5280, section 4.2.1.2). */
function keyIdentifier(key: KeyObject): Buffer {
  const [whole] = elementsIn(key.export({ type: 'spki', format: 'der' }));
  const bits = elementsIn(contentOf(whole))[1];
  return createHash('sha1').update(contentOf(bits).subarray(1)).digest();
}

type Algorithm = { readonly identifier: Buffer; readonly hash: string | null };

/** ecdsa-with-SHA256, sha256WithRSAEncryption; the Edwards curves hash themselves. */
function algorithmOf(key: KeyObject): Algorithm {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return { identifier: identifierOf('2a864886f70d01010b', [NULL]), hash: 'sha256' };
    case 'ed25519':
      return { identifier: identifierOf('2b6570', []), hash: null };
    case 'ed448':
      return { identifier: identifierOf('2b6571', []), hash: null };
    default:
      return { identifier: identifierOf('2a8648ce3d040302', []), hash: 'sha256' };
  }
}

function identifierOf(hex: string, parameters: readonly Buffer[]): Buffer {
  return encode(SEQUENCE, [encode(OBJECT_IDENTIFIER, Buffer.from(hex, 'hex')), ...parameters]);
}
