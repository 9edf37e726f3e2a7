import type { RequestOptions } from 'node:https';
import { Agent } from 'node:https';
import { gzipSync } from 'node:zlib';
import { realClock } from '@rectrace/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClusterError } from '../errors.ts';
import { LocalServer } from '../testing/local-server.ts';
import type { Credentials } from './https-transport.ts';
import { httpsTransport } from './https-transport.ts';
import { requestLog } from './request-log.ts';
import type { Transport } from './transport.ts';

let server: LocalServer;
let agent: Agent;
const lines: string[] = [];

beforeEach(async () => {
  server = await LocalServer.start();
  agent = new Agent({ keepAlive: true });
  lines.length = 0;
});

afterEach(async () => {
  agent.destroy();
  await server[Symbol.asyncDispose]();
});

type Made = {
  readonly url?: string;
  readonly verbosity?: number;
  readonly timeoutMs?: number;
  readonly credentials?: Partial<Credentials>;
  readonly tls?: RequestOptions;
};

function make({ url = server.url, verbosity = 0, timeoutMs = 5_000, credentials = {}, tls = {} }: Made = {}): Transport {
  const apply = async (): Promise<RequestOptions> => ({
    ca: server.authority.certificate,
    agent,
    headers: { Authorization: 'Bearer sesame' },
    ...tls,
  });
  return httpsTransport({
    server: url,
    credentials: { apply, renew: async () => false, ...credentials },
    clock: realClock(),
    log: requestLog(verbosity, (line) => lines.push(line)),
    userAgent: 'rectrace/test',
    timeoutMs,
  });
}

async function failure(work: Promise<unknown>): Promise<ClusterError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error as ClusterError;
}

async function all(items: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('one request', () => {
  test('path, query, headers and body arrive; the answer comes back', async () => {
    server.answer((_request, response) => response.end('{"ok":true}'));
    const body = { contentType: 'application/json', text: '{"a":"é"}' };
    const answer = await make().request({ method: 'POST', path: '/api/v1/x', query: { limit: '5', none: undefined, sel: 'a=b c' }, body });
    expect(answer).toMatchObject({ code: 200, text: '{"ok":true}' });
    expect(server.asked[0]).toMatchObject({ method: 'POST', url: '/api/v1/x?limit=5&sel=a%3Db+c', body: '{"a":"é"}' });
    expect(server.asked[0]?.headers).toMatchObject({
      authorization: 'Bearer sesame',
      'user-agent': 'rectrace/test',
      'content-length': '10',
    });
  });

  test("the server's own path comes before", async () => {
    await make({ url: `${server.url}/k8s/clusters/c-1` }).request({ method: 'GET', path: '/api' });
    expect(server.asked[0]?.url).toBe('/k8s/clusters/c-1/api');
  });

  test('a compressed answer is unpacked', async () => {
    server.answer((_request, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync('{"packed":"集群"}'));
    });
    expect((await make().request({ method: 'GET', path: '/' })).text).toBe('{"packed":"集群"}');
    expect(server.asked[0]?.headers['accept-encoding']).toBe('gzip');
  });

  test('requests one after the other share a connection', async () => {
    const transport = make();
    for (let count = 0; count < 5; count += 1) await transport.request({ method: 'GET', path: '/' });
    expect(server.connections).toBe(1);
  });
});

