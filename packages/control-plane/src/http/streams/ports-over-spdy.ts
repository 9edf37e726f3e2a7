// portforward over SPDY: for each connection to a port a stream of its data and one for what goes wrong.
import type { PortsSession } from '../../api/pod-streams/pod-session.ts';
import type { ByteConnection } from '../byte-connection.ts';
import { connectionOver } from '../byte-connection.ts';
import type { Headers } from '../spdy/frame.ts';
import { SpdyConnection } from '../spdy/spdy-connection.ts';
import type { SpdyStream } from '../spdy/spdy-stream.ts';
import type { Upgrade } from '../upgrade.ts';
import { servePort } from './serve-port.ts';
import { judgeSpdy, switchToSpdy } from './spdy-handshake.ts';

const PROTOCOLS = ['portforward.k8s.io'];
const MOST_PORT = 65_535;

/** Resolves when the client has gone and every connection has ended, or the handshake was refused. */
export async function portsOverSpdy(upgrade: Upgrade, session: PortsSession): Promise<void> {
  const handshake = judgeSpdy(upgrade, PROTOCOLS);
  if (handshake.kind === 'refused') {
    upgrade.socket.end(handshake.answer);
    return;
  }
  switchToSpdy(upgrade, handshake.protocol);
  await forwardPorts(connectionOver(upgrade.socket, upgrade.head), session);
}

type Pair = { readonly data?: SpdyStream; readonly error?: SpdyStream };

/** Resolves when the client has gone and every connection has ended. */
export async function forwardPorts(connection: ByteConnection, session: PortsSession): Promise<void> {
  const pairs = new Map<string, Pair>();
  const serving = new Set<Promise<void>>();
  for await (const stream of new SpdyConnection(connection, isPortStream).streams()) {
    const request = requestOf(stream);
    const pair = { ...pairs.get(request), [typeOf(stream.headers)]: stream };
    pairs.set(request, pair);
    const { data, error } = pair;
    if (data === undefined || error === undefined) continue;
    pairs.delete(request);
    const served = serve(session, { data, error }).finally(() => serving.delete(served));
    serving.add(served);
  }
  await Promise.all(serving);
}

function isPortStream(headers: Headers): boolean {
  const port = headers.get('port') ?? '';
  return (
    /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= MOST_PORT && ['data', 'error'].includes(headers.get('streamtype') ?? '')
  );
}

function typeOf(headers: Headers): 'data' | 'error' {
  return headers.get('streamtype') === 'data' ? 'data' : 'error';
}

/** Old clients name none, and open the stream of data after that of errors. */
function requestOf({ id, headers }: SpdyStream): string {
  return headers.get('requestid') ?? String(typeOf(headers) === 'data' ? id - 2 : id);
}

async function serve({ answerOf }: PortsSession, { data, error }: Required<Pair>): Promise<void> {
  const outcome = answerOf(Number(data.headers.get('port')));
  error.ignore();
  if (outcome.kind === 'failed') {
    await error.write(Buffer.from(outcome.reason));
    await error.end();
    return data.reset();
  }
  await servePort(outcome.answer, { chunks: data.chunks, write: (bytes) => data.write(bytes) });
  data.ignore();
  await data.end();
  await error.end();
}
