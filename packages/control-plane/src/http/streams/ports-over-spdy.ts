// portforward over SPDY: for each connection to a port a stream of its data and one for what goes wrong.
import type { Clock } from '@rectrace/kube';
import type { PortsSession } from '../../api/pod-streams/pod-session.ts';
import type { ByteConnection } from '../byte-connection.ts';
import type { Headers } from '../spdy/frame.ts';
import { SpdyConnection } from '../spdy/spdy-connection.ts';
import type { Upgrade } from '../upgrade.ts';
import { ConcurrentWork } from './concurrent-work.ts';
import { forwardPort } from './forward-port.ts';
import { openSpdy } from './open-spdy.ts';
import type { StreamPair } from './stream-pairs.ts';
import { StreamPairs } from './stream-pairs.ts';

const PROTOCOLS = ['portforward.k8s.io'];
const MOST_PORT = 65_535;

/** Resolves when the client has gone and every connection has ended, or the handshake was refused. */
export async function portsOverSpdy(upgrade: Upgrade, session: PortsSession, clock: Clock): Promise<void> {
  const opened = openSpdy(upgrade, PROTOCOLS);
  if (opened !== undefined) await forwardPorts(opened.connection, session, clock);
}

/** Resolves when the client has gone and every connection has ended. */
export async function forwardPorts(connection: ByteConnection, session: PortsSession, clock: Clock): Promise<void> {
  const work = new ConcurrentWork();
  const pairs = new StreamPairs(clock, work);
  try {
    for await (const stream of new SpdyConnection(connection, isPortStream).streams()) {
      const pair = await pairs.add(stream);
      if (pair !== undefined) work.start(serve(session, pair));
    }
  } finally {
    pairs.close();
  }
  await work.ended();
}

function isPortStream(headers: Headers): boolean {
  const port = headers.get('port') ?? '';
  return (
    /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= MOST_PORT && ['data', 'error'].includes(headers.get('streamtype') ?? '')
  );
}

function serve(session: PortsSession, { data, error }: StreamPair): Promise<void> {
  return forwardPort(session, Number(data.headers.get('port')), {
    chunks: data.chunks,
    write: (bytes) => data.write(bytes),
    fail: async (reason) => {
      await error.write(Buffer.from(reason));
      await data.reset();
      await error.reset();
    },
    end: async () => {
      data.ignore();
      await data.end();
      await error.end();
    },
  });
}
