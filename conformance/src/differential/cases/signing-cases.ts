// What is refused in requests for certificates, dry.
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';

const ROW = 27;
const PATH = '/apis/certificates.k8s.io/v1/certificatesigningrequests?dryRun=All';
const pem = (type: string): string => Buffer.from(`-----BEGIN ${type}-----\nbm9uZQ==\n-----END ${type}-----\n`).toString('base64');

const SPECS: Readonly<Record<string, object>> = {
  'no PEM': { request: Buffer.from('none').toString('base64') },
  'no request': { request: '' },
  'another block': { request: pem('CERTIFICATE') },
  'another block first': { request: Buffer.from(`${atob(pem('CERTIFICATE'))}${atob(pem('CERTIFICATE REQUEST'))}`).toString('base64') },
  'no signer': { request: '', signerName: '' },
  'a signer without a path': { request: '', signerName: 'example.org' },
  'a signer with two paths': { request: '', signerName: 'example.org/a/b' },
  'a signer of one label': { request: '', signerName: 'example/a' },
  'a signer with odd labels': { request: '', signerName: 'Example.org/A_b.c' },
  'a signer that is too long': { request: '', signerName: `${'a.'.repeat(130)}org/${'b'.repeat(330)}` },
  'the signer of old': { request: '', signerName: 'kubernetes.io/legacy-unknown' },
};

export const SIGNING_CASES: readonly DifferentialCase[] = [
  differentialCase(ROW, 'requests for certificates that are none', async (subject, namespace) => {
    for (const spec of Object.values(SPECS)) {
      const body = { metadata: { name: `${namespace}-csr` }, spec: { signerName: 'example.org/signer', usages: ['client auth'], ...spec } };
      await subject.ask({ method: 'POST', path: PATH, body });
    }
  }),
];
