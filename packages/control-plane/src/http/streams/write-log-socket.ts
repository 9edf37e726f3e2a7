// A log over a WebSocket, as browsers ask for it.
import type { ApiResponse } from '../../api/api-request.ts';
import { connectionOver } from '../byte-connection.ts';
import { offeredProtocols } from '../socket-protocols.ts';
import type { Upgrade } from '../upgrade.ts';
import { chooseProtocol, WebSocket } from '../web-socket.ts';

const BASE64 = 'base64.binary.k8s.io';
const PROTOCOLS = ['', 'binary.k8s.io', BASE64];

/** Resolves when the log has ended, the client has gone, or the handshake was refused. */
export async function writeLogSocket(
  { incoming, socket, head }: Upgrade,
  { chunks }: Extract<ApiResponse, { kind: 'bytes' }>,
): Promise<void> {
  const handshake = chooseProtocol(incoming.headers, offeredProtocols(incoming.headers), PROTOCOLS);
  if (handshake.kind === 'refused') {
    socket.end(handshake.answer);
    return;
  }
  const webSocket = new WebSocket(connectionOver(socket, head));
  await webSocket.accept(incoming.headers['sec-websocket-key'] ?? '', handshake.protocol);
  void webSocket.heed();
  const send = (bytes: Uint8Array): Promise<void> =>
    handshake.protocol === BASE64
      ? webSocket.send('text', Buffer.from(Buffer.from(bytes).toString('base64')))
      : webSocket.send('binary', bytes);
  // The first, empty message tells the client that the connection stands.
  await send(new Uint8Array());
  for await (const bytes of chunks) {
    if (socket.destroyed || socket.writableEnded) break;
    await send(bytes);
  }
  await webSocket.close();
}
