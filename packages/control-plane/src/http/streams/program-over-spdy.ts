// exec and attach over SPDY: a stream for each of stdin, stdout and stderr, one for how it ends, one for the size of the terminal.
import { Readable } from 'node:stream';
import type { ProgramSession } from '../../api/pod-streams/pod-session.ts';
import { statusOfEnd } from '../../api/pod-streams/program-status.ts';
import { connectionOver } from '../byte-connection.ts';
import { SpdyConnection } from '../spdy/spdy-connection.ts';
import type { SpdyStream } from '../spdy/spdy-stream.ts';
import type { Upgrade } from '../upgrade.ts';
import { errorText } from './error-text.ts';
import { judgeSpdy, switchToSpdy } from './spdy-handshake.ts';

const V4 = 'v4.channel.k8s.io';
/** Without an end for terminals. */
const WITHOUT_RESIZE = ['v2.channel.k8s.io', 'channel.k8s.io'];
const PROTOCOLS = [V4, 'v3.channel.k8s.io', ...WITHOUT_RESIZE];
const STREAM_TYPE = 'streamtype';
const TYPES = ['error', 'stdin', 'stdout', 'stderr', 'resize'];

/** Resolves when the program has ended, or the handshake was refused. */
export async function runOverSpdy(upgrade: Upgrade, session: ProgramSession): Promise<void> {
  const handshake = judgeSpdy(upgrade, PROTOCOLS);
  if (handshake.kind === 'refused') {
    upgrade.socket.end(handshake.answer);
    return;
  }
  const { protocol } = handshake;
  switchToSpdy(upgrade, protocol);
  const connection = new SpdyConnection(connectionOver(upgrade.socket, upgrade.head), (headers) =>
    TYPES.includes(headers.get(STREAM_TYPE) ?? ''),
  );
  const wanted = wantedStreams(session.streams, !WITHOUT_RESIZE.includes(protocol));
  const streams = new Map<string, SpdyStream>();
  let running: Promise<void> | undefined;
  for await (const stream of connection.streams()) {
    const type = stream.headers.get(STREAM_TYPE) ?? '';
    streams.set(type, stream);
    // Sizes of the terminal are passed over: no program of a script shows them.
    if (type !== 'stdin') stream.ignore();
    if (running === undefined && wanted.every((name) => streams.has(name))) running = run(session, { connection, streams, protocol });
  }
  await running;
}

function wantedStreams({ stdin, stdout, stderr, tty }: ProgramSession['streams'], resizes: boolean): readonly string[] {
  const asked = Object.entries({ stdin, stdout, stderr, resize: tty && resizes }).flatMap(([name, wanted]) => (wanted ? [name] : []));
  return ['error', ...asked];
}

type Running = { readonly connection: SpdyConnection; readonly streams: ReadonlyMap<string, SpdyStream>; readonly protocol: string };

async function run({ program }: ProgramSession, { connection, streams, protocol }: Running): Promise<void> {
  const end =
    program.kind === 'refused'
      ? program.status
      : statusOfEnd(
          await program.run({
            stdin: streams.get('stdin')?.chunks ?? Readable.from([]),
            write: (to, bytes) => streams.get(to)?.write(bytes) ?? Promise.resolve(),
          }),
        );
  await streams.get('error')?.write(Buffer.from(errorText(end, protocol === V4)));
  for (const stream of streams.values()) await stream.end();
  streams.get('stdin')?.ignore();
  await connection.close();
}
