// portforward over a WebSocket: SPDY in its messages, as kubectl from 1.31 on has it, or a pair of channels for each port.
import type { Clock } from '@rectrace/kube';
import { badRequest } from '../../api/failures.ts';
import type { PortsSession } from '../../api/pod-streams/pod-session.ts';
import type { StatusBody } from '../../api/status.ts';
import type { ByteConnection } from '../byte-connection.ts';
import type { FrameRules } from '../frame-rules.ts';
import { laxFrames } from '../lax-frames.ts';
import type { Opened } from '../open-web-socket.ts';
import { openWebSocket } from '../open-web-socket.ts';
import { Pipe } from '../pipe.ts';
import { offeredProtocols } from '../socket-protocols.ts';
import { strictFrames } from '../strict-frames.ts';
import type { Upgrade } from '../upgrade.ts';
import type { WebSocket } from '../web-socket.ts';
import { chooseProtocol } from '../web-socket-handshake.ts';
import { ConcurrentWork } from './concurrent-work.ts';
import { forwardPort } from './forward-port.ts';
import { forwardPorts } from './ports-over-spdy.ts';
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
export async function tunnelledPorts(upgrade: Upgrade, session: PortsSession, clock: Clock): Promise<void> {
  const opened = await open(upgrade, [TUNNEL], strictFrames);
  if (opened !== undefined) await forwardPorts(bytesOver(opened.webSocket), session, clock);
}

/** Resolves when every connection has ended and the client has gone, or the handshake was refused. */
export async function portsOverWebSocket(upgrade: Upgrade, session: PortsSession): Promise<void> {
  const opened = await open(upgrade, CHANNELS, laxFrames());
  if (opened === undefined) return;
  const { webSocket, protocol } = opened;
  const channels = new SocketChannels(webSocket, { base64: protocol.includes('base64'), ending: 0 });
  const pipes = session.asked.map(() => new Pipe());
  await Promise.all([listen(channels, { webSocket, pipes }), serveAll(session, { webSocket, channels, pipes })]);
}

function open(upgrade: Upgrade, known: readonly string[], rules: FrameRules): Promise<Opened | undefined> {
  const { headers } = upgrade.incoming;
  return openWebSocket(upgrade, { handshake: chooseProtocol(headers, offeredProtocols(headers), known), rules });
}

function bytesOver(webSocket: WebSocket): ByteConnection {
  return { chunks: webSocket.messages(), write: (bytes) => webSocket.send('binary', bytes), end: () => void webSocket.close() };
}

type Serving = { readonly webSocket: WebSocket; readonly channels: SocketChannels; readonly pipes: readonly Pipe[] };

async function serveAll(session: PortsSession, { webSocket, channels, pipes }: Serving): Promise<void> {
  const work = new ConcurrentWork();
  for (const [index, pipe] of pipes.entries()) work.start(serve(session, { channels, pipe, index }));
  try {
    await work.ended();
  } finally {
    await webSocket.close();
  }
}

type Served = { readonly channels: SocketChannels; readonly pipe: Pipe; readonly index: number };

/** Of each port the data goes through an even channel and errors through the next; both begin with the port. */
async function serve(session: PortsSession, { channels, pipe, index }: Served): Promise<void> {
  const port = session.asked[index] ?? 0;
  const [data, error] = [index * 2, index * 2 + 1];
  try {
    for (const channel of [data, error]) await channels.send(channel, portBytes(port));
    await forwardPort(session, port, {
      chunks: pipe.chunks,
      write: (bytes) => channels.send(data, bytes),
      fail: (reason) => channels.send(error, Buffer.from(reason)),
      // A channel ends with its WebSocket.
      end: () => Promise.resolve(),
    });
  } finally {
    // What is still said to it holds up no other port.
    pipe.abandon();
  }
}

async function listen(channels: SocketChannels, { webSocket, pipes }: Pick<Serving, 'webSocket' | 'pipes'>): Promise<void> {
  try {
    for await (const message of channels.messages()) {
      if (message.kind === 'data' && message.channel % 2 === 0) await pipes[message.channel / 2]?.write(message.bytes);
    }
    await webSocket.close();
  } finally {
    for (const pipe of pipes) pipe.end();
  }
}

function portBytes(port: number): Uint8Array {
  const bytes = Buffer.alloc(PORT_BYTES);
  bytes.writeUInt16LE(port);
  return bytes;
}
