// Connections from outside to what the program serves.
import { connect, createServer } from 'node:net';
import { readInwardAddress } from '../inward-address.ts';
import { joinSockets } from '../join-sockets.ts';

/** Takes them at a Unix socket. Resolves when it listens. */
export async function listenInward(socket: string): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (far) => {
    far.on('error', () => far.destroy());
    void readInwardAddress(far).then((address) => {
      if (address !== undefined) joinSockets(connect({ ...address, allowHalfOpen: true }), far);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
}
