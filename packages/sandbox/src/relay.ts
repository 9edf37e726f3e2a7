// A listening socket, each connection to which becomes one to somewhere else.
import { type AddressInfo, createServer, type ListenOptions, type Socket } from 'node:net';
import { joinSockets } from './join-sockets.ts';

export interface Relay {
  /** Where it listens: of an address, its port; of a Unix socket 0. */
  readonly port: number;
  /** Cuts what is open. */
  close(): Promise<void>;
}

/** Resolves when it listens. `dial`: opens the other connection, half-open ones allowed. */
export async function openRelay(listen: ListenOptions, dial: () => Socket): Promise<Relay> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = dial();
    for (const one of [near, far]) {
      open.add(one);
      one.once('close', () => open.delete(one));
    }
    joinSockets(near, far);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen, resolve);
  });
  const address = server.address() as AddressInfo | string;
  return {
    port: typeof address === 'string' ? 0 : address.port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const one of open) one.destroy();
      await closed;
    },
  };
}