describe('refusals', () => {
  test('a Status is carried by the error', async () => {
    server.answer((_request, response) => {
      response.statusCode = 404;
      response.end('{"kind":"Status","code":404,"reason":"NotFound","message":"pods \\"x\\" not found"}');
    });
    const error = await failure(make().request({ method: 'GET', path: '/api/v1/pods/x' }));
    expect(error).toMatchObject({ code: 'API_REFUSED', retryable: false, status: { code: 404, reason: 'NotFound' } });
    expect(error.message).toBe('GET /api/v1/pods/x: pods "x" not found (404 NotFound)');
  });

  test("a proxy's page becomes one line", async () => {
    server.answer((_request, response) => {
      response.writeHead(502, { 'Retry-After': '7' });
      response.end('<html><body>\n<h1>Bad   Gateway</h1>\n</body></html>');
    });
    const error = await failure(make().request({ method: 'GET', path: '/api' }));
    expect(error).toMatchObject({ message: 'GET /api: Bad Gateway (502)', retryable: true, status: { retryAfterSeconds: 7 } });
  });

  test('401: renewed credentials are tried once', async () => {
    let token = 'old';
    server.answer((request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer new' ? 200 : 401;
      response.end('{}');
    });
    const apply = async (): Promise<RequestOptions> => ({
      ca: server.authority.certificate,
      agent,
      headers: { Authorization: `Bearer ${token}` },
    });
    const renew = async (): Promise<boolean> => {
      token = 'new';
      return true;
    };
    expect((await make({ credentials: { apply, renew } }).request({ method: 'GET', path: '/' })).code).toBe(200);
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  test('401 that stays says what to do', async () => {
    server.answer((_request, response) => {
      response.statusCode = 401;
      response.end('{"kind":"Status","code":401,"reason":"Unauthorized","message":"Unauthorized"}');
    });
    const error = await failure(make().request({ method: 'GET', path: '/' }));
    expect(error.message).toBe(
      'GET /: Unauthorized (401 Unauthorized); the credentials were not accepted: log in again, or choose another --context',
    );
  });
});

describe('no answer', () => {
  test('nobody listens', async () => {
    const url = server.url;
    await server[Symbol.asyncDispose]();
    const error = await failure(make({ url }).request({ method: 'GET', path: '/' }));
    expect(error).toMatchObject({ code: 'SERVER_UNREACHABLE', retryable: true });
    expect(error.message).toContain(`${url} is not reachable (ECONNREFUSED)`);
    server = await LocalServer.start();
  });

  test('an authority that is not trusted', async () => {
    const error = await failure(make({ tls: { ca: undefined } }).request({ method: 'GET', path: '/' }));
    expect(error).toMatchObject({ code: 'TLS_REFUSED', retryable: false });
    expect(error.message).toContain('certificate-authority');
  });

  test('a certificate for another name, and the name that it is for', async () => {
    const error = await failure(make({ tls: { servername: 'other.example' } }).request({ method: 'GET', path: '/' }));
    expect(error.message).toContain('tls-server-name');
    expect((await make({ tls: { servername: 'kube.example' } }).request({ method: 'GET', path: '/' })).code).toBe(200);
  });

  test('too late', async () => {
    server.answer(() => undefined);
    const error = await failure(make({ timeoutMs: 50 }).request({ method: 'GET', path: '/slow' }));
    expect(error).toMatchObject({ code: 'REQUEST_TIMED_OUT', retryable: true });
  });

  test('a connection that breaks within the answer', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"half');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await failure(make().request({ method: 'GET', path: '/' }))).toMatchObject({ code: 'CONNECTION_CUT', retryable: true });
  });

  test('an abort ends it with its reason', async () => {
    server.answer(() => undefined);
    const stop = new AbortController();
    const answer = make().request({ method: 'GET', path: '/', signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(answer).rejects.toThrow('enough');
  });
});

describe('a stream', () => {
  test('lines come as they are sent, characters cut in two stay whole; a clean end ends it', async () => {
    server.answer((_request, response) => {
      const bytes = Buffer.from('{"a":"集"}\n{"b":1}\n');
      response.write(bytes.subarray(0, 7));
      setTimeout(() => response.end(bytes.subarray(7)), 20);
    });
    const { lines: received } = await make().stream({ method: 'GET', path: '/w' });
    expect(await all(received)).toEqual(['{"a":"集"}', '{"b":1}']);
  });

  test('the time limit is for its head only', async () => {
    server.answer((_request, response) => {
      response.write('{"a":1}\n');
      setTimeout(() => response.end('{"b":1}\n'), 150);
    });
    const { lines: received } = await make().stream({ method: 'GET', path: '/w', timeoutMs: 60 });
    expect(await all(received)).toHaveLength(2);
  });

  test('cut without its last chunk it throws after the whole lines', async () => {
    server.answer((_request, response) => {
      response.write('{"a":1}\n{"b"');
      setTimeout(() => response.destroy(), 30);
    });
    const received: string[] = [];
    const { lines: stream } = await make().stream({ method: 'GET', path: '/w' });
    const read = async (): Promise<void> => {
      for await (const line of stream) received.push(line);
    };
    expect(await failure(read())).toMatchObject({ code: 'CONNECTION_CUT' });
    expect(received).toEqual(['{"a":1}']);
  });

  test('an abort cuts the connection', async () => {
    let closed = false;
    server.answer((_request, response) => {
      response.write('{"a":1}\n');
      response.on('close', () => {
        closed = true;
      });
    });
    const stop = new AbortController();
    const { lines: stream } = await make().stream({ method: 'GET', path: '/w', signal: stop.signal });
    const read = async (): Promise<void> => {
      for await (const _line of stream) stop.abort(new Error('enough'));
    };
    await expect(read()).rejects.toThrow('enough');
    await expect.poll(() => closed).toBe(true);
  });
});

describe('-v', () => {
  async function shownAt(verbosity: number): Promise<string> {
    server.answer((_request, response) => response.end(`{"kind":"Secret","data":{"p":"hush"},"pad":"${'x'.repeat(2_000)}"}`));
    const body = { contentType: 'application/json', text: '{"stringData":{"p":"hush"}}' };
    await make({ verbosity }).request({ method: 'POST', path: '/api/v1/namespaces/a/secrets', body });
    return lines.join('\n');
  }

  test('5 shows nothing', async () => {
    expect(await shownAt(5)).toBe('');
  });

  test('6 shows one line', async () => {
    expect(await shownAt(6)).toMatch(/^POST https:\/\/127\.0\.0\.1:[0-9]+\/api\/v1\/namespaces\/a\/secrets 200 OK in [0-9]+ milliseconds$/);
  });

  test('a token that is repeated for a server behind a proxy is sent and never shown', async () => {
    await make({ verbosity: 9 }).request({ method: 'GET', path: '/x', tokenHeader: 'X-Rectrace-Token' });
    expect(server.asked.at(-1)?.headers['x-rectrace-token']).toBe('sesame');
    expect(lines.join('\n')).not.toContain('sesame');
    await make({ credentials: { apply: async () => ({ ca: server.authority.certificate, agent }) } }).request({
      method: 'GET',
      path: '/x',
      tokenHeader: 'X-Rectrace-Token',
    });
    expect(server.asked.at(-1)?.headers['x-rectrace-token']).toBeUndefined();
  });

  test('7 shows headers too, credentials masked', async () => {
    const shown = await shownAt(7);
    expect(shown).toContain('    Authorization: <masked>');
    expect(shown).toContain('Response Headers:');
    expect(shown).not.toContain('Body');
  });

  test('8 shows bodies up to a bound, 9 whole ones, no Secret in any', async () => {
    expect(await shownAt(8)).toContain('characters left out]');
    expect(lines.join('\n')).toContain('Request Body: {"stringData":{"p":"<masked>"}}');
    lines.length = 0;
    const shown = await shownAt(9);
    expect(shown).toContain('x'.repeat(2_000));
    expect(shown).not.toMatch(/hush|sesame/);
  });

  test('a failure is shown with its reason', async () => {
    await failure(make({ verbosity: 6, tls: { ca: undefined } }).request({ method: 'GET', path: '/' }));
    expect(lines[0]).toMatch(/failed in [0-9]+ milliseconds: /);
  });
});
