// A watch over a WebSocket: each event a message, text or binary as its media type is.
import type { ApiResponse } from '../api/api-request.ts';
import { unreadFrames } from './lax-frames.ts';
import { openWebSocket } from './open-web-socket.ts';
import { offeredProtocols } from './socket-protocols.ts';
import type { Upgrade } from './upgrade.ts';
import { judgeHandshake } from './web-socket-handshake.ts';
import { representationOf, type Writing } from './write-response.ts';

/** Before each event as protobuf stands its length; a message has one of its own. */
const LENGTH_BYTES = 4;

/** Resolves when the watch has ended, the client has gone, or the handshake was refused. */
export async function writeWatchSocket(
  upgrade: Upgrade,
  { media, events }: Extract<ApiResponse, { kind: 'stream' }>,
  writing: Writing,
): Promise<void> {
  const { incoming, socket } = upgrade;
  const handshake = judgeHandshake(incoming.headers, offeredProtocols(incoming.headers));
  const opened = await openWebSocket(upgrade, { handshake, rules: unreadFrames() });
  if (opened === undefined) return;
  const { webSocket } = opened;
  const representation = representationOf(media.mediaType, writing);
  const isText = representation.mediaType === 'application/json';
  const [kind, start] = isText ? (['text', 0] as const) : (['binary', LENGTH_BYTES] as const);
  await webSocket.tell(async () => {
    for await (const event of events) {
      if (socket.destroyed || socket.writableEnded) break;
      await webSocket.send(kind, writing.frames.frameOf(event, representation).subarray(start));
    }
  });
}
