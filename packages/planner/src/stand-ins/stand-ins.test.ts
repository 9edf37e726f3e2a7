import type { KeyObject } from 'node:crypto';
import { createPrivateKey, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import type { JsonObject } from '@rectrace/kube';
import { listAt, valueAt } from '@rectrace/kube';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AUTHORITY, authorityKey, issueCertificate } from '../testing/certificates.ts';
import { formatOpenSshKey } from './open-ssh-key.ts';
import { formatPem, pemBlocks } from './pem.ts';
import { StandIns } from './stand-ins.ts';

const KEY = new Uint8Array(32).fill(7);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const plain = (text: unknown): string => Buffer.from(String(text), 'base64').toString();

function secret(data: { readonly [key: string]: string }, more: JsonObject = {}): JsonObject {
  const packed = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)]));
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'shop' }, type: 'Opaque', data: packed, ...more };
}

function replace(...objects: readonly JsonObject[]): readonly JsonObject[] {
  return new StandIns(KEY).replaceAll(objects);
}

function dataOf(object: JsonObject | undefined, key: string): string {
  return plain(valueAt(object, ['data', key]));
}

function keyOf(kind: string): KeyObject {
  if (kind === 'ssh-rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return kind === 'ssh-ed25519' ? generateKeyPairSync('ed25519').privateKey : generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
}

/** Cipher, key derivation and its options, then the public and the private part. */
function openSshFields(body: Buffer): readonly string[] {
  const fields: string[] = [];
  for (let at = 'openssh-key-v1\0'.length; at < body.length; ) {
    const length = body.readUInt32BE(at);
    // The number of keys stands between without a length of its own.
    if (fields.length === 3 && length === 1) at += 4;
    const end = at + 4 + body.readUInt32BE(at);
    fields.push(body.subarray(at + 4, end).toString('latin1'));
    at = end;
  }
  return fields;
}

/** The stand-in of a value. */
function similar(value: string): string {
  return dataOf(replace(secret({ value }))[0], 'value');
}

describe('texts', () => {
  test.each([
    ['a password', 'Tr0ub4dor&3-correct.Horse', /^[A-Z][a-z]\d[a-z]{2}\d[a-z]{3}[!$%&*+?^~]\d-[a-z]{7}\.[A-Z][a-z]{4}$/],
    [
      'a user and an address',
      'postgres://admin:s3cret@db.shop.svc:5432/orders?sslmode=require',
      /^postgres:\/\/[a-z]{5}:[a-z]\d[a-z]{4}@[a-z]{2}\.[a-z]{4}\.[a-z]{3}:[1-4]\d{3}\/[a-z]{6}[!$%&*+?^~][a-z]{7}=[a-z]{7}$/,
    ],
    ['hexadecimal', 'deadbeefcafe0123456789', /^[0-9a-f]{22}$/],
    ['base32', 'JBSWY3DPEHPK3PXP', /^[A-Z2-7]{16}$/],
    ['base64', 'aGVsbG8gd29ybGQsIGl0J3MgbWU=', /^[A-Za-z0-9+/]{27}=$/],
    ['letters of other alphabets', 'grüße-密码', /^[a-z]{2}[à-ÿ][à-ÿ][a-z]-[一-鿿]{2}$/],
    ['lines', 'one two\nthree\n', /^[a-z]{3} [a-z]{3}\n[a-z]{5}\n$/],
  ])('%s keeps length and kinds of characters', (_title, value, form) => {
    expect(similar(value)).toMatch(form);
    expect(similar(value)).not.toBe(value);
  });

  test.each(['', 'true', 'false'])('%j stays', (value) => expect(similar(value)).toBe(value));

  test('equal values get equal stand-ins in a snapshot, and others in another one', () => {
    const [one, other] = replace(secret({ a: 'hunter2hunter2' }), secret({ b: 'hunter2hunter2', c: 'hunter3hunter3' }));
    expect(dataOf(one, 'a')).toBe(dataOf(other, 'b'));
    expect(dataOf(one, 'a')).not.toBe(dataOf(other, 'c'));
    const [again] = new StandIns(new Uint8Array(32).fill(8)).replaceAll([secret({ a: 'hunter2hunter2' })]);
    expect(dataOf(again, 'a')).not.toBe(dataOf(one, 'a'));
  });

  test('what is no text becomes as many bytes', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0, 1, 2, 0x80]);
    const [replaced] = replace({ ...secret({}), data: { raw: bytes.toString('base64') } });
    const found = Buffer.from(String(valueAt(replaced, ['data', 'raw'])), 'base64');
    expect([found.length, found.equals(bytes)]).toEqual([bytes.length, false]);
  });
});

