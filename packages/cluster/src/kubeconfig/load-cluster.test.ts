import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realClock } from '@rectrace/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClusterError } from '../errors.ts';
import { LocalServer } from '../testing/local-server.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { ClusterConnection } from './load-cluster.ts';
import { loadCluster } from './load-cluster.ts';

let server: LocalServer;
let folder: string;

beforeAll(async () => {
  server = await LocalServer.start();
  folder = mkdtempSync(join(tmpdir(), 'rectrace-kubeconfig-'));
  writeFileSync(join(folder, 'ca.crt'), server.authority.certificate);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  server.asked.length = 0;
});

type Parts = {
  readonly name?: string;
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
  readonly more?: object;
};

/** A kubeconfig with one context called after the file; returns its path. */
function kubeconfig({ name = 'main', cluster = {}, user = {}, context = {}, more = {} }: Parts = {}): string {
  const file = join(folder, `${name}.yaml`);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server: server.url, 'certificate-authority': 'ca.crt', ...cluster } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, ...context } }],
    ...more,
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

function load(options: Partial<ConnectionOptions>): Promise<ClusterConnection> {
  return loadCluster({ env: {}, clock: realClock(), random: () => 0.5, ...options });
}

/** What the server was asked by one request with these options. */
async function asked(options: Partial<ConnectionOptions>): Promise<LocalServer['asked'][number] | undefined> {
  const connection = await load(options);
  try {
    await connection.transport.request({ method: 'GET', path: '/version' });
    return server.asked.at(-1);
  } finally {
    connection.close();
  }
}

async function failure(work: Promise<unknown>): Promise<ClusterError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).not.toContain('\n');
  return error as ClusterError;
}

/** An exec plugin: a script that prints what it is told. */
function plugin(script: string): { readonly exec: object } {
  return {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['-e', script],
      installHint: 'install it from example.org',
      provideClusterInfo: true,
    },
  };
}

const credential = (status: string): string =>
  `console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: ${status} }))`;

