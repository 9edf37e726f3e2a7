// A watch over a WebSocket: each event a message, text or binary as its media type is.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiResponse } from '../api/api-request.ts';
import { offeredProtocols } from './socket-protocols.ts';
import { judgeHandshake, WebSocket } from './web-socket.ts';
import { representationOf, type Writing } from './write-response.ts';

export type Upgrade = {
  readonly incoming: IncomingMessage;
  readonly socket: Socket;
  /** What has come after the request already. */
  readonly head: Uint8Array;
};

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
  const connection = new WebSocket(socket, head);
  connection.accept(incoming.headers['sec-websocket-key'] ?? '', handshake.protocol);
  for await (const event of events) {
    if (socket.destroyed || socket.writableEnded) break;
    const frame = writing.frames.frameOf(event, representation);
    await connection.send(isText ? 'text' : 'binary', isText ? frame : frame.subarray(LENGTH_BYTES));
  }
  connection.close();
}
