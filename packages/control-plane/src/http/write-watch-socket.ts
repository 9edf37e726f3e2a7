// A watch over a WebSocket: each event a message, text or binary as its media type is.
import type { ApiResponse } from '../api/api-request.ts';
import { connectionOver } from './byte-connection.ts';
import { offeredProtocols } from './socket-protocols.ts';
import type { Upgrade } from './upgrade.ts';
import { judgeHandshake, WebSocket } from './web-socket.ts';
import { representationOf, type Writing } from './write-response.ts';

/** Before each event as protobuf stands its length; a message has one of its own. */
const LENGTH_BYTES = 4;

/** Resolves when the watch has ended, the client has gone, or the handshake was refused. */
export async function writeWatchSocket(
  { incoming, socket, head }: Upgrade,
  { media, events }: Extract<ApiResponse, { kind: 'stream' }>,
  writing: Writing,
): Promise<void> {
  const handshake = judgeHandshake(incoming.headers, offeredProtocols(incoming.headers));
  if (handshake.kind === 'refused') {
    socket.end(handshake.answer);
    return;
  }
  const representation = representationOf(media.mediaType, writing);
  const isText = representation.mediaType === 'application/json';
  const webSocket = new WebSocket(connectionOver(socket, head));
  await webSocket.accept(incoming.headers['sec-websocket-key'] ?? '', handshake.protocol);
  void webSocket.heed();
  for await (const event of events) {
    if (socket.destroyed || socket.writableEnded) break;
    const frame = writing.frames.frameOf(event, representation);
    await webSocket.send(isText ? 'text' : 'binary', isText ? frame : frame.subarray(LENGTH_BYTES));
  }
  await webSocket.close();
}
