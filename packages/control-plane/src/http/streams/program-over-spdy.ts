// exec and attach over SPDY: a stream for each of stdin, stdout and stderr, one for how it ends, one for the size of the terminal.
import { Readable } from 'node:stream';
import type { Clock } from '@rectrace/kube';
import type { ProgramSession } from '../../api/pod-streams/pod-session.ts';
import { SpdyConnection } from '../spdy/spdy-connection.ts';
import type { Upgrade } from '../upgrade.ts';
import type { StreamsByType } from './awaited-streams.ts';
import { AwaitedStreams, isProgramStream } from './awaited-streams.ts';
import { errorText } from './error-text.ts';
import { openSpdy } from './open-spdy.ts';
import { runProgram } from './run-program.ts';

const V4 = 'v4.channel.k8s.io';
/** Without an end for terminals. */
const WITHOUT_RESIZE = ['v2.channel.k8s.io', 'channel.k8s.io'];
const PROTOCOLS = [V4, 'v3.channel.k8s.io', ...WITHOUT_RESIZE];

/** Resolves when the program has ended and the client has gone, or the handshake was refused. */
export async function runOverSpdy(upgrade: Upgrade, session: ProgramSession, clock: Clock): Promise<void> {
  const opened = openSpdy(upgrade, PROTOCOLS);
  if (opened === undefined) return;
  const { protocol } = opened;
  const connection = new SpdyConnection(opened.connection, isProgramStream);
  const awaited = new AwaitedStreams(wantedStreams(session.streams, !WITHOUT_RESIZE.includes(protocol)));
  const serve = async (): Promise<void> => {
    const streams = await awaited.complete(clock);
    if (streams !== undefined) return run(session, { connection, streams, protocol });
    await connection.close();
    // Whoever opens no streams may not close either.
    upgrade.socket.end(() => upgrade.socket.destroy());
  };
  await Promise.all([listen(connection, awaited), serve()]);
}

function wantedStreams({ stdin, stdout, stderr, tty }: ProgramSession['streams'], resizes: boolean): readonly string[] {
  const asked = Object.entries({ stdin, stdout, stderr, resize: tty && resizes }).flatMap(([name, wanted]) => (wanted ? [name] : []));
  return ['error', ...asked];
}

async function listen(connection: SpdyConnection, awaited: AwaitedStreams): Promise<void> {
  try {
    for await (const stream of connection.streams()) await awaited.add(stream);
  } finally {
    awaited.close();
  }
}

type Running = { readonly connection: SpdyConnection; readonly streams: StreamsByType; readonly protocol: string };

async function run({ program }: ProgramSession, { connection, streams, protocol }: Running): Promise<void> {
  try {
    await runProgram(program, {
      stdin: streams.get('stdin')?.chunks ?? Readable.from([]),
      write: (to, bytes) => streams.get(to)?.write(bytes) ?? Promise.resolve(),
      end: async (status) => streams.get('error')?.write(Buffer.from(errorText(status, protocol === V4))),
    });
  } finally {
    for (const stream of streams.values()) await stream.end();
    streams.get('stdin')?.ignore();
    await connection.close();
  }
}
