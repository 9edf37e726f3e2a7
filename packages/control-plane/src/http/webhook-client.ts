// Calls webhooks over HTTPS: on this machine, and where a Service is said to be served. What stands in a configuration that came from
// another cluster is never called there.
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Clock } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import type { WebhookAnswer, WebhookCall, WebhookCaller, WebhookTarget } from '../api/admission/webhooks/webhook-caller.ts';
import { reasonOf } from './dial-reasons.ts';

type ServiceTarget = Extract<WebhookTarget, { kind: 'service' }>;

export type ServiceAddress = { readonly host: string; readonly port: number };

export type WebhookClientOptions = {
  /** Says when a call has taken too long. */
  readonly clock: Clock;
  /** Where a Service of the cluster is to be reached; undefined where nothing serves it. Default: nowhere. */
  readonly findService?: (service: ServiceTarget) => ServiceAddress | undefined;
};

const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

export class WebhookClient implements WebhookCaller {
  readonly #clock: Clock;
  readonly #findService: NonNullable<WebhookClientOptions['findService']>;
  /** By what their connections are checked against. */
  readonly #agents = new Map<string, Agent>();

  constructor({ clock, findService = () => undefined }: WebhookClientOptions) {
    this.#clock = clock;
    this.#findService = findService;
  }

  async call(call: WebhookCall): Promise<WebhookAnswer> {
    const { target, timeoutSeconds, caBundle } = call;
    const named = `${urlOf(target)}?timeout=${timeoutSeconds}s`;
    if (!URL.canParse(named)) return unanswered(named, 'the URL cannot be read');
    if (target.kind === 'url') {
      const dialed = new URL(named);
      if (!isLoopback(dialed.hostname)) return unanswered(named, 'this control plane calls webhooks on loopback addresses only');
      return this.#post(call, { named, dialed, agent: this.#agentFor(caBundle) });
    }
    const address = this.#findService(target);
    if (address === undefined) return unanswered(named, `nothing serves the service ${target.namespace}/${target.name}`);
    const dialed = new URL(`https://${address.host}:${address.port}${target.path}?timeout=${timeoutSeconds}s`);
    return this.#post(call, { named, dialed, agent: this.#agentFor(caBundle, `${target.name}.${target.namespace}.svc`) });
  }

  /** Closes the connections that are kept. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  async #post({ review, timeoutSeconds }: WebhookCall, { named, dialed, agent }: Route): Promise<WebhookAnswer> {
    const body = Buffer.from(formatJson(review));
    const [late, over] = [new AbortController(), new AbortController()];
    this.#clock.after(timeoutSeconds * 1000, { signal: over.signal, purpose: 'progress' }).then(() => late.abort(), ignoreAbort);
    try {
      const incoming = await sent(dialed, { agent, body, signal: late.signal, host: new URL(named).host });
      const [status = 0, contentType = ''] = [incoming.statusCode, incoming.headers['content-type']];
      return { kind: 'answered', status, contentType, text: await textOf(incoming) };
    } catch (error) {
      return unanswered(named, late.signal.aborted ? 'context deadline exceeded' : reasonOf(asError(error), dialed));
    } finally {
      over.abort();
    }
  }

  #agentFor(caBundle: string, servername = ''): Agent {
    const key = `${servername} ${caBundle}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const authority = caBundle === '' ? {} : { ca: Buffer.from(caBundle, 'base64') };
    const agent = new Agent({ keepAlive: true, ...authority, ...(servername === '' ? {} : { servername }) });
    this.#agents.set(key, agent);
    return agent;
  }
}

function urlOf(target: WebhookTarget): string {
  return target.kind === 'url' ? target.url : `https://${target.name}.${target.namespace}.svc:${target.port}${target.path}`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.[0-9]+){3}$/.test(host);
}

function unanswered(url: string, why: string): WebhookAnswer {
  return { kind: 'unanswered', message: `Post ${JSON.stringify(url)}: ${why}` };
}

/** `named`: as messages name it; `dialed`: where the connection goes. */
type Route = { readonly named: string; readonly dialed: URL; readonly agent: Agent };

type Sending = { readonly agent: Agent; readonly body: Buffer; readonly signal: AbortSignal; readonly host: string };

function sent(url: URL, { agent, body, signal, host }: Sending): Promise<IncomingMessage> {
  const headers = {
    Accept: 'application/json, */*',
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'User-Agent': 'kube-apiserver-admission',
    Host: host,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers, signal }, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** @throws Error where it is cut off, or larger than any answer. */
async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > MOST_ANSWER_BYTES) throw new RangeError(`the answer has more than ${MOST_ANSWER_BYTES} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The call was over before its time. */
function ignoreAbort(): void {
  // nothing is left to do
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
