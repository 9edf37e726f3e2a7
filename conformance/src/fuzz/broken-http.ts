// Bytes that are nearly HTTP/1.1, or nothing like it, or several requests at once.
import type { Chance } from '../differential/random/chance.ts';
import type { Ground } from './fuzz-request.ts';
import { corrupted } from './odd-json.ts';
import { randomBytes } from './odd-values.ts';

const BODY = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"b-"}}';

const SWITCH = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Origin: https://a',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
].join('\r\n');

export function brokenHttp(chance: Chance, { namespace, token }: Ground): Buffer {
  const target = `/api/v1/namespaces/${namespace}/configmaps`;
  const common = `Host: a\r\nAuthorization: Bearer ${token}\r\n`;
  const post = (headers: string, body: string): Buffer =>
    Buffer.from(`POST ${target} HTTP/1.1\r\n${common}${headers}\r\n${body}`, 'latin1');
  const get = (line: string, headers = ''): Buffer => Buffer.from(`${line}\r\n${common}${headers}\r\n`, 'latin1');
  const length = BODY.length;
  const makers: readonly (() => Buffer)[] = [
    () => randomBytes(chance, 300),
    () => corrupted(chance, post(`Content-Length: ${length}\r\n`, BODY)),
    () => corrupted(chance, corrupted(chance, post(`Content-Length: ${length}\r\n`, BODY))),
    () => post('Content-Length: -1\r\n', BODY),
    () => post('Content-Length: 99999999999999999999\r\n', BODY),
    () => post(`Content-Length: ${length + 20}\r\n`, BODY),
    () => post(`Content-Length: ${length}\r\nContent-Length: 3\r\n`, BODY),
    () => post(`Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n`, `5\r\nabcde\r\n0\r\n\r\n`),
    () => post('Transfer-Encoding: gzip, chunked\r\n', `${length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`),
    () => post('Transfer-Encoding: identity\r\n', BODY),
    () => post('Transfer-Encoding: \x0bchunked\r\n', BODY),
    () => post('Transfer-Encoding: chunked\r\n', 'zz\r\nabc\r\n0\r\n\r\n'),
    () => post('Transfer-Encoding: chunked\r\n', 'ffffffffffffffffff\r\nabc\r\n'),
    () => post('Transfer-Encoding: chunked\r\n', `${length.toString(16)};a="b\r\n${BODY}\r\n0\r\nX-Trailer: x\r\n\r\n`),
    () => post('Transfer-Encoding: chunked\r\n', `${'1;ext\r\nx\r\n'.repeat(2_000)}0\r\n\r\n`),
    () => get(`GET ${target} HTTP/9.9`),
    () => get(`GET ${target} HTTP/1.0`),
    () => get(`GET ${target} JUNK`),
    () => get(`GET ${target}`),
    () => get(`GET  ${target}  HTTP/1.1`),
    () => get(`GET ${target}\r\n HTTP/1.1`),
    () => get(`GET /api/v1/\x00pods HTTP/1.1`),
    () => get(`GET /api v1 HTTP/1.1`),
    () => get(`G\xcbT ${target} HTTP/1.1`),
    () => get(`${'X'.repeat(5_000)} ${target} HTTP/1.1`),
    () => get(`${chance.pick(['CONNECT', 'TRACE', 'PROPFIND', 'PRI', 'QUERY', 'OPTIONS', 'HEAD', 'M-SEARCH', 'get'])} ${target} HTTP/1.1`),
    () => get('CONNECT evil.example:443 HTTP/1.1'),
    () => get(`GET ${target} HTTP/1.1`, 'Folded: a\r\n b\r\n'),
    () => get(`GET ${target} HTTP/1.1`, 'No colon\r\n'),
    () => get(`GET ${target} HTTP/1.1`, ': no name\r\n'),
    () => get(`GET ${target} HTTP/1.1`, 'Space : before colon\r\n'),
    () => get(`GET ${target} HTTP/1.1`, 'Nul: a\x00b\r\n'),
    () => get(`GET ${target} HTTP/1.1`, 'Bare: a\rb\r\n'),
    () => get(`GET ${target} HTTP/1.1`, `Long: ${'x'.repeat(chance.pick([10_000, 100_000, 2_000_000]))}\r\n`),
    () => get(`GET ${target} HTTP/1.1`, 'X: y\r\n'.repeat(chance.pick([1_500, 20_000]))),
    () => get(`GET ${target}/${'a'.repeat(chance.pick([20_000, 2_000_000]))} HTTP/1.1`),
    () => Buffer.from(`GET ${target} HTTP/1.1\r\n\r\n`),
    () => Buffer.from(`GET ${target} HTTP/1.1\nHost: a\n\n`),
    () => Buffer.from('\r\n'.repeat(chance.pick([1, 5_000]))),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => Buffer.from(`GET ${target} HTTP/1.1\r\n${common}`),
    () => Buffer.concat([get(`GET ${target} HTTP/1.1`), get('GET /version HTTP/1.1'), randomBytes(chance, 50)]),
    () => Buffer.concat([get(`GET ${target} HTTP/1.1`), get(`GET ${target}?watch=1&timeoutSeconds=1 HTTP/1.1`, SWITCH)]),
    () =>
      Buffer.concat([
        get('GET /version HTTP/1.1'),
        post(`Expect: 100-continue\r\nContent-Length: ${length}\r\n`, BODY),
        get('GET /api HTTP/1.1'),
      ]),
  ];
  return chance.pick(makers)();
}