describe('credentials', () => {
  test('a token', async () => {
    expect((await asked({ kubeconfig: kubeconfig({ user: { token: 'sesame' } }) }))?.headers.authorization).toBe('Bearer sesame');
  });

  test('a token file beside the kubeconfig, its line break left out, read again after a 401', async () => {
    writeFileSync(join(folder, 'token'), 'first\n');
    const connection = await load({ kubeconfig: kubeconfig({ user: { tokenFile: 'token' } }) });
    server.answer((request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer second' ? 200 : 401;
      response.end('{}');
    });
    const first = connection.transport.request({ method: 'GET', path: '/' });
    expect(await failure(first)).toMatchObject({ code: 'API_REFUSED', status: { code: 401 } });
    writeFileSync(join(folder, 'token'), 'second\n');
    expect((await connection.transport.request({ method: 'GET', path: '/' })).code).toBe(200);
    server.answer((_request, response) => response.end('{}'));
    connection.close();
  });

  test('user name and password', async () => {
    const { headers } = (await asked({ kubeconfig: kubeconfig({ user: { username: 'me', password: 'pw' } }) })) ?? {};
    expect(headers?.authorization).toBe(`Basic ${Buffer.from('me:pw').toString('base64')}`);
  });

  test('a client certificate, in files and in the kubeconfig itself', async () => {
    const { certificate, key } = await server.authority.issue('jane');
    writeFileSync(join(folder, 'jane.crt'), certificate);
    writeFileSync(join(folder, 'jane.key'), key);
    const inFiles = { 'client-certificate': 'jane.crt', 'client-key': 'jane.key' };
    expect((await asked({ kubeconfig: kubeconfig({ user: inFiles }) }))?.client).toBe('jane');
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const inside = { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) };
    const authority = { 'certificate-authority': undefined, 'certificate-authority-data': base64(server.authority.certificate) };
    expect((await asked({ kubeconfig: kubeconfig({ user: inside, cluster: authority }) }))?.client).toBe('jane');
  });

  test('an exec plugin, which is told about the cluster', async () => {
    const script = credential("{ token: JSON.parse(process.env.KUBERNETES_EXEC_INFO).spec.cluster.server.length + '-token' }");
    expect((await asked({ kubeconfig: kubeconfig({ user: plugin(script) }) }))?.headers.authorization).toBe(
      `Bearer ${server.url.length}-token`,
    );
  });

  test('an exec plugin runs once for requests at the same time, and not again while its token is valid', async () => {
    const marks = join(folder, 'runs');
    writeFileSync(marks, '');
    const script = `require('fs').appendFileSync(${JSON.stringify(marks)}, 'x'); ${credential("{ token: 't', expirationTimestamp: '2099-01-01T00:00:00Z' }")}`;
    const connection = await load({ kubeconfig: kubeconfig({ user: plugin(script) }) });
    const ask = (): Promise<unknown> => connection.transport.request({ method: 'GET', path: '/' });
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    connection.close();
    expect(readFileSync(marks, 'utf8')).toBe('x');
  });

  test("an exec plugin's client certificate", async () => {
    const { certificate, key } = await server.authority.issue('robot');
    const status = JSON.stringify({ clientCertificateData: certificate, clientKeyData: key });
    expect((await asked({ kubeconfig: kubeconfig({ user: plugin(credential(status)) }) }))?.client).toBe('robot');
  });

  test('an OIDC id-token that is still valid', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'none' })}.${part({ exp: 4_000_000_000 })}.x`;
    const user = {
      'auth-provider': { name: 'oidc', config: { 'id-token': token, 'client-id': 'c', 'idp-issuer-url': 'https://idp.example' } },
    };
    expect((await asked({ kubeconfig: kubeconfig({ user }) }))?.headers.authorization).toBe(`Bearer ${token}`);
  });

  test('one connection for many requests', async () => {
    const before = server.connections;
    const connection = await load({ kubeconfig: kubeconfig({ user: { token: 'x' } }) });
    for (let count = 0; count < 5; count += 1) await connection.transport.request({ method: 'GET', path: '/' });
    connection.close();
    expect(server.connections - before).toBe(1);
  });
});

describe('impersonation', () => {
  test('by flags', async () => {
    const options = { kubeconfig: kubeconfig(), impersonate: { user: 'jane', groups: ['dev', 'ops'], uid: 'u-1' } };
    const { headers } = (await asked(options)) ?? {};
    expect(headers).toMatchObject({ 'impersonate-user': 'jane', 'impersonate-group': 'dev, ops', 'impersonate-uid': 'u-1' });
  });

  test('by the kubeconfig', async () => {
    const user = { as: 'jane', 'as-groups': ['dev'], 'as-user-extra': { 'example.org/reason': ['night'] } };
    const { headers } = (await asked({ kubeconfig: kubeconfig({ user }) })) ?? {};
    expect(headers).toMatchObject({
      'impersonate-user': 'jane',
      'impersonate-group': 'dev',
      'impersonate-extra-example.org%2freason': 'night',
    });
  });

  test('groups without a user are refused', async () => {
    const error = await failure(load({ kubeconfig: kubeconfig(), impersonate: { groups: ['dev'] } }));
    expect(error).toMatchObject({ code: 'CONNECTION_OPTION_INVALID', message: '--as-group and --as-uid need --as USER' });
  });
});

describe('which cluster', () => {
  test('--context, and its namespace unless -n says another', async () => {
    const more = {
      contexts: [
        { name: 'main', context: { cluster: 'main', user: 'main' } },
        { name: 'side', context: { cluster: 'main', user: 'main', namespace: 'data' } },
      ],
    };
    const file = kubeconfig({ more });
    expect(await load({ kubeconfig: file })).toMatchObject({ context: 'main', defaultNamespace: 'default', contexts: ['main', 'side'] });
    expect(await load({ kubeconfig: file, context: 'side' })).toMatchObject({ context: 'side', defaultNamespace: 'data' });
    expect(await load({ kubeconfig: file, context: 'side', namespace: 'mine' })).toMatchObject({ defaultNamespace: 'mine' });
  });

  test('several files in KUBECONFIG are merged, the first that names a thing wins, missing ones are passed over', async () => {
    const first = kubeconfig({ name: 'one', user: { token: 'one' } });
    const second = kubeconfig({
      name: 'two',
      user: { token: 'two' },
      more: {
        users: [
          { name: 'two', user: { token: 'two' } },
          { name: 'one', user: { token: 'other' } },
        ],
      },
    });
    const env = { KUBECONFIG: [join(folder, 'not-there'), first, second].join(':') };
    expect((await asked({ env }))?.headers.authorization).toBe('Bearer one');
    expect((await asked({ env, context: 'two' }))?.headers.authorization).toBe('Bearer two');
  });

  test('~/.kube/config', async () => {
    const { mkdirSync, copyFileSync } = await import('node:fs');
    mkdirSync(join(folder, '.kube'), { recursive: true });
    copyFileSync(kubeconfig({ cluster: { 'certificate-authority': join(folder, 'ca.crt') } }), join(folder, '.kube', 'config'));
    expect((await load({ env: { HOME: folder } })).server).toBe(server.url);
  });

  test("a pod's service account", async () => {
    const { mkdirSync, copyFileSync } = await import('node:fs');
    const account = join(folder, 'account');
    mkdirSync(account, { recursive: true });
    copyFileSync(join(folder, 'ca.crt'), join(account, 'ca.crt'));
    writeFileSync(join(account, 'token'), 'pod-token');
    writeFileSync(join(account, 'namespace'), 'system\n');
    const env = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(server.port) };
    const options = { env, serviceAccountFolder: account };
    expect(await load(options)).toMatchObject({ server: server.url, defaultNamespace: 'system', context: 'in-cluster' });
    expect((await asked(options))?.headers.authorization).toBe('Bearer pod-token');
  });

  test('a server certificate for another name, by tls-server-name or not verified at all', async () => {
    const cluster = { server: server.url.replace('127.0.0.1', 'localhost') };
    expect(await failure(asked({ kubeconfig: kubeconfig({ cluster }) }))).toMatchObject({ code: 'TLS_REFUSED' });
    expect(await asked({ kubeconfig: kubeconfig({ cluster: { ...cluster, 'tls-server-name': 'kube.example' } }) })).toBeDefined();
    const unverified = { ...cluster, 'certificate-authority': undefined, 'insecure-skip-tls-verify': true };
    expect(await asked({ kubeconfig: kubeconfig({ cluster: unverified }) })).toBeDefined();
  });

  test('an http:// server, as kubectl proxy offers one', async () => {
    const plain = createServer((_request, response) => response.end('{"plain":true}')).listen(0, '127.0.0.1');
    await new Promise((resolve) => plain.once('listening', resolve));
    const connection = await load({
      kubeconfig: kubeconfig({ cluster: { server: `http://127.0.0.1:${(plain.address() as AddressInfo).port}` } }),
    });
    expect((await connection.transport.request({ method: 'GET', path: '/' })).text).toBe('{"plain":true}');
    connection.close();
    plain.close();
  });
});

