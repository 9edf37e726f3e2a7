// Certificates for tests: one authority, and what it signs.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { BITS, encode, OBJECT_IDENTIFIER, OCTETS, SEQUENCE } from '../stand-ins/der.ts';
import { formatPem } from '../stand-ins/pem.ts';
import { rebuildCertificate } from '../stand-ins/rebuild-certificate.ts';

const SET = 0x31;
const INTEGER = 0x02;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const COMMON_NAME = '550403';

export const authorityKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const AUTHORITY = pem(authorityKey.publicKey, 'Test authority', []);

/** PEM, for that name and `*.NAME`. */
export function issueCertificate(publicKey: KeyObject, name: string): string {
  const names = encode(SEQUENCE, [encode(0x82, Buffer.from(name)), encode(0x82, Buffer.from(`*.${name}`))]);
  return pem(publicKey, name, [
    extension('551d11', names),
    extension('551d0e', encode(OCTETS, Buffer.alloc(20))),
    extension('551d23', encode(SEQUENCE, encode(0x80, Buffer.alloc(20)))),
    extension('551d25', encode(SEQUENCE, oid('2b06010505070301'))),
  ]);
}

function pem(subjectKey: KeyObject, name: string, extensions: readonly Buffer[]): string {
  const unsigned = encode(SEQUENCE, [
    body(subjectKey, name, extensions),
    encode(SEQUENCE, oid('2a8648ce3d040302')),
    encode(BITS, Buffer.of(0)),
  ]);
  const keys = { subjectKey, issuerKey: authorityKey.publicKey, issuerPrivateKey: authorityKey.privateKey };
  return `${formatPem('CERTIFICATE', rebuildCertificate(unsigned, keys))}\n`;
}

function body(key: KeyObject, name: string, extensions: readonly Buffer[]): Buffer {
  return encode(SEQUENCE, [
    encode(0xa0, encode(INTEGER, Buffer.of(2))),
    encode(INTEGER, Buffer.from('11223344', 'hex')),
    encode(SEQUENCE, oid('2a8648ce3d040302')),
    nameOf('Test authority'),
    encode(SEQUENCE, [encode(UTC_TIME, Buffer.from('260101000000Z')), encode(UTC_TIME, Buffer.from('360101000000Z'))]),
    nameOf(name),
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length === 0 ? [] : [encode(0xa3, encode(SEQUENCE, extensions))]),
  ]);
}

function nameOf(name: string): Buffer {
  return encode(SEQUENCE, encode(SET, encode(SEQUENCE, [oid(COMMON_NAME), encode(UTF8, Buffer.from(name))])));
}

function extension(identifier: string, value: Buffer): Buffer {
  return encode(SEQUENCE, [oid(identifier), encode(OCTETS, value)]);
}

function oid(hex: string): Buffer {
  return encode(OBJECT_IDENTIFIER, Buffer.from(hex, 'hex'));
}
