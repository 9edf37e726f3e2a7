import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { WebhookCall } from '../api/admission/webhooks/webhook-caller.ts';
import { createCertificateAuthority } from './certificates.ts';
import { WebhookClient } from './webhook-client.ts';

const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, { signal }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('aborted'));
      });
    }),
};

type Served = { readonly port: number; readonly caBundle: string; readonly [Symbol.asyncDispose]: () => Promise<void> };

async function serve(hosts: readonly string[], listener: RequestListener): Promise<Served> {
  const authority = await createCertificateAuthority({ now: Date.now(), serialNumber: () => '1' });
  const { certificate, key } = await authority.issueServing(hosts);
  const server: Server = createServer({ cert: certificate, key }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    caBundle: btoa(authority.certificate),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function callTo(url: string, caBundle: string): WebhookCall {
  return { target: { kind: 'url', url }, caBundle, timeoutSeconds: 1, review: { kind: 'AdmissionReview' } };
}

test('a review is posted as JSON, with the time it may take, and the answer comes back as it is', async () => {
  await using served = await serve(['127.0.0.1'], async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const seen = { method, url, type: headers['content-type'], body: await bodyOf(incoming) };
    outgoing.writeHead(418, { 'Content-Type': 'text/plain' }).end(JSON.stringify(seen));
  });
  const client = new WebhookClient({ clock: systemClock });
  const answer = await client.call(callTo(`https://127.0.0.1:${served.port}/hook`, served.caBundle));
  const seen = { method: 'POST', url: '/hook?timeout=1s', type: 'application/json', body: '{"kind":"AdmissionReview"}' };
  expect(answer).toEqual({ kind: 'answered', status: 418, contentType: 'text/plain', text: JSON.stringify(seen) });
  client.close();
});

test('a service is reached where it is served, under its own name', async () => {
  await using served = await serve(['hook.ns.svc'], (incoming, outgoing) => void outgoing.end(incoming.headers.host));
  const client = new WebhookClient({
    clock: systemClock,
    findService: ({ name }) => (name === 'hook' ? { host: '127.0.0.1', port: served.port } : undefined),
  });
  const call = (name: string): WebhookCall => ({
    ...callTo('', served.caBundle),
    target: { kind: 'service', namespace: 'ns', name, port: 443, path: '/x' },
  });
  expect(await client.call(call('hook'))).toMatchObject({ kind: 'answered', text: 'hook.ns.svc' });
  expect(await client.call(call('other'))).toEqual({
    kind: 'unanswered',
    message: 'Post "https://other.ns.svc:443/x?timeout=1s": nothing serves the service ns/other',
  });
  client.close();
});

test('who does not answer is told in the words of the API server', async () => {
  await using silent = await serve(['127.0.0.1'], () => undefined);
  await using misnamed = await serve(['example.org'], (_incoming, outgoing) => void outgoing.end());
  const client = new WebhookClient({ clock: systemClock });
  const messageOf = async (url: string, caBundle: string): Promise<string> => {
    const answer = await client.call(callTo(url, caBundle));
    return answer.kind === 'unanswered' ? answer.message : answer.text;
  };
  const [slow, wrong] = [`https://127.0.0.1:${silent.port}/a`, `https://127.0.0.1:${misnamed.port}`];
  expect(await messageOf(slow, silent.caBundle)).toBe(`Post "${slow}?timeout=1s": context deadline exceeded`);
  expect(await messageOf(slow, misnamed.caBundle)).toBe(
    `Post "${slow}?timeout=1s": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
  );
  expect(await messageOf(wrong, misnamed.caBundle)).toBe(
    `Post "${wrong}?timeout=1s": tls: failed to verify certificate: x509: cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs`,
  );
  expect(await messageOf('https://192.0.2.1/a', '')).toBe(
    'Post "https://192.0.2.1/a?timeout=1s": this control plane calls webhooks on loopback addresses only',
  );
  await misnamed[Symbol.asyncDispose]();
  expect(await messageOf(wrong, misnamed.caBundle)).toBe(
    `Post "${wrong}?timeout=1s": dial tcp 127.0.0.1:${misnamed.port}: connect: connection refused`,
  );
  client.close();
});