test('nothing of a secret is left in its stand-in, whatever it looks like', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcxyzABCXYZ0189'), minLength: 12, maxLength: 40 });
  fc.assert(
    fc.property(letters, (value) => {
      const found = similar(value);
      expect(found).toHaveLength(value.length);
      const left = [...value].filter((letter, index) => found[index] === letter).length;
      expect(left).toBeLessThan(value.length * 0.75);
    }),
  );
});

describe('texts that programs parse', () => {
  test('the login of a registry: hosts stay, and all three fields agree', () => {
    const login = { username: 'robot', password: 'p4ssw0rd', auth: base64('robot:p4ssw0rd') };
    const found = JSON.parse(similar(JSON.stringify({ auths: { 'registry.example.com': login } })));
    const { username, password, auth } = found.auths['registry.example.com'];
    expect(username).toMatch(/^[a-z]{5}$/);
    expect(plain(auth)).toBe(`${username}:${password}`);
    expect(JSON.stringify(found)).not.toMatch(/robot|p4ssw0rd/);
  });

  test('JSON keeps keys, lists and kinds of values', () => {
    const found = JSON.parse(similar('{"user":"root","ports":[5432,8080],"tls":true,"none":null,"deep":{"token":"abcdef"}}'));
    expect(found).toEqual({
      user: expect.stringMatching(/^[a-z]{4}$/),
      ports: [expect.any(Number), expect.any(Number)],
      tls: true,
      none: null,
      deep: { token: expect.stringMatching(/^[a-z]{6}$/) },
    });
    expect(found.user).not.toBe('root');
  });

  test('YAML keeps its keys and what it is a document of, and loses its comments', () => {
    const config = `# secret: hunter2\napiVersion: v1\nkind: Config\nusers:\n- name: admin\n  user:\n    token: abcdefgh # old: hunter2\n`;
    expect(similar(config)).toMatch(/^apiVersion: v1\nkind: Config\nusers:\n {2}- name: [a-z]{5}\n {4}user:\n {6}token: [a-z]{8}\n$/);
  });

  test('settings keep their names', () => {
    expect(similar('[client]\nuser=root\npassword = hunter2\n')).toMatch(/^\[client\]\nuser=[a-z]{4}\npassword = [a-z]{6}\d\n$/);
  });

  test('a token stays one: its head and times, and whose it is where it is the token of an account', () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const header = { alg: 'RS256', kid: 'key-1' };
    const claims = { iss: 'https://id.example.com', email: 'me@example.com', exp: 1_900_000_000 };
    const account = {
      iss: 'kubernetes/serviceaccount',
      sub: 'system:serviceaccount:shop:web',
      'kubernetes.io/serviceaccount/namespace': 'shop',
    };
    for (const [payload, kept] of [
      [claims, { exp: claims.exp }],
      [account, account],
    ] as const) {
      const token = [part(header), part(payload), 'c2lnbmF0dXJl'].join('.');
      const [head = '', middle = '', signature = ''] = similar(token).split('.');
      expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual(header);
      expect(JSON.parse(Buffer.from(middle, 'base64url').toString())).toMatchObject(kept);
      expect(signature).toMatch(/^[\w-]{12}$/);
      expect(signature).not.toBe('c2lnbmF0dXJl');
    }
    expect(similar([part(header), part(claims), 'c2ln'].join('.'))).not.toContain(part(claims));
  });
});

