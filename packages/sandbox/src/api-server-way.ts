// The one way out of a sandbox: a Unix socket, each connection to which becomes one to the API server and to nothing else.
import { connect, createServer, type Socket } from 'node:net';
import { joinSockets } from './join-sockets.ts';
import type { ReachableApiServer } from './sandbox-options.ts';

export interface ApiServerWay {
  /** Cuts what is open. */
  close(): Promise<void>;
}

/** Resolves when connections are taken at the path `socket`. */
export async function openApiServerWay(socket: string, { host, port }: ReachableApiServer): Promise<ApiServerWay> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host, port, allowHalfOpen: true });
    for (const one of [near, far]) {
      open.add(one);
      one.once('close', () => open.delete(one));
    }
    joinSockets(near, far);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const one of open) one.destroy();
      await closed;
    },
  };
}
