// A webhook server on loopback that both servers under comparison call: scripted answers, and the record of what was asked.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificateAuthority } from '@rectrace/control-plane';
import type { JsonObject } from '@rectrace/kube';

/** What a webhook does with a review: the response of an answer that is as it should be, or the bytes of one that is not. */
export type WebhookBehaviour = (request: JsonObject) => WebhookReply;

export type WebhookReply =
  | { readonly kind: 'response'; readonly response: JsonObject }
  | { readonly kind: 'raw'; readonly status: number; readonly contentType: string; readonly text: string }
  /** Never answers. */
  | { readonly kind: 'silence' };

export type AskedReview = { readonly path: string; readonly review: JsonObject };

export interface WebhookServer {
  readonly port: number;
  /** Base64 of the PEM of the authority that it is to be trusted by. */
  readonly caBundle: string;
  /** What was asked since the last call, in order. */
  takeAsked(): readonly AskedReview[];
  /** Replaces all behaviours; a path that has none answers 404. */
  behave(behaviours: Readonly<Record<string, WebhookBehaviour>>): void;
  stop(): Promise<void>;
}

export async function startWebhookServer(): Promise<WebhookServer> {
  const authority = await createCertificateAuthority({ now: Date.now(), serialNumber: () => '10' });
  const { certificate, key } = await authority.issueServing(['127.0.0.1', 'localhost']);
  let asked: AskedReview[] = [];
  let behaviours: Readonly<Record<string, WebhookBehaviour>> = {};
  const server = createServer({ cert: certificate, key }, async (incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/^\//, '');
    const review = JSON.parse(await bodyOf(incoming)) as JsonObject;
    asked.push({ path, review });
    answer(outgoing, review, behaviours[path.replace(/\?.*/, '')]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    caBundle: Buffer.from(authority.certificate).toString('base64'),
    takeAsked: () => {
      const taken = asked;
      asked = [];
      return taken;
    },
    behave: (next) => {
      behaviours = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(outgoing: ServerResponse, review: JsonObject, behaviour: WebhookBehaviour | undefined): void {
  const request = review['request'] as JsonObject;
  const reply = behaviour?.(request) ?? { kind: 'raw', status: 404, contentType: 'text/plain', text: 'nothing here' };
  if (reply.kind === 'silence') return;
  if (reply.kind === 'raw') {
    outgoing.writeHead(reply.status, { 'Content-Type': reply.contentType }).end(reply.text);
    return;
  }
  const { apiVersion = '', kind = '' } = review;
  const response = { uid: request['uid'] ?? '', ...reply.response };
  outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ apiVersion, kind, response }));
}

export function allow(): WebhookReply {
  return { kind: 'response', response: { allowed: true } };
}

export function patch(operations: unknown, rest: JsonObject = {}): WebhookReply {
  const bytes = typeof operations === 'string' ? operations : JSON.stringify(operations);
  return {
    kind: 'response',
    response: { allowed: true, patchType: 'JSONPatch', patch: Buffer.from(bytes).toString('base64'), ...rest },
  };
}

export function deny(status?: JsonObject, rest: JsonObject = {}): WebhookReply {
  return { kind: 'response', response: { allowed: false, ...(status === undefined ? {} : { status }), ...rest } };
}

export function raw(status: number, text: string, contentType = 'application/json'): WebhookReply {
  return { kind: 'raw', status, text, contentType };
}
