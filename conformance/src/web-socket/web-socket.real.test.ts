// Watches over WebSocket, as fabric8 asks for them first: our server and the real one say the same, byte for byte of what is no chance.
import { randomBytes } from 'node:crypto';
import { describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startVirtualSide, type VirtualSide } from '../differential/virtual-side.ts';
import { type SocketRequest, type SocketTalk, talk } from './socket-client.ts';

const NAMESPACE = `ws-${randomBytes(3).toString('hex')}`;
const WATCH = `/api/v1/namespaces/${NAMESPACE}/configmaps?watch=true&timeoutSeconds=1&fieldSelector=metadata.name%3Da`;
const [TEXT, BINARY, CLOSE, PING] = [1, 2, 8, 9] as const;
const FINAL = 0x80;
const GOING_AWAY = [0x03, 0xe9];

/** A frame of the client, masked with zeros. `first`: its first byte, where that is not of a whole frame of the opcode. */
function frame(opcode: number, payload: readonly number[], first = FINAL | opcode): Buffer {
  const length = payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.from([first, ...length, 0, 0, 0, 0, ...payload]);
}

const LETTERS = Array.from({ length: 200 }, (_, index) => 97 + (index % 26));
/** Of a message of 32 MiB and a byte. */
const TOO_LARGE = Buffer.from([FINAL | BINARY, 0xff, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0]);

/** What RFC 6455 lets a client not send, or not in this order. */
const WRONG_FRAMES: readonly (readonly [string, Buffer])[] = [
  ['a ping without a mask', Buffer.from([FINAL | PING, 0])],
  ['a message without a mask', Buffer.from([FINAL | BINARY, 1, 0])],
  ['reserved bits', frame(PING, [104, 105], FINAL | 0x70 | PING)],
  ['reserved opcodes', Buffer.concat([frame(3, [1]), frame(11, [1]), frame(PING, [104])])],
  ['a continuation of nothing', Buffer.concat([frame(0, [1]), frame(PING, [104])])],
  ['a message within another', Buffer.concat([frame(BINARY, [1], BINARY), frame(TEXT, [1]), frame(PING, [104])])],
  ['a ping in parts', frame(PING, [104], PING)],
  ['a ping of 200 bytes', frame(PING, LETTERS)],
  ['text that is no UTF-8', Buffer.concat([frame(TEXT, [0xff]), frame(PING, [104])])],
  ['a close frame of one byte', frame(CLOSE, [1])],
  ['a close code that nobody may send', frame(CLOSE, [0x03, 0xed])],
  ['a reason to close that is no UTF-8', frame(CLOSE, [...GOING_AWAY, 0xc3, 0x28])],
  ['a message that is too large', TOO_LARGE],
];

const REQUESTS: readonly (readonly [string, SocketRequest])[] = [
  ['a watch in JSON', { path: WATCH }],
  ['a watch in protobuf', { path: WATCH, headers: { Accept: 'application/vnd.kubernetes.protobuf' } }],
  ['a watch of metadata alone', { path: WATCH, headers: { Accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' } }],
  ['a watch with a protocol', { path: WATCH, headers: { 'Sec-WebSocket-Protocol': 'a' } }],
  ['a watch with two protocols', { path: WATCH, headers: { 'Sec-WebSocket-Protocol': 'a, b' } }],
  ['a watch without an origin', { path: WATCH, headers: { Origin: undefined } }],
  ['a watch of another version of WebSockets', { path: WATCH, headers: { 'Sec-WebSocket-Version': '8' } }],
  ['a watch of what is not there', { path: '/api/v1/nothings?watch=true' }],
  ['a list', { path: `/api/v1/namespaces/${NAMESPACE}/secrets` }],
  ['a refused token', { path: WATCH, headers: { Authorization: 'Bearer wrong' } }],
  ['a token among the protocols', { path: WATCH, headers: { Authorization: undefined, 'Sec-WebSocket-Protocol': '<token>, a' } }],
  ['a watch that the client closes', { path: WATCH.replace('timeoutSeconds=1', 'timeoutSeconds=30'), send: frame(CLOSE, GOING_AWAY) }],
  ['a ping', { path: WATCH, send: frame(PING, [104, 105]) }],
  ...WRONG_FRAMES.map(([title, send]) => [title, { path: WATCH, send }] as const),
];

type Shown = {
  readonly statusLine: string;
  readonly headers: readonly string[];
  readonly body: unknown;
  readonly frames: readonly unknown[];
};

/** Close, ping and pong (RFC 6455, section 5.5). */
const FIRST_CONTROL_OPCODE = 8;
/** Of the connection and of the server's own affairs. */
const OTHERS = ['audit-id', 'connection', 'date', 'sec-websocket-accept', 'keep-alive'];

function shown({ statusLine, headers, body, frames }: SocketTalk): Shown {
  const kept = Object.entries(headers).filter(([name]) => !OTHERS.includes(name) && !name.startsWith('x-kubernetes-pf-'));
  return {
    statusLine,
    headers: kept.map(([name, value]) => `${name}: ${name === 'content-length' ? '<n>' : value}`).sort(),
    body: parsed(masked(body)),
    frames: frames.map(({ opcode, payload }) => [opcode, shownPayload(opcode, payload)]),
  };
}

function controlFramesOnly(talked: Shown): Shown {
  return { ...talked, frames: talked.frames.filter((frame) => Array.isArray(frame) && Number(frame[0]) >= FIRST_CONTROL_OPCODE) };
}

/** In protobuf numbers have no text to be masked by: of it only the type of the event is looked at. */
function shownPayload(opcode: number, payload: Buffer): unknown {
  const text = payload.toString('latin1');
  return opcode === BINARY ? text.slice(0, 7) : [parsed(masked(text)), text.endsWith('\n')];
}

function parsed(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : text;
}

function masked(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
    .replaceAll(/"resourceVersion":"\d+"/g, '"resourceVersion":"<rv>"')
    .replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>');
}

describeReal('a WebSocket', (plane) => {
  let side: VirtualSide;

  beforeAll(async () => {
    side = await startVirtualSide(1);
    for (const api of [plane().api, side.api]) {
      await api.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: NAMESPACE } } });
      await api.expect({
        method: 'POST',
        path: `/api/v1/namespaces/${NAMESPACE}/configmaps`,
        body: { metadata: { name: 'a' }, data: { a: 'é' } },
      });
    }
  });

  afterAll(async () => {
    await plane().api.request({ method: 'DELETE', path: `/api/v1/namespaces/${NAMESPACE}` });
    await side.stop();
  });

  test.each(REQUESTS)('%s', async (_title, request) => {
    const real = { url: plane().serverUrl, caFile: plane().caFile, token: plane().adminToken };
    const [theirs, ours] = await Promise.all(
      [real, side].map(async (server) => shown(await talk(server, withToken(request, server.token)))),
    );
    // Whether events come before the answer to a frame is chance.
    const compared = request.send === undefined ? (talked: Shown) => talked : controlFramesOnly;
    expect(compared(ours as Shown)).toEqual(compared(theirs as Shown));
  });
});

function withToken(request: SocketRequest, token: string): SocketRequest {
  const hidden = `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`;
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [name, value?.replace('<token>', hidden)]);
  return { ...request, headers: Object.fromEntries(headers) };
}
