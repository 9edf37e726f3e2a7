// A certificate that is its own authority, where nothing is left of the one that it stands in for but a name.

import { BITS, encode, OBJECT_IDENTIFIER, OCTETS, SEQUENCE } from './der.ts';
import type { FreshPair } from './fresh-keys.ts';
import { formatPem } from './pem.ts';
import { rebuildCertificate } from './rebuild-certificate.ts';

const SET = 0x31;
const INTEGER = 0x02;
const TEXT = 0x0c;
const GENERALIZED_TIME = 0x18;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;
const VERSION_3 = Buffer.of(2);
const SERIAL_NUMBER = Buffer.of(1);
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';
const YEAR_MS = 365 * 86_400_000;

/** PEM, good for ten years. name: its common name, and the DNS name that it is for. now: milliseconds since the epoch. */
export function selfSignedCertificate(pair: FreshPair, { name, now }: { readonly name: string; readonly now: number }): string {
  const names = encode(SEQUENCE, encode(SET, encode(SEQUENCE, [identifier(COMMON_NAME), encode(TEXT, Buffer.from(name))])));
  const body = encode(SEQUENCE, [
    encode(VERSION, encode(INTEGER, VERSION_3)),
    encode(INTEGER, SERIAL_NUMBER),
    encode(SEQUENCE, []),
    names,
    encode(SEQUENCE, [time(now - YEAR_MS), time(now + 10 * YEAR_MS)]),
    names,
    encode(SEQUENCE, []),
    encode(EXTENSIONS, encode(SEQUENCE, alternativeName(name))),
  ]);
  const unsigned = encode(SEQUENCE, [body, encode(SEQUENCE, []), encode(BITS, [])]);
  const keys = { subjectKey: pair.publicKey, issuerKey: pair.publicKey, issuerPrivateKey: pair.privateKey };
  return `${formatPem('CERTIFICATE', rebuildCertificate(unsigned, keys))}\n`;
}

function alternativeName(name: string): Buffer {
  return encode(SEQUENCE, [identifier(SUBJECT_ALT_NAME), encode(OCTETS, encode(SEQUENCE, encode(DNS_NAME, Buffer.from(name))))]);
}

function identifier(hex: string): Buffer {
  return encode(OBJECT_IDENTIFIER, Buffer.from(hex, 'hex'));
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return encode(GENERALIZED_TIME, Buffer.from(digits));
}
