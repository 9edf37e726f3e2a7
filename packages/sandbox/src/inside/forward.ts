// Connections to one address inside go to a Unix socket, behind which somebody outside answers.
import { connect, createServer } from 'node:net';
import { joinSockets } from '../join-sockets.ts';

export type Forward = { readonly host: string; readonly port: number; readonly socket: string };

/** Resolves when it listens. */
export async function forward({ host, port, socket }: Forward): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (near) => joinSockets(near, connect({ path: socket, allowHalfOpen: true })));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
