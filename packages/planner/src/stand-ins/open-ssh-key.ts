// A private key as OpenSSH keeps it: 'openssh-key-v1', not encrypted, one key (openssh's PROTOCOL.key; the fields of each kind are those of
// RFC 4253, RFC 5656 and RFC 8709).

import type { JsonWebKey, KeyObject } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';

const MAGIC = Buffer.from('openssh-key-v1\0');
const BLOCK_BYTES = 8;
const CURVES: { readonly [name: string]: string } = { nistp256: 'P-256', nistp384: 'P-384', nistp521: 'P-521' };

/** A fresh key of the kind that another one is; ed25519 where its kind is not known. Both as the body of PEM. */
export function similarOpenSshKey(body: Buffer): Buffer {
  const kind = /ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)/.exec(body.toString('latin1'))?.[0] ?? 'ssh-ed25519';
  return formatOpenSshKey(kind, freshKey(kind));
}

function freshKey(kind: string): KeyObject {
  if (kind === 'ssh-rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const namedCurve = CURVES[kind.replace('ecdsa-sha2-', '')];
  return namedCurve === undefined ? generateKeyPairSync('ed25519').privateKey : generateKeyPairSync('ec', { namedCurve }).privateKey;
}

/** kind: 'ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256' and its like. @internal */
export function formatOpenSshKey(kind: string, key: KeyObject): Buffer {
  const { open, secret } = fieldsOf(kind, key.export({ format: 'jwk' }));
  const publicKey = Buffer.concat([field(kind), ...open.map(field)]);
  // Two equal numbers tell a reader that decrypted it that the passphrase was right.
  const check = Buffer.alloc(BLOCK_BYTES);
  const entry = Buffer.concat([check, field(kind), ...secret.map(field), field('')]);
  const none = [field('none'), field('none'), field('')];
  return Buffer.concat([MAGIC, ...none, number(1), field(publicKey), field(padded(entry))]);
}

type Fields = { readonly open: readonly (Buffer | string)[]; readonly secret: readonly (Buffer | string)[] };

function fieldsOf(kind: string, jwk: JsonWebKey): Fields {
  const part = (name: keyof JsonWebKey): Buffer => Buffer.from(String(jwk[name]), 'base64url');
  if (kind === 'ssh-rsa') {
    const [n, e, d, inverse, p, q] = (['n', 'e', 'd', 'qi', 'p', 'q'] as const).map((name) => positive(part(name))) as Six;
    return { open: [e, n], secret: [n, e, d, inverse, p, q] };
  }
  if (kind === 'ssh-ed25519') return { open: [part('x')], secret: [part('x'), Buffer.concat([part('d'), part('x')])] };
  const curve = kind.replace('ecdsa-sha2-', '');
  const point = Buffer.concat([Buffer.of(4), part('x'), part('y')]);
  return { open: [curve, point], secret: [curve, point, positive(part('d'))] };
}

type Six = [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];

/** A leading zero where the first bit would count as a sign. */
function positive(bytes: Buffer): Buffer {
  return (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]);
}

function field(value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([number(bytes.length), bytes]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function padded(entry: Buffer): Buffer {
  const missing = (BLOCK_BYTES - (entry.length % BLOCK_BYTES)) % BLOCK_BYTES;
  return Buffer.concat([entry, Buffer.from(Array.from({ length: missing }, (_none, index) => index + 1))]);
}
