// Requests for certificates: what nobody gets one for, and how they are approved, denied and signed.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { ApiRequest } from '@rectrace/testbed';
import type { CaseHooks } from './case-hooks.ts';
import type { WebhookCase } from './webhook-case.ts';
import { webhookCase } from './webhook-case.ts';

const PATH = '/apis/certificates.k8s.io/v1/certificatesigningrequests';

async function playSubjects(hooks: CaseHooks): Promise<void> {
  for (const name of Object.keys(REQUESTS)) {
    const spec = {
      request: encoded(name),
      signerName: 'kubernetes.io/kube-apiserver-client',
      usages: ['client auth'],
    };
    const answer = await hooks.subject.prepare({ method: 'POST', path: `${PATH}?dryRun=All`, body: { metadata: { name }, spec } });
    hooks.subject.note(name, answer.status === 201 ? 'accepted' : answer.body);
  }
}

const REQUESTS: Readonly<Record<string, string>> = {
  masters: `-----BEGIN CERTIFICATE REQUEST-----
MIHhMIGIAgEAMCYxFzAVBgNVBAoMDnN5c3RlbTptYXN0ZXJzMQswCQYDVQQDDAJt
ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCUitu8c2XfU7woRP9PcIHnx9JSf
KeFDKDr6BVVhWOCgKH+hreNzTt14fvpHHXvNifa+cBg+un1gmzcCev730ECgADAK
BggqhkjOPQQDAgNIADBFAiA+oEOZYCzTKAgUR1uNqqefInbhQf0Ua0HSgDThR8Ib
BgIhAMj4ybivPpbsnsEQucLkfXTsSZcZGK8BvQt1UxAVfidL
-----END CERTIFICATE REQUEST-----
`,
  dev: `-----BEGIN CERTIFICATE REQUEST-----
MIHWMH0CAQAwGzEMMAoGA1UECgwDZGV2MQswCQYDVQQDDAJtZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABDG6VjYzQA59EABbdlSZMAuMviEtnxFHslX9YcPEjgY0
ZPoPgWJgw1qL60ptV3tcjyvfOWmaSy8Y/6wZfCDlsTegADAKBggqhkjOPQQDAgNJ
ADBGAiEAiDK/a1QGIgOsToTA0XmJYUkcQrXh9mnr61C/MEhUkMgCIQDgxR53inab
2v/9Thf+Nqq/UDgeezi+0MNhUMo1qg6chQ==
-----END CERTIFICATE REQUEST-----
`,
};

function condition(type: string, rest: JsonObject = {}): JsonObject {
  return { type, status: 'True', reason: 'Told', ...rest };
}

/** Written one after the other to the subresource. */
const WRITES: readonly (readonly [string, JsonObject])[] = [
  ['', { spec: { usages: ['server auth'] }, status: { conditions: [condition('Approved')] }, metadata: { labels: { a: 'b' } } }],
  ['status', { status: { conditions: [condition('Approved')] } }],
  ['status', { status: { conditions: [condition('Failed')] }, metadata: { labels: { c: 'd' } } }],
  ['approval', { status: { conditions: [condition('Approved')] } }],
  ['approval', { status: { conditions: [condition('Failed'), condition('Approved', { status: 'False' })] } }],
  ['approval', { status: { conditions: [condition('Failed'), condition('Approved'), condition('Denied')] } }],
  ['approval', { status: { conditions: [condition('Failed'), condition('Approved'), condition('Approved')] } }],
  ['approval', { status: { conditions: [condition('Failed'), condition('Approved'), condition('')] } }],
  ['approval', { status: { conditions: [condition('Failed'), condition('Odd', { status: 'Odd' }), { type: 'None' }] } }],
  [
    'approval',
    { status: { conditions: [condition('Failed'), condition('Approved')], certificate: 'eA==' }, metadata: { labels: { e: 'f' } } },
  ],
  ['approval', { status: { conditions: [condition('Failed'), condition('Approved', { message: 'more' })] }, spec: { usages: ['any'] } }],
  ['approval', { status: { conditions: [condition('Failed')] } }],
  ['status', { status: { conditions: [condition('Failed'), condition('Approved', { message: 'changed' }), condition('Mine')] } }],
  ['status', { status: { conditions: [condition('Failed'), condition('Mine')] } }],
];

async function playApprovals(hooks: CaseHooks): Promise<void> {
  const { subject } = hooks;
  const one = `${PATH}/${hooks.namespace}`;
  const spec = {
    request: encoded('dev'),
    signerName: 'example.org/signer',
    usages: ['client auth'],
    username: 'somebody',
    groups: ['else'],
  };
  const status = { conditions: [condition('Approved')] };
  const ask = async (request: ApiRequest): Promise<void> => {
    const answer = await subject.prepare(request);
    subject.note(`${request.method} ${request.path}`, { status: answer.status, body: withoutRequesterUid(answer.body as JsonObject) });
  };
  await ask({ method: 'POST', path: PATH, body: { metadata: { name: hooks.namespace }, spec, status } });
  for (const [subresource, body] of WRITES) {
    await ask({ method: 'PATCH', path: subresource === '' ? one : `${one}/${subresource}`, body });
  }
  await ask({ method: 'GET', path: `${one}/approval` });
  await ask({ method: 'DELETE', path: `${one}/approval` });
  const odd = { ...spec, usages: ['any', 'odd', 'any'], expirationSeconds: 599 };
  await ask({ method: 'POST', path: PATH, body: { metadata: { name: 'odd name' }, spec: odd } });
  await ask({ method: 'POST', path: PATH, body: { metadata: { name: 'odd' }, spec: { ...odd, usages: [] } } });
  await subject.prepare({ method: 'DELETE', path: one });
}

/** The testbed's tokens give their users uids. */
function withoutRequesterUid(body: JsonObject): JsonObject {
  const { spec } = body;
  if (!isJsonObject(spec)) return body;
  const { uid: _uid, ...rest } = spec;
  return { ...body, spec: rest };
}

function encoded(name: string): string {
  return Buffer.from(REQUESTS[name] ?? '').toString('base64');
}

export const CERTIFICATE_CASES: readonly WebhookCase[] = [
  webhookCase('certificates', playSubjects),
  webhookCase('approvals of certificates', playApprovals),
];