describe('proxies', () => {
  async function withProxy(work: (url: string, tunnels: readonly string[]) => Promise<void>, status = 200): Promise<void> {
    const tunnels: string[] = [];
    const sockets = new Set<Socket>();
    const proxy = createServer().listen(0, '127.0.0.1');
    proxy.on('connect', (request, socket: Socket) => {
      tunnels.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
      if (status !== 200) {
        socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
        return;
      }
      const [, port = ''] = (request.url ?? '').split(':');
      const onward = connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.pipe(socket);
        socket.pipe(onward);
      });
      for (const end of [socket, onward]) {
        sockets.add(end);
        end.on('error', () => end.destroy());
      }
    });
    await new Promise((resolve) => proxy.once('listening', resolve));
    try {
      await work(`127.0.0.1:${(proxy.address() as AddressInfo).port}`, tunnels);
    } finally {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    }
  }

  test('proxy-url: a tunnel, kept for later requests, with credentials', async () => {
    await withProxy(async (address, tunnels) => {
      const connection = await load({
        kubeconfig: kubeconfig({ cluster: { 'proxy-url': `http://me:pw@${address}` }, user: { token: 'sesame' } }),
      });
      for (let count = 0; count < 3; count += 1) await connection.transport.request({ method: 'GET', path: '/' });
      connection.close();
      expect(server.asked.at(-1)?.headers.authorization).toBe('Bearer sesame');
      expect(tunnels).toEqual([`127.0.0.1:${server.port} Basic ${Buffer.from('me:pw').toString('base64')}`]);
    });
  });

  test('HTTPS_PROXY, unless NO_PROXY names the server', async () => {
    await withProxy(async (address, tunnels) => {
      const file = kubeconfig({ cluster: { server: `https://kube.example:${server.port}` } });
      await asked({ kubeconfig: file, env: { HTTPS_PROXY: `http://${address}` } });
      expect(tunnels).toEqual([`kube.example:${server.port}`]);
      const direct = await failure(
        asked({ kubeconfig: file, env: { HTTPS_PROXY: `http://${address}`, NO_PROXY: '.example' }, requestTimeoutMs: 3_000 }),
      );
      expect(direct.code).toBe('SERVER_UNREACHABLE');
      expect(tunnels).toHaveLength(1);
    });
  });

  test('a proxy that refuses is named', async () => {
    await withProxy(async (address) => {
      const error = await failure(asked({ kubeconfig: kubeconfig({ cluster: { 'proxy-url': `http://${address}` } }) }));
      expect(error.code).toBe('PROXY_REFUSED');
    }, 407);
  });

  test('an unknown scheme is refused', async () => {
    const error = await failure(load({ kubeconfig: kubeconfig({ cluster: { 'proxy-url': 'ftp://127.0.0.1:1' } }) }));
    expect(error).toMatchObject({ code: 'CONNECTION_OPTION_INVALID' });
  });
});

