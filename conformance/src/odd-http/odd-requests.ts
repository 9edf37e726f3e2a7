// Requests as bytes that no proper client sends, to be said to two servers. Each stands for one thing that is odd.
import { gzipSync } from 'node:zlib';

/** Who asks, and where. */
export type Asker = { readonly host: string; readonly token: string; readonly namespace: string };

export type OddRequest = {
  readonly bytes: Buffer;
  /** Of HEAD: the answer has no body. */
  readonly withoutBody?: boolean;
  /** How many answers it is to have. Default 1. */
  readonly answers?: number;
  /** It is unfinished, and its client says that no more comes. */
  readonly ends?: boolean;
};

type Maker = (asker: Asker) => OddRequest;

const MEBIBYTE = 1024 * 1024;
const CONFIG_MAP = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd"}}';
const DRY = '?dryRun=All';

function lines(first: string, headers: readonly string[], body: string | Buffer = ''): OddRequest {
  return { bytes: Buffer.concat([Buffer.from([first, ...headers, '', ''].join('\r\n'), 'latin1'), Buffer.from(body)]) };
}

function own({ host, token }: Asker): readonly string[] {
  return [`Host: ${host}`, `Authorization: Bearer ${token}`];
}

/** GET of a target as it stands. */
const get =
  (target: string, headers: readonly string[] = []): Maker =>
  (asker) =>
    lines(`GET ${target} HTTP/1.1`, [...own(asker), ...headers]);

const first =
  (line: string): Maker =>
  (asker) =>
    lines(line, own(asker));

/** With the headers alone. */
const bare =
  (...headers: readonly string[]): Maker =>
  () =>
    lines('GET /healthz HTTP/1.1', headers);

function collectionOf({ namespace }: Asker): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

/** A ConfigMap is asked for without being stored. */
const post =
  (headers: readonly string[], body: string | Buffer = CONFIG_MAP): Maker =>
  (asker) =>
    lines(`POST ${collectionOf(asker)}${DRY} HTTP/1.1`, [...own(asker), ...headers], body);

const JSON_TYPE = 'Content-Type: application/json';
const sized = (body: string | Buffer): string => `Content-Length: ${Buffer.byteLength(body)}`;
const json = (body: string | Buffer, ...headers: readonly string[]): Maker => post([JSON_TYPE, sized(body), ...headers], body);

const chunked = (body: string, ...headers: readonly string[]): Maker => post([JSON_TYPE, 'Transfer-Encoding: chunked', ...headers], body);
const CHUNKS = `${CONFIG_MAP.length.toString(16)}\r\n${CONFIG_MAP}\r\n0\r\n\r\n`;

const ending =
  (maker: Maker): Maker =>
  (asker) => ({ ...maker(asker), ends: true });

/** Several at once. */
const together =
  (...makers: readonly Maker[]): Maker =>
  (asker) => ({ bytes: Buffer.concat(makers.map((maker) => maker(asker).bytes)), answers: makers.length });

