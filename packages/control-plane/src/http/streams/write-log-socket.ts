// A log over a WebSocket, as browsers ask for it.
import type { ApiResponse } from '../../api/api-request.ts';
import { unreadFrames } from '../lax-frames.ts';
import { openWebSocket } from '../open-web-socket.ts';
import { offeredProtocols } from '../socket-protocols.ts';
import type { Upgrade } from '../upgrade.ts';
import { chooseProtocol } from '../web-socket-handshake.ts';

const BASE64 = 'base64.binary.k8s.io';
const PROTOCOLS = ['', 'binary.k8s.io', BASE64];

/** Resolves when the log has ended, the client has gone, or the handshake was refused. */
export async function writeLogSocket(upgrade: Upgrade, { chunks }: Extract<ApiResponse, { kind: 'bytes' }>): Promise<void> {
  const { incoming, socket } = upgrade;
  const handshake = chooseProtocol(incoming.headers, offeredProtocols(incoming.headers), PROTOCOLS);
  const opened = await openWebSocket(upgrade, { handshake, rules: unreadFrames() });
  if (opened === undefined) return;
  const { webSocket, protocol } = opened;
  const send = (bytes: Uint8Array): Promise<void> =>
    protocol === BASE64 ? webSocket.send('text', Buffer.from(Buffer.from(bytes).toString('base64'))) : webSocket.send('binary', bytes);
  await webSocket.tell(async () => {
    // The first, empty message tells the client that the connection stands.
    await send(new Uint8Array());
    for await (const bytes of chunks) {
      if (socket.destroyed || socket.writableEnded) break;
      await send(bytes);
    }
  });
}
