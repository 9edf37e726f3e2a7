// The WebSocket that a request asks for.
import { connectionOver } from './byte-connection.ts';
import type { FrameRules } from './frame-rules.ts';
import type { Handshake } from './handshake.ts';
import type { Upgrade } from './upgrade.ts';
import { WebSocket } from './web-socket.ts';

export type Opened = { readonly webSocket: WebSocket; readonly protocol: string };

/** Undefined where the handshake is refused, which the client is told. */
export async function openWebSocket(
  { incoming, socket, head }: Upgrade,
  { handshake, rules }: { readonly handshake: Handshake; readonly rules: FrameRules },
): Promise<Opened | undefined> {
  if (handshake.kind === 'refused') {
    socket.end(handshake.answer);
    return undefined;
  }
  const { protocol } = handshake;
  const webSocket = new WebSocket(connectionOver(socket, head), rules);
  await webSocket.accept(incoming.headers['sec-websocket-key'] ?? '', protocol);
  return { webSocket, protocol };
}