const METHODS: readonly (readonly [string, Maker])[] = [
  ['HEAD of a list', (asker) => ({ ...lines(`HEAD ${collectionOf(asker)} HTTP/1.1`, own(asker)), withoutBody: true })],
  ['HEAD of /healthz', (asker) => ({ ...lines('HEAD /healthz HTTP/1.1', own(asker)), withoutBody: true })],
  ['OPTIONS of a list', (asker) => lines(`OPTIONS ${collectionOf(asker)} HTTP/1.1`, own(asker))],
  ['OPTIONS of *', first('OPTIONS * HTTP/1.1')],
  ['TRACE', (asker) => lines(`TRACE ${collectionOf(asker)} HTTP/1.1`, own(asker))],
  ['CONNECT of a path', (asker) => lines(`CONNECT ${collectionOf(asker)} HTTP/1.1`, own(asker))],
  ['CONNECT of another host', first('CONNECT evil.example:443 HTTP/1.1')],
  ['a method of WebDAV', (asker) => lines(`PROPFIND ${collectionOf(asker)} HTTP/1.1`, own(asker))],
  ['a method that nobody knows', first('SMILE /healthz HTTP/1.1')],
  ['a method in lower case', first('get /healthz HTTP/1.1')],
  ['a method with a byte beyond ASCII', first('G\xcbT /healthz HTTP/1.1')],
  ['POST to a path without a resource', (asker) => lines('POST /version HTTP/1.1', [...own(asker), 'Content-Length: 0'])],
  ['DELETE of /healthz', first('DELETE /healthz HTTP/1.1')],
  ['PATCH of a list', (asker) => lines(`PATCH ${collectionOf(asker)} HTTP/1.1`, [...own(asker), 'Content-Length: 0'])],
  ['a body with GET', (asker) => lines(`GET ${collectionOf(asker)} HTTP/1.1`, [...own(asker), JSON_TYPE, sized('{}')], '{}')],
  ['a body with HEAD', (asker) => ({ ...lines('HEAD /healthz HTTP/1.1', [...own(asker), sized('{}')], '{}'), withoutBody: true })],
  [
    'a body with DELETE that is no JSON',
    (asker) => lines(`DELETE ${collectionOf(asker)}/a HTTP/1.1`, [...own(asker), JSON_TYPE, sized('{')], '{'),
  ],
  ['DELETE without a body', (asker) => lines(`DELETE ${collectionOf(asker)}/a HTTP/1.1`, own(asker))],
];

const TARGETS: readonly (readonly [string, Maker])[] = [
  ['slashes', get('//api/v1/namespaces')],
  ['slashes within', get('/api//v1/namespaces')],
  ['a slash at the end', get('/api/v1/namespaces/')],
  ['steps up', get('/api/v1/../v1/namespaces')],
  ['escaped steps up', get('/api/v1/%2e%2e/v1/namespaces')],
  ['an escaped slash', get('/api/v1/namespaces/a%2fb')],
  ['an escaped NUL', get('/api/v1/namespaces/%00')],
  ['a NUL', get('/api/v1/namespaces/\x00')],
  ['escaped line ends', get('/api/v1/namespaces/%0d%0aX-Injected:%20yes')],
  ['an escape that is none', get('/api/v1/namespaces/%zz')],
  ['half an escape', get('/api/v1/namespaces/%')],
  ['bytes that are no UTF-8, escaped', get('/api/v1/namespaces/%ff')],
  ['bytes that are no UTF-8', get('/api/v1/namespaces/\xff')],
  ['a space', get('/api v1')],
  ['a fragment', get('/api/v1/namespaces#a')],
  ['a backslash', get('/api\\v1')],
  ['a whole URL', (asker) => lines(`GET https://${asker.host}/healthz HTTP/1.1`, own(asker))],
  ['a whole URL of another host', get('http://evil.example/healthz')],
  ['a URL without a path', get('http://evil.example')],
  ['a URL that is none', get('http://[::1/healthz')],
  ['a star', get('*')],
  ['no slash', get('healthz')],
  ['nothing', first('GET  HTTP/1.1')],
  ['a query alone', get('/?')],
  ['an escape that is none in the query', get('/api/v1/namespaces?limit=%zz')],
  ['a semicolon in the query', get('/api/v1/namespaces?limit=1;watch=1')],
  ['a parameter twice', get('/api/v1/namespaces?limit=a&limit=1')],
  ['a path of 20,000 bytes', get(`/${'a'.repeat(20_000)}`)],
  ['a path of two megabytes', get(`/${'a'.repeat(2 * MEBIBYTE)}`)],
];

