// exec and attach over a WebSocket: the channels of remote commands, versions 1, 4 and 5.
import type { ProgramSession } from '../../api/pod-streams/pod-session.ts';
import { laxFrames } from '../lax-frames.ts';
import { openWebSocket } from '../open-web-socket.ts';
import { Pipe } from '../pipe.ts';
import { offeredProtocols } from '../socket-protocols.ts';
import type { Upgrade } from '../upgrade.ts';
import type { WebSocket } from '../web-socket.ts';
import { chooseProtocol } from '../web-socket-handshake.ts';
import { errorText } from './error-text.ts';
import { runProgram } from './run-program.ts';
import { SocketChannels } from './socket-channels.ts';

const [STDIN, STDOUT, STDERR, ERROR] = [0, 1, 2, 3] as const;
/** Those, and one of sizes of the terminal. */
const CHANNELS = 5;

/** Spoken by the API server itself, which knows nothing else where it is offered; the others by kubelets. */
const V5 = 'v5.channel.k8s.io';
const KUBELET_PROTOCOLS = ['', 'channel.k8s.io', 'base64.channel.k8s.io', 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];

/** Whether what a kubelet refuses reaches the client on the error channel: the API server has switched protocols before it asks. */
export function refusesOnChannel({ incoming }: Upgrade): boolean {
  return offeredProtocols(incoming.headers).includes(V5);
}

/** Resolves when the program has ended and the client has gone, or the handshake was refused. */
export async function runOverWebSocket(upgrade: Upgrade, session: ProgramSession): Promise<void> {
  const { headers } = upgrade.incoming;
  const offered = offeredProtocols(headers);
  const handshake = chooseProtocol(headers, offered, offered.includes(V5) ? [V5] : KUBELET_PROTOCOLS);
  const opened = await openWebSocket(upgrade, { handshake, rules: laxFrames() });
  if (opened === undefined) return;
  const { webSocket, protocol } = opened;
  const channels = new SocketChannels(webSocket, { base64: protocol.includes('base64'), ending: protocol === V5 ? CHANNELS : 0 });
  const stdin = new Pipe();
  // Who did not ask to say something is not waited for.
  if (!session.streams.stdin) stdin.abandon();
  const running = run(session, { webSocket, channels, stdin, protocol });
  await Promise.all([listen(channels, { webSocket, stdin }), running]);
}

type Running = {
  readonly webSocket: WebSocket;
  readonly channels: SocketChannels;
  readonly stdin: Pipe;
  readonly protocol: string;
};

async function run({ streams, program }: ProgramSession, { webSocket, channels, stdin, protocol }: Running): Promise<void> {
  await channels.send(firstWritable(streams), new Uint8Array());
  try {
    await runProgram(program, {
      stdin: stdin.chunks,
      write: (to, bytes) => (streams[to] ? channels.send(to === 'stdout' ? STDOUT : STDERR, bytes) : Promise.resolve()),
      end: async (status) => {
        const text = errorText(status, protocol.startsWith('v'));
        if (text !== '') await channels.send(ERROR, Buffer.from(text));
      },
    });
  } finally {
    await webSocket.close();
    stdin.abandon();
  }
}

/** An empty message there tells the client that the connection stands. */
function firstWritable({ stdout, stderr }: ProgramSession['streams']): number {
  if (stdout) return STDOUT;
  return stderr ? STDERR : ERROR;
}

/** Sizes of the terminal are passed over: no program of a script shows them. */
async function listen(channels: SocketChannels, { webSocket, stdin }: Pick<Running, 'webSocket' | 'stdin'>): Promise<void> {
  try {
    for await (const message of channels.messages()) {
      if (message.channel !== STDIN) continue;
      if (message.kind === 'end') stdin.end();
      else await stdin.write(message.bytes);
    }
    await webSocket.close();
  } finally {
    stdin.end();
  }
}
