// exec and attach over a WebSocket: the channels of remote commands, versions 1, 4 and 5.
import type { ProgramSession } from '../../api/pod-streams/pod-session.ts';
import { statusOfEnd } from '../../api/pod-streams/program-status.ts';
import { connectionOver } from '../byte-connection.ts';
import { Pipe } from '../pipe.ts';
import { offeredProtocols } from '../socket-protocols.ts';
import type { Upgrade } from '../upgrade.ts';
import { chooseProtocol, WebSocket } from '../web-socket.ts';
import { errorText } from './error-text.ts';
import { MOST_MESSAGE_BYTES } from './message-limit.ts';
import { SocketChannels } from './socket-channels.ts';

const [STDIN, STDOUT, STDERR, ERROR] = [0, 1, 2, 3] as const;

/** Spoken by the API server itself, which knows nothing else where it is offered; the others by kubelets. */
const V5 = 'v5.channel.k8s.io';
const KUBELET_PROTOCOLS = ['', 'channel.k8s.io', 'base64.channel.k8s.io', 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];

/** Whether what a kubelet refuses reaches the client on the error channel: the API server has switched protocols before it asks. */
export function refusesOnChannel({ incoming }: Upgrade): boolean {
  return offeredProtocols(incoming.headers).includes(V5);
}

/** Resolves when the program has ended, or the handshake was refused. */
export async function runOverWebSocket({ incoming, socket, head }: Upgrade, { streams, program }: ProgramSession): Promise<void> {
  const offered = offeredProtocols(incoming.headers);
  const handshake = chooseProtocol(incoming.headers, offered, offered.includes(V5) ? [V5] : KUBELET_PROTOCOLS);
  if (handshake.kind === 'refused') {
    socket.end(handshake.answer);
    return;
  }
  const { protocol = '' } = handshake;
  const webSocket = new WebSocket(connectionOver(socket, head), MOST_MESSAGE_BYTES);
  const channels = new SocketChannels(webSocket, { base64: protocol.includes('base64'), ends: protocol === V5 });
  await webSocket.accept(incoming.headers['sec-websocket-key'] ?? '', handshake.protocol);
  await channels.send(firstWritable(streams), new Uint8Array());
  const stdin = new Pipe();
  const listening = listen(channels, stdin);
  const end =
    program.kind === 'refused'
      ? program.status
      : statusOfEnd(
          await program.run({
            stdin: stdin.chunks,
            write: (to, bytes) => (streams[to] ? channels.send(to === 'stdout' ? STDOUT : STDERR, bytes) : Promise.resolve()),
          }),
        );
  const text = errorText(end, protocol.startsWith('v'));
  if (text !== '') await channels.send(ERROR, Buffer.from(text));
  await webSocket.close();
  stdin.abandon();
  await listening;
}

/** An empty message there tells the client that the connection stands. */
function firstWritable({ stdout, stderr }: ProgramSession['streams']): number {
  if (stdout) return STDOUT;
  return stderr ? STDERR : ERROR;
}

/** Sizes of the terminal are passed over: no program of a script shows them. */
async function listen(channels: SocketChannels, stdin: Pipe): Promise<void> {
  for await (const message of channels.messages()) {
    if (message.channel !== STDIN) continue;
    if (message.kind === 'end') stdin.end();
    else await stdin.write(message.bytes);
  }
  stdin.end();
}
