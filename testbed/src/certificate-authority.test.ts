import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CertificateAuthority, createCertificateAuthority, openCertificateAuthority } from './certificate-authority.ts';

let folder: string;
let ca: CertificateAuthority;
let root: X509Certificate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificate-authority-'));
  ca = await createCertificateAuthority(join(folder, 'pki'));
  root = new X509Certificate(await readFile(ca.certificateFile));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a serving certificate is good for its names and addresses and no others', async () => {
  const certificate = new X509Certificate((await ca.issueServing(['127.0.0.1', 'localhost'])).certificate);
  expect(certificate.verify(root.publicKey)).toBe(true);
  expect([certificate.checkIP('127.0.0.1'), certificate.checkHost('localhost'), certificate.checkHost('elsewhere')]).toEqual([
    '127.0.0.1',
    'localhost',
    undefined,
  ]);
});

test('a client certificate carries user and groups', async () => {
  const { certificate } = await ca.issueClient('we,ird=+name', ['system:masters', 'a b']);
  const { subject } = new X509Certificate(certificate);
  expect(subject.split('\n')).toEqual(['CN=we\\,ird=\\+name', 'O=system:masters', 'O=a b']);
});

test('a name that the certificate would not carry as it is is refused', async () => {
  await expect(ca.issueClient('a', ['"b"'])).rejects.toMatchObject({ code: 'USAGE', message: 'no certificate can be issued for "b"' });
  await expect(ca.issueClient('#a', [])).rejects.toMatchObject({ code: 'USAGE' });
});

test('another process that opens the folder signs with the same key, which only its owner may read', async () => {
  const opened = await openCertificateAuthority(join(folder, 'pki'));
  const certificate = new X509Certificate((await opened.issueClient('later', [])).certificate);
  expect(certificate.verify(root.publicKey)).toBe(true);
  expect((await stat(ca.keyFile)).mode & 0o777).toBe(0o600);
});
