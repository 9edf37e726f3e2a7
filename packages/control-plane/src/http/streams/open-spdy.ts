// How a connection goes over to SPDY, and in which version of the protocol of its streams.
import type { ByteConnection } from '../byte-connection.ts';
import { connectionOver } from '../byte-connection.ts';
import type { Handshake } from '../handshake.ts';
import type { Upgrade } from '../upgrade.ts';

export type OpenedSpdy = { readonly connection: ByteConnection; readonly protocol: string };

/** Undefined where the handshake is refused, which the client is told. `known`: in the order in which refusals name them. */
export function openSpdy(upgrade: Upgrade, known: readonly string[]): OpenedSpdy | undefined {
  const { socket, head } = upgrade;
  const handshake = judgeSpdy(upgrade, known);
  if (handshake.kind === 'refused') {
    socket.end(handshake.answer);
    return undefined;
  }
  const { protocol } = handshake;
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: SPDY/3.1', `X-Stream-Protocol-Version: ${protocol}`];
  socket.write([...lines, '', ''].join('\r\n'));
  return { connection: connectionOver(socket, head), protocol };
}

/** The first that the client offers is spoken. */
function judgeSpdy({ incoming }: Upgrade, known: readonly string[]): Handshake {
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

function refused(status: string, message: string, accepted: readonly string[] = []): Handshake {
  const body = `${message}\n`;
  const lines = [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...accepted.map((protocol) => `X-Accepted-Stream-Protocol-Versions: ${protocol}`),
  ];
  return { kind: 'refused', answer: [...lines, '', body].join('\r\n') };
}