describe('what goes wrong, in one line with a way out', () => {
  test.each<readonly [string, () => Partial<ConnectionOptions>, string, RegExp]>([
    ['no file', () => ({ kubeconfig: '/not/there' }), 'KUBECONFIG_UNREADABLE', /\/not\/there does not exist; check --kubeconfig/],
    ['nothing configured', () => ({ env: { HOME: '/not/there' } }), 'NO_CLUSTER_CONFIGURED', /use --kubeconfig FILE/],
    ['KUBECONFIG without a file', () => ({ env: { KUBECONFIG: '/not/there' } }), 'NO_CLUSTER_CONFIGURED', /KUBECONFIG names \/not\/there/],
    ['no YAML', () => ({ kubeconfig: raw('a: [') }), 'KUBECONFIG_INVALID', /is no YAML/],
    ['another kind', () => ({ kubeconfig: raw('kind: Pod') }), 'KUBECONFIG_INVALID', /its kind is Pod/],
    ['a list', () => ({ kubeconfig: raw('- a') }), 'KUBECONFIG_INVALID', /a mapping is expected/],
    ['an empty file', () => ({ kubeconfig: raw('') }), 'CONTEXT_UNKNOWN', /names no current-context/],
    ['clusters that are no list', () => ({ kubeconfig: raw('clusters: {a: b}') }), 'KUBECONFIG_INVALID', /clusters is no list/],
    [
      'an unknown context',
      () => ({ kubeconfig: kubeconfig(), context: 'prod' }),
      'CONTEXT_UNKNOWN',
      /context prod is not in .*it has: main/,
    ],
    [
      'a context without its cluster',
      () => ({ kubeconfig: kubeconfig({ more: { clusters: [] } }) }),
      'KUBECONFIG_INVALID',
      /names a cluster that is not there/,
    ],
    ['no server', () => ({ kubeconfig: kubeconfig({ cluster: { server: '' } }) }), 'KUBECONFIG_INVALID', /no usable server address/],
    [
      'an authority that is not there',
      () => ({ kubeconfig: kubeconfig({ cluster: { 'certificate-authority': 'no.crt' } }) }),
      'CERTIFICATE_UNREADABLE',
      /certificate-authority .*no\.crt/,
    ],
    [
      'a client key that is not there',
      () => ({ kubeconfig: kubeconfig({ user: { 'client-key': 'no.key' } }) }),
      'CERTIFICATE_UNREADABLE',
      /client-key .*no\.key of user main/,
    ],
  ])('%s', async (_title, options, ...expected) => {
    const [code, message] = expected;
    const error = await failure(load(options()));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  test.each<readonly [string, object, RegExp]>([
    [
      'an exec plugin that fails',
      plugin('console.error("no session\\nlog in"); process.exit(3)'),
      /gave no credentials: no session; log in; install it from example\.org/,
    ],
    [
      'an exec plugin that is not installed',
      { exec: { apiVersion: 'x', command: 'not-installed-plugin', installHint: 'apt install it' } },
      /not-installed-plugin .*ENOENT; apt install it/,
    ],
    ['an exec plugin that prints no JSON', plugin('console.log("hello")'), /gave no credentials/],
    ['an exec plugin that prints nothing useful', plugin(credential('null')), /gave no credentials/],
  ])('%s', async (_title, user, message) => {
    const error = await failure(asked({ kubeconfig: kubeconfig({ user }) }));
    expect(error.code).toBe('CREDENTIALS_FAILED');
    expect(error.message).toMatch(message);
  });

  test('a token with a line break in it', async () => {
    const error = await failure(asked({ kubeconfig: kubeconfig({ user: { token: 'two\nlines' } }) }));
    expect(error.code).toBe('CREDENTIALS_FAILED');
    expect(error.message).not.toContain('lines');
  });

  test('a client certificate that is none', async () => {
    const user = {
      'client-certificate-data': Buffer.from('no').toString('base64'),
      'client-key-data': Buffer.from('no').toString('base64'),
    };
    const error = await failure(asked({ kubeconfig: kubeconfig({ user }) }));
    expect(error.code).toBe('TLS_REFUSED');
  });

  function raw(text: string): string {
    const file = join(folder, 'raw.yaml');
    writeFileSync(file, text);
    return file;
  }
});
