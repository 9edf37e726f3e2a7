// portforward over a WebSocket: SPDY in its messages, as kubectl from 1.31 on has it, or a pair of channels for each port.
import { badRequest } from '../../api/failures.ts';
import type { PortsSession } from '../../api/pod-streams/pod-session.ts';
import type { StatusBody } from '../../api/status.ts';
import type { ByteConnection } from '../byte-connection.ts';
import { connectionOver } from '../byte-connection.ts';
import { Pipe } from '../pipe.ts';
import { offeredProtocols } from '../socket-protocols.ts';
import type { Upgrade } from '../upgrade.ts';
import { chooseProtocol, WebSocket } from '../web-socket.ts';
import { MOST_MESSAGE_BYTES } from './message-limit.ts';
import { forwardPorts } from './ports-over-spdy.ts';
import { servePort } from './serve-port.ts';
import { SocketChannels } from './socket-channels.ts';

const TUNNEL = 'SPDY/3.1+portforward.k8s.io';
const CHANNELS = ['', 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];
const PORT_BYTES = 2;

export function tunnels({ incoming }: Upgrade): boolean {
  return offeredProtocols(incoming.headers).some((protocol) => protocol.startsWith('SPDY/3.1+') && protocol.endsWith('.k8s.io'));
}

/** Why ports can't be forwarded by channels, whose number the query says. */
export function channelsRefusal({ asked }: PortsSession): StatusBody | undefined {
  if (asked.length === 0) return badRequest('query parameter "port" is required').status;
  return asked.includes(0) ? badRequest('port "0" must be > 0').status : undefined;
}

/** Resolves when the client has gone and every connection has ended, or the handshake was refused. */
export async function tunnelledPorts(upgrade: Upgrade, session: PortsSession): Promise<void> {
  const opened = await open(upgrade, [TUNNEL]);
  if (opened !== undefined) await forwardPorts(bytesOver(opened.webSocket), session);
}

/** Resolves when every connection has ended, or the handshake was refused. */
export async function portsOverWebSocket(upgrade: Upgrade, session: PortsSession): Promise<void> {
  const opened = await open(upgrade, CHANNELS);
  if (opened === undefined) return;
  const { webSocket, protocol } = opened;
  const channels = new SocketChannels(webSocket, { base64: protocol.includes('base64'), ends: false });
  const pipes = session.asked.map(() => new Pipe());
  const listening = listen(channels, pipes);
  await Promise.all(pipes.map((pipe, index) => serve(session, { channels, pipe, index })));
  await webSocket.close();
  await listening;
}

type Opened = { readonly webSocket: WebSocket; readonly protocol: string };

async function open({ incoming, socket, head }: Upgrade, known: readonly string[]): Promise<Opened | undefined> {
  const handshake = chooseProtocol(incoming.headers, offeredProtocols(incoming.headers), known);
  if (handshake.kind === 'refused') {
    socket.end(handshake.answer);
    return undefined;
  }
  const webSocket = new WebSocket(connectionOver(socket, head), MOST_MESSAGE_BYTES);
  await webSocket.accept(incoming.headers['sec-websocket-key'] ?? '', handshake.protocol);
  return { webSocket, protocol: handshake.protocol ?? '' };
}

function bytesOver(webSocket: WebSocket): ByteConnection {
  return { chunks: webSocket.messages(), write: (bytes) => webSocket.send('binary', bytes), end: () => void webSocket.close() };
}

type Served = { readonly channels: SocketChannels; readonly pipe: Pipe; readonly index: number };

/** Of each port the data goes through an even channel and errors through the next; both begin with the port. */
async function serve({ asked, answerOf }: PortsSession, { channels, pipe, index }: Served): Promise<void> {
  const port = asked[index] ?? 0;
  const [data, error] = [index * 2, index * 2 + 1];
  try {
    for (const channel of [data, error]) await channels.send(channel, portBytes(port));
    const outcome = answerOf(port);
    if (outcome.kind === 'failed') await channels.send(error, Buffer.from(outcome.reason));
    else await servePort(outcome.answer, { chunks: pipe.chunks, write: (bytes) => channels.send(data, bytes) });
  } finally {
    // What is still said to it holds up no other port.
    pipe.abandon();
  }
}

async function listen(channels: SocketChannels, pipes: readonly Pipe[]): Promise<void> {
  for await (const message of channels.messages()) {
    if (message.kind === 'data' && message.channel % 2 === 0) await pipes[message.channel / 2]?.write(message.bytes);
  }
  for (const pipe of pipes) pipe.end();
}

function portBytes(port: number): Uint8Array {
  const bytes = Buffer.alloc(PORT_BYTES);
  bytes.writeUInt16LE(port);
  return bytes;
}