describe('certificates and keys', () => {
  const kinds = [
    ['rsa', () => generateKeyPairSync('rsa', { modulusLength: 2048 }), 'pkcs1', 'RSA PRIVATE KEY'],
    ['rsa, as PKCS 8', () => generateKeyPairSync('rsa', { modulusLength: 2048 }), 'pkcs8', 'PRIVATE KEY'],
    ['an elliptic curve', () => generateKeyPairSync('ec', { namedCurve: 'P-384' }), 'sec1', 'EC PRIVATE KEY'],
    ['ed25519', () => generateKeyPairSync('ed25519'), 'pkcs8', 'PRIVATE KEY'],
  ] as const;

  test.each(kinds)('a pair of %s: same names, another key that fits', (_title, make, type, label) => {
    const pair = make();
    const certificate = issueCertificate(pair.publicKey, 'web.shop.svc');
    const key = String(pair.privateKey.export({ type, format: 'pem' } as never));
    const [found, config] = replace(
      secret({ 'tls.crt': `${certificate}${AUTHORITY}`, 'tls.key': key, 'ca.crt': AUTHORITY }, { type: 'kubernetes.io/tls' }),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { ca: AUTHORITY, text: 'kept' } },
    );
    const [old, replaced] = [new X509Certificate(certificate), new X509Certificate(dataOf(found, 'tls.crt'))];
    expect([
      replaced.subject,
      replaced.issuer,
      replaced.subjectAltName,
      replaced.serialNumber,
      replaced.validTo,
      replaced.keyUsage,
    ]).toEqual([old.subject, old.issuer, old.subjectAltName, old.serialNumber, old.validTo, old.keyUsage]);
    expect(replaced.publicKey.asymmetricKeyDetails).toEqual(old.publicKey.asymmetricKeyDetails);
    expect(replaced.publicKey.equals(old.publicKey)).toBe(false);
    expect(dataOf(found, 'tls.key')).toContain(`-----BEGIN ${label}-----`);
    expect(replaced.checkPrivateKey(createPrivateKey(dataOf(found, 'tls.key')))).toBe(true);
    const authority = new X509Certificate(dataOf(found, 'ca.crt'));
    expect([replaced.checkIssued(authority), replaced.verify(authority.publicKey), authority.verify(authority.publicKey)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(valueAt(config, ['data', 'ca'])).toBe(dataOf(found, 'ca.crt'));
    expect(valueAt(config, ['data', 'text'])).toBe('kept');
  });

  test('the caBundle of a webhook is that of the certificate that stands in for its server’s', () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const own = issueCertificate(pair.publicKey, 'hook.shop.svc');
    const key = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const webhook = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'hook' },
      webhooks: [
        { name: 'a', clientConfig: { caBundle: base64(AUTHORITY) } },
        { name: 'b', clientConfig: { caBundle: base64(own) } },
      ],
    };
    const [serving, config] = replace(secret({ 'tls.crt': own, 'tls.key': key }), webhook);
    const bundles = listAt(config, ['webhooks']).map((hook) => plain(valueAt(hook, ['clientConfig', 'caBundle'])));
    expect(bundles[1]?.trim()).toBe(dataOf(serving, 'tls.crt').trim());
    const [authority, leaf] = bundles.map((bundle) => new X509Certificate(bundle));
    expect(authority?.publicKey.equals(authorityKey.publicKey)).toBe(false);
    expect(leaf?.verify((authority as X509Certificate).publicKey)).toBe(true);
  });

  test('an authority that signed in the snapshot and is not in it: well-formed, though nobody can verify it', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const found = new X509Certificate(similar(issueCertificate(publicKey, 'web')));
    expect(found.issuer).toBe(new X509Certificate(AUTHORITY).subject);
    expect(found.verify(authorityKey.publicKey)).toBe(false);
  });

  test.each(['ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp384'])('a key of OpenSSH stays one of its kind: %s', (kind) => {
    const block = `${formatPem('OPENSSH PRIVATE KEY', formatOpenSshKey(kind, keyOf(kind)))}\n`;
    const found = similar(block);
    expect(found).not.toBe(block);
    const fields = openSshFields(pemBlocks(found)[0]?.body ?? Buffer.alloc(0));
    expect(fields.slice(0, 3)).toEqual(['none', 'none', '']);
    expect(fields[3]).toContain(kind);
  });

  test('a block that nobody can read keeps its label and length', () => {
    const block = `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${Buffer.alloc(48, 3).toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
    const found = similar(block);
    expect(found).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n[A-Za-z0-9+/]{64}\n-----END ENCRYPTED PRIVATE KEY-----\n$/);
    expect(found).not.toBe(block);
  });

  test('keys sign as before', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const found = createPrivateKey(similar(String(privateKey.export({ type: 'pkcs8', format: 'pem' }))));
    expect(() => sign(null, Buffer.from('x'), found)).not.toThrow();
    expect(verify(null, Buffer.from('x'), privateKey, sign(null, Buffer.from('x'), found))).toBe(false);
  });
});

describe('where secrets stand beside Secrets', () => {
  test('variables, arguments and URLs of a pod spec stay usable, and equal ones equal', () => {
    const template = {
      spec: {
        containers: [
          {
            name: 'web',
            image: 'example.org/web:1',
            env: [
              { name: 'DB_PASSWORD', value: 'hunter2hunter2' },
              { name: 'DB_URL', value: 'postgres://app:hunter2hunter2@db/orders' },
              { name: 'MODE', value: 'fast' },
              { name: 'FROM_SECRET', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
            ],
            args: ['--token=abcdefgh', '--level', 'debug'],
          },
        ],
      },
    };
    const [deployment, pod, found] = replace(
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { template } },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, ...template },
      secret({ password: 'hunter2hunter2' }),
    );
    const [container] = listAt(pod, ['spec', 'containers']);
    const value = dataOf(found, 'password');
    expect(container).toEqual({
      name: 'web',
      image: 'example.org/web:1',
      env: [
        { name: 'DB_PASSWORD', value },
        { name: 'DB_URL', value: `postgres://app:${value}@db/orders` },
        { name: 'MODE', value: 'fast' },
        { name: 'FROM_SECRET', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      ],
      args: [expect.stringMatching(/^--token=[a-z]{8}$/), '--level', 'debug'],
    });
    expect(valueAt(container, ['args'])).not.toContain('--token=abcdefgh');
    expect(valueAt(deployment, ['spec', 'template', 'spec'])).toEqual(pod?.['spec']);
  });

  test('the last-applied annotation of a Secret says what its data say', () => {
    const applied = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Secret',
      data: { k: base64('hunter2hunter2') },
      stringData: { l: 'line one\nline two' },
    });
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': `${applied}\n` };
    const [found] = replace(secret({ k: 'hunter2hunter2', l: 'line one\nline two' }, { metadata: { name: 's', annotations } }));
    const left = valueAt(found, ['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration']);
    const again = JSON.parse(String(left));
    expect([plain(again.data.k), again.stringData.l]).toEqual([dataOf(found, 'k'), dataOf(found, 'l')]);
    expect(JSON.stringify(found)).not.toMatch(/hunter2|line one/);
  });

  test('a number stays a number', () => {
    const [found] = replace({ apiVersion: 'example.com/v1', kind: 'Db', metadata: { name: 'd' }, spec: { password: 12_345_678 } });
    const password = valueAt(found, ['spec', 'password']);
    expect(password).toEqual(expect.any(Number));
    expect(password).not.toBe(12_345_678);
  });

  test('beside the token of an account its namespace stays', () => {
    const [found] = replace(secret({ token: 'abc.def.ghi-jkl', namespace: 'shop' }, { type: 'kubernetes.io/service-account-token' }));
    expect(dataOf(found, 'namespace')).toBe('shop');
    expect(dataOf(found, 'token')).not.toBe('abc.def.ghi-jkl');
  });

  test('an object without a secret stays the same value', () => {
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { mode: 'fast' } };
    expect(replace(config)[0]).toBe(config);
  });
});