const FIRST_LINES: readonly (readonly [string, Maker])[] = [
  ['HTTP/1.0', first('GET /healthz HTTP/1.0')],
  ['HTTP/1.0 that is to go on', (asker) => lines('GET /healthz HTTP/1.0', [...own(asker), 'Connection: keep-alive'])],
  ['HTTP/1.0 without a host', () => lines('GET /healthz HTTP/1.0', [])],
  ['HTTP/1.2', first('GET /healthz HTTP/1.2')],
  ['HTTP/2.0', first('GET /healthz HTTP/2.0')],
  ['HTTP/9.9', first('GET /healthz HTTP/9.9')],
  ['HTTP/0.9', () => ({ bytes: Buffer.from('GET /healthz\r\n\r\n') })],
  ['no version', first('GET /healthz JUNK')],
  ['http in lower case', first('GET /healthz http/1.1')],
  ['two spaces', first('GET  /healthz  HTTP/1.1')],
  ['a tab', first('GET\t/healthz\tHTTP/1.1')],
  ['an empty line before', first('\r\nGET /healthz HTTP/1.1')],
  ['line ends of Unix', ({ host }) => ({ bytes: Buffer.from(`GET /healthz HTTP/1.1\nHost: ${host}\n\n`) })],
  ['line ends of old Macs', ({ host }) => ({ bytes: Buffer.from(`GET /healthz HTTP/1.1\rHost: ${host}\r\r`), ends: true })],
  ['a carriage return too many', first('GET /healthz HTTP/1.1\r')],
  ['the preface of HTTP/2', () => ({ bytes: Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') })],
  ['no HTTP at all', () => ({ bytes: Buffer.from('SSH-2.0-OpenSSH_9.6\r\n\r\n') })],
  ['bytes of TLS', () => ({ bytes: Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3, 0x0d, 0x0a, 0x0d, 0x0a]) })],
  ['an end amid the headers', ending(() => ({ bytes: Buffer.from('GET /healthz HTTP/1.1\r\nHost: a\r\n') }))],
  ['an end amid the first line', ending(() => ({ bytes: Buffer.from('GET /hea') }))],
  ['an end without a word', ending(() => ({ bytes: Buffer.alloc(0) }))],
];

const HEADERS: readonly (readonly [string, Maker])[] = [
  ['no Host', bare()],
  ['an empty Host', bare('Host:')],
  ['two Hosts', bare('Host: a', 'Host: b')],
  ['a Host with a space', bare('Host: a b')],
  ['a Host with a slash', bare('Host: a/b')],
  ['a Host of another place', bare('Host: evil.example:1')],
  ['a folded header', bare('Host: a', 'Folded: a', ' b')],
  ['a line without a colon', bare('Host: a', 'No colon')],
  ['a header without a name', bare('Host: a', ': b')],
  ['a space before the colon', bare('Host: a', 'Space : b')],
  ['a space before the first header', bare(' Host: a')],
  ['a NUL in a value', bare('Host: a', 'Nul: a\x00b')],
  ['a carriage return in a value', bare('Host: a', 'Bare: a\rb')],
  ['a line feed in a value', bare('Host: a', 'Bare: a\nX-Injected: yes')],
  ['a control character in a value', bare('Host: a', 'Bell: a\x07b')],
  ['bytes beyond ASCII in a value', bare('Host: a', 'High: a\xffb')],
  ['bytes beyond ASCII in a name', bare('Host: a', 'H\xffgh: b')],
  ['a parenthesis in a name', bare('Host: a', 'H(gh: b')],
  ['a header of 20,000 bytes', bare('Host: a', `Long: ${'x'.repeat(20_000)}`)],
  ['a header of two megabytes', bare('Host: a', `Long: ${'x'.repeat(2 * MEBIBYTE)}`)],
  ['5,000 headers', bare('Host: a', ...Array.from({ length: 5_000 }, (_, index) => `X-${index}: v`))],
  ['two tokens', get('/healthz', ['Authorization: Bearer other'])],
  ['a token that is empty', bare('Host: a', 'Authorization: Bearer ')],
  ['a token with a space', bare('Host: a', 'Authorization: Bearer a b')],
  ['an unknown scheme', bare('Host: a', 'Authorization: Negotiate a')],
  ['a connection that is to end', get('/healthz', ['Connection: close'])],
  ['an end among other words', get('/healthz', ['Connection: keep-alive, Close'])],
  ['an Accept of nothing that there is', get('/api/v1/namespaces', ['Accept: image/png'])],
  ['an Accept that is none', get('/api/v1/namespaces', ['Accept: ,;='])],
  ['user headers of a front proxy', bare('Host: a', 'X-Remote-User: admin', 'X-Remote-Group: system:masters')],
  ['another method in a header', get('/healthz', ['X-HTTP-Method-Override: DELETE'])],
  ['an impersonation without a user', get('/api', ['Impersonate-Group: a'])],
];

const BODIES: readonly (readonly [string, Maker])[] = [
  ['a body', json(CONFIG_MAP)],
  ['a body in chunks', chunked(CHUNKS)],
  ['chunks with an extension', chunked(CHUNKS.replace('\r\n', ';a="b"\r\n'))],
  ['chunks with a trailer', chunked(CHUNKS.replace(/0\r\n\r\n$/, '0\r\nX-Trailer: x\r\n\r\n'))],
  ['a chunk whose length is none', ending(chunked('zz\r\nabc\r\n0\r\n\r\n'))],
  ['a chunk whose length is endless', ending(chunked('ffffffffffffffffff\r\nabc\r\n'))],
  ['a chunk that goes on', ending(chunked('2\r\n{}}\r\n0\r\n\r\n'))],
  ['no length', post([JSON_TYPE], '')],
  ['a length of zero', post([JSON_TYPE, 'Content-Length: 0'], '')],
  ['a length below zero', post([JSON_TYPE, 'Content-Length: -1'])],
  ['a length with a sign', post([JSON_TYPE, `Content-Length: +${CONFIG_MAP.length}`])],
  ['a length in hexadecimal', post([JSON_TYPE, 'Content-Length: 0x10'])],
  ['a length beyond 64 bits', post([JSON_TYPE, 'Content-Length: 99999999999999999999'])],
  ['an empty length', post([JSON_TYPE, 'Content-Length:'], '')],
  ['a length twice', json(CONFIG_MAP, sized(CONFIG_MAP))],
  ['two lengths', json(CONFIG_MAP, 'Content-Length: 3')],
  ['lengths in one line', post([JSON_TYPE, `Content-Length: ${CONFIG_MAP.length}, ${CONFIG_MAP.length}`])],
  ['a length and chunks', chunked(CHUNKS, 'Content-Length: 3')],
  ['gzip, then chunks', post([JSON_TYPE, 'Transfer-Encoding: gzip, chunked'], CHUNKS)],
  ['chunks, then gzip', post([JSON_TYPE, 'Transfer-Encoding: chunked, gzip'], CHUNKS)],
  ['chunks twice', post([JSON_TYPE, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], CHUNKS)],
  ['chunks in other letters', post([JSON_TYPE, 'Transfer-Encoding: Chunked'], CHUNKS)],
  ['chunks behind a control character', post([JSON_TYPE, 'Transfer-Encoding: \x0bchunked'], CHUNKS)],
  ['the coding identity', post([JSON_TYPE, 'Transfer-Encoding: identity', sized(CONFIG_MAP)])],
  ['a gzipped body', json(gzipSync(CONFIG_MAP), 'Content-Encoding: gzip')],
  ['a body that is said to be gzipped', json(CONFIG_MAP, 'Content-Encoding: gzip')],
  ['an encoding that nobody knows', json(CONFIG_MAP, 'Content-Encoding: x')],
  [
    'UTF-16',
    post(['Content-Type: application/json; charset=utf-16', sized(Buffer.from(CONFIG_MAP, 'utf16le'))], Buffer.from(CONFIG_MAP, 'utf16le')),
  ],
  ['a charset that is wrong', post(['Content-Type: application/json; charset=utf-16', sized(CONFIG_MAP)])],
  ['a mark of byte order', json(`\ufeff${CONFIG_MAP}`)],
  ['more after the object', json(`${CONFIG_MAP}x`)],
  ['a second object', json(CONFIG_MAP + CONFIG_MAP)],
  ['a NUL after the object', json(`${CONFIG_MAP}\0`)],
  ['a comma at the end', json('{"apiVersion":"v1","kind":"ConfigMap",}')],
  ['a name in single quotes', json("{'apiVersion':'v1'}")],
  ['no type', post([sized(CONFIG_MAP)])],
  ['a type that is none', post(['Content-Type: ;', sized(CONFIG_MAP)])],
  ['plain text', post(['Content-Type: text/plain', sized(CONFIG_MAP)])],
  ['a form', post(['Content-Type: application/x-www-form-urlencoded', sized('a=b')], 'a=b')],
  ['parts of a form', post(['Content-Type: multipart/form-data; boundary=x', sized('--x--')], '--x--')],
  ['two types', post([JSON_TYPE, 'Content-Type: application/yaml', sized(CONFIG_MAP)])],
  ['3 MiB and a byte', json(Buffer.alloc(3 * MEBIBYTE + 1, 0x20))],
  ['3 MiB and a byte in chunks', chunked(`${(3 * MEBIBYTE + 1).toString(16)}\r\n${' '.repeat(3 * MEBIBYTE + 1)}\r\n0\r\n\r\n`)],
  ['four megabytes', json(Buffer.alloc(4 * MEBIBYTE, 0x20))],
  ['a body that nobody reads', (asker) => lines(`POST /apis/nothing HTTP/1.1`, [...own(asker), sized(CONFIG_MAP)], CONFIG_MAP)],
  [
    '300,000 bytes that nobody reads',
    (asker) => lines(`POST /apis/nothing HTTP/1.1`, [...own(asker), 'Content-Length: 300000'], 'x'.repeat(300_000)),
  ],
];

const TALKS: readonly (readonly [string, Maker])[] = [
  ['two requests at once', together(get('/healthz'), get('/api/v1/nothing'))],
  ['a write and a read at once', together(json(CONFIG_MAP), get('/healthz'))],
  ['a request after the last', (asker) => ({ ...together(get('/healthz', ['Connection: close']), get('/version'))(asker), answers: 1 })],
  ['what is no HTTP after a request', together(get('/healthz'), () => ({ bytes: Buffer.from('\x00\x01\x02\r\n\r\n') }))],
  ['a body that is a request', together(post([JSON_TYPE, 'Content-Length: 0'], ''), get('/healthz'))],
  ['a request that waits to send its body', json(CONFIG_MAP, 'Expect: 100-continue')],
  ['one that waits, after another', together(get('/healthz'), json(CONFIG_MAP, 'Expect: 100-continue'))],
  [
    'one that waits without a token',
    (asker) =>
      lines(`POST ${collectionOf(asker)} HTTP/1.1`, ['Host: a', 'Authorization: Bearer x', 'Expect: 100-continue', 'Content-Length: 2']),
  ],
  ['one that waits without a body', get('/healthz', ['Expect: 100-continue'])],
  [
    'one that waits and is not read',
    (asker) => lines('POST /apis/nothing HTTP/1.1', [...own(asker), 'Expect: 100-continue', sized('{}')], '{}'),
  ],
  [
    'one that waits over HTTP/1.0',
    (asker) =>
      lines(
        `POST ${collectionOf(asker)}${DRY} HTTP/1.0`,
        [...own(asker), JSON_TYPE, 'Expect: 100-continue', sized(CONFIG_MAP)],
        CONFIG_MAP,
      ),
  ],
  ['an expectation of something else', get('/healthz', ['Expect: 200-ok'])],
  ['an upgrade to nothing known', get('/healthz', ['Connection: Upgrade', 'Upgrade: nothing'])],
  ['an upgrade to HTTP/2', get('/healthz', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'])],
  ['an upgrade without Connection', get('/healthz', ['Upgrade: websocket'])],
  ['an upgrade of what is no stream', get('/healthz', ['Connection: Upgrade', 'Upgrade: SPDY/3.1'])],
  [
    'a WebSocket of what is no stream',
    get('/healthz', [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Origin: https://a',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]),
  ],
];

export const ODD_REQUESTS: readonly (readonly [string, Maker])[] = [
  ...METHODS,
  ...TARGETS.map(([title, maker]) => [`in the path: ${title}`, maker] as const),
  ...FIRST_LINES,
  ...HEADERS,
  ...BODIES,
  ...TALKS,
];
