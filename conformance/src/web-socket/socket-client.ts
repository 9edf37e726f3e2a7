// A client of WebSockets that shows what is on the wire.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';

export type SocketRequest = {
  /** Path and query. */
  readonly path: string;
  /** Beside those of the handshake; undefined: without it. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sent after the handshake, e.g. a frame. */
  readonly send?: Uint8Array;
};

export type SocketTalk = {
  /** E.g. 'HTTP/1.1 101 Switching Protocols'. */
  readonly statusLine: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is no frame: the body of a refusal. */
  readonly body: string;
  readonly frames: readonly { readonly opcode: number; readonly payload: Buffer }[];
};

export type SocketServer = { readonly url: string; readonly caFile: string; readonly token: string };

/** All that the server says until it closes the connection. */
export async function talk({ url, caFile, token }: SocketServer, { path, headers = {}, send }: SocketRequest): Promise<SocketTalk> {
  const { hostname: host, port } = new URL(url);
  const all: Record<string, string | undefined> = {
    Host: `${host}:${port}`,
    Authorization: `Bearer ${token}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    Origin: url,
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const socket = connect({ host, port: Number(port), ca: readFileSync(caFile), ALPNProtocols: ['http/1.1'] });
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  if (send !== undefined) socket.write(send);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    if (isWholeRefusal(Buffer.concat(chunks))) break;
  }
  return parse(Buffer.concat(chunks));
}

/** Such connections may be kept by the server. */
function isWholeRefusal(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, Math.max(end, 0)))?.[1];
  return length !== undefined && bytes.length >= end + 4 + Number(length);
}

function parse(bytes: Buffer): SocketTalk {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const rest = bytes.subarray(end + 4);
  const switched = statusLine.includes(' 101 ');
  return { statusLine, headers, body: switched ? '' : rest.toString(), frames: switched ? framesIn(rest) : [] };
}

function framesIn(bytes: Buffer): SocketTalk['frames'] {
  const frames: { readonly opcode: number; readonly payload: Buffer }[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const [size, length] = short < 126 ? [2, short] : [4, bytes.readUInt16BE(at + 2)];
    frames.push({ opcode: (bytes[at] ?? 0) & 0x0f, payload: bytes.subarray(at + size, at + size + length) });
    at += size + length;
  }
  return frames;
}
