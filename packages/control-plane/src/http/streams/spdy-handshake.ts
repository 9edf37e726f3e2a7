// How a connection goes over to SPDY, and in which version of the protocol of its streams.
import type { Upgrade } from '../upgrade.ts';

export type SpdyHandshake =
  | { readonly kind: 'accepted'; readonly protocol: string }
  /** The whole answer. */
  | { readonly kind: 'refused'; readonly answer: string };

/** `known`: in the order in which refusals name them. The first that the client offers is spoken. */
export function judgeSpdy({ incoming }: Upgrade, known: readonly string[]): SpdyHandshake {
  const header = incoming.headers['x-stream-protocol-version'];
  if (header === undefined)
    return refused('400 Bad Request', 'unable to upgrade: header X-Stream-Protocol-Version does not exist in request');
  const offered = String(header)
    .split(',')
    .map((protocol) => protocol.trim());
  const protocol = offered.find((name) => known.includes(name));
  if (protocol !== undefined) return { kind: 'accepted', protocol };
  const message = `unable to upgrade: unable to negotiate protocol: client supports [${offered.join(' ')}], server accepts [${known.join(' ')}]`;
  return refused('403 Forbidden', message, known);
}

/** Says that SPDY comes next. */
export function switchToSpdy({ socket }: Upgrade, protocol: string): void {
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: SPDY/3.1', `X-Stream-Protocol-Version: ${protocol}`];
  socket.write([...lines, '', ''].join('\r\n'));
}

function refused(status: string, message: string, accepted: readonly string[] = []): SpdyHandshake {
  const body = `${message}\n`;
  const lines = [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...accepted.map((protocol) => `X-Accepted-Stream-Protocol-Versions: ${protocol}`),
  ];
  return { kind: 'refused', answer: [...lines, '', body].join('\r\n') };
}
