// Takes requests off connections, each in its turn: what HTTP/1.1 has beside plain requests (expectations, switches of protocols, bytes that
// are no HTTP) is treated as Go's server treats it.
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { Clock } from '@rectrace/kube';
import { type Breach, BrokenRequests, breachOf } from './broken-requests.ts';
import type { Incoming } from './request-body.ts';
import { Turns } from './turns.ts';
import { asksForUpgrade, type Upgrade } from './upgrade.ts';
import type { Outgoing } from './write-response.ts';

export type Taken = {
  readonly incoming: Incoming;
  readonly outgoing: Outgoing;
  /** Its client sends the body when it is told to go on. */
  readonly awaitsContinue?: true;
  /** Where another protocol is asked for. */
  readonly upgrade?: Upgrade;
};

type Taking = { readonly clock: Clock; readonly answer: (taken: Taken) => Promise<void> };

const HTTP1 = {
  /** Milliseconds, longer than Go's idle 90 s: whoever closes first must be the client. */
  keepAliveTimeout: 120_000,
  /** Of the first line and the headers, in bytes: as Go's limit. */
  maxHeaderSize: 1024 * 1024 + 4096,
  /** Any number of headers: with a limit Node drops what is beyond. */
  maxHeadersCount: 0,
  /** Its absence is told in Go's words. */
  requireHostHeader: false,
  /** Every other upgrade that is asked for is passed over, and the request answered as it stands. */
  shouldUpgradeCallback: asksForUpgrade,
};
const OK = 200;
const EXPECTATION_FAILED = 417;

export function takeRequests(server: Http2SecureServer, { clock, answer }: Taking): void {
  Object.assign(server, HTTP1);
  const turns = new Turns();
  const broken = new BrokenRequests(turns, clock);
  const take = async (taken: Taken): Promise<void> => {
    if (await isTaken(taken, turns)) await answer(taken);
  };
  server.on('request', (incoming: Incoming, outgoing: Outgoing) => void take({ incoming, outgoing }));
  server.on('checkContinue', (incoming: Incoming, outgoing: Outgoing) => void take({ incoming, outgoing, awaitsContinue: true }));
  server.on('checkExpectation', async (incoming: Incoming, outgoing: Outgoing) => {
    if (!(await isTaken({ incoming, outgoing }, turns))) return;
    if (outgoing instanceof ServerResponse) outgoing.writeHead(EXPECTATION_FAILED, { connection: 'close', 'content-length': 0 }).end();
    else await answer({ incoming, outgoing });
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Uint8Array) => {
    void takeSwitch({ incoming, socket, head }, { turns, answer: (outgoing, upgrade) => answer({ incoming, outgoing, upgrade }) });
  });
  // A proxy would switch to what it is asked for; to an API server it is one more method.
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Uint8Array) => {
    void takeSwitch({ incoming, socket, head }, { turns, answer: (outgoing) => answer({ incoming, outgoing }) });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => void broken.tell(error, socket));
}

/** Whether it is its turn and it is one that may be asked; else it has been refused, or nobody waits for an answer. */
async function isTaken({ incoming, outgoing }: Taken, turns: Turns): Promise<boolean> {
  if (!(outgoing instanceof ServerResponse)) return true;
  const asked = incoming as IncomingMessage;
  if (!(await turns.take(asked, outgoing))) return false;
  const breach = breachOf(asked);
  if (breach !== undefined) refuse(outgoing, breach);
  // Go itself answers what is asked of the server as a whole.
  const isGeneral = asked.method === 'OPTIONS' && asked.url === '*';
  if (breach === undefined && isGeneral) outgoing.writeHead(OK, { 'content-length': 0 }).end();
  return breach === undefined && !isGeneral;
}

function refuse(outgoing: ServerResponse, { status, text }: Breach): void {
  const space = status.indexOf(' ');
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  outgoing.writeHead(Number(status.slice(0, space)), status.slice(space + 1), headers).end(text);
}

type Switching = {
  readonly turns: Turns;
  readonly answer: (outgoing: ServerResponse, upgrade: Upgrade) => Promise<void>;
};

/** Node has let go of the connection. What is answered without the switch that was asked for ends it. */
async function takeSwitch(upgrade: Upgrade, { turns, answer }: Switching): Promise<void> {
  const { incoming, socket } = upgrade;
  const outgoing = new ServerResponse(incoming);
  // Nobody else tells an answer that waits for its reader, be it the one before, that more may be written.
  socket.on('drain', () => turns.current(socket)?.emit('drain'));
  if (!(await turns.take(incoming, outgoing))) return;
  outgoing.shouldKeepAlive = false;
  outgoing.assignSocket(socket);
  outgoing.on('finish', () => socket.end());
  const breach = breachOf(incoming);
  if (breach === undefined) await answer(outgoing, upgrade);
  else refuse(outgoing, breach);
}
