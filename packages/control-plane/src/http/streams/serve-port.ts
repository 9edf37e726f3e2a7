// What a port says on one connection, as its script has it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Duplex, Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { httpReply } from '../../api/pod-answers/http-reply.ts';
import type { HttpAnswer, PortAnswer } from '../../api/pod-answers/pod-answers.ts';
import { bytesOf } from '../../api/pod-answers/pod-answers.ts';

export type PortConnection = {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly write: (bytes: Uint8Array) => Promise<void>;
};

/** Resolves when the port has said all that it says, or the client is gone. */
export async function servePort(answer: PortAnswer, connection: PortConnection): Promise<void> {
  if ('http' in answer) return serveHttp(answer.http, connection);
  if ('bytes' in answer) return connection.write(bytesOf(answer.bytes));
  for await (const bytes of connection.chunks) await connection.write(bytes);
}

async function serveHttp(answers: readonly HttpAnswer[], { chunks, write }: PortConnection): Promise<void> {
  const writable = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      write(bytes).then(() => done(), done);
    },
  });
  const socket = Duplex.from({ readable: Readable.from(chunks, { objectMode: false }), writable });
  const server = createServer((incoming, outgoing) => reply(answers, incoming, outgoing));
  server.emit('connection', socket);
  try {
    await finished(socket, { readable: false });
  } catch (error) {
    // A client that is gone in the middle is no fault of ours; what else goes wrong is.
    if (!(error instanceof Error && 'code' in error)) throw error;
  } finally {
    socket.destroy();
  }
}

function reply(answers: readonly HttpAnswer[], incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', url = '/' } = incoming;
  const path = pathOf(url);
  incoming.resume();
  const found = httpReply(answers, { method, path });
  if (found === undefined) outgoing.writeHead(501, { 'content-type': 'text/plain' }).end(`no answer is scripted for ${method} ${path}\n`);
  else outgoing.writeHead(found.status, { 'content-length': found.body.length, ...found.headers }).end(found.body);
}

/** Without its query; of a form that a proxy is asked in, too. */
function pathOf(url: string): string {
  if (!url.startsWith('/') && URL.canParse(url)) return new URL(url).pathname;
  return url.split('?', 1)[0] ?? '';
}
