// How a connection into a sandbox says where it is for: its first 64 bytes are `HOST PORT`, filled up with blanks.
import type { Socket } from 'node:net';

export type InwardAddress = { readonly host: string; readonly port: number };

const BYTES = 64;

export function writeInwardAddress(socket: Socket, { host, port }: InwardAddress): void {
  socket.write(`${host} ${port}`.padEnd(BYTES));
}

/** Reads that and no further. Undefined where the connection ends before. */
export function readInwardAddress(socket: Socket): Promise<InwardAddress | undefined> {
  return new Promise((resolve) => {
    const read = (): void => {
      const head: Buffer | null = socket.read(BYTES);
      if (head === null) return;
      socket.off('readable', read);
      const [host = '', port = ''] = head.toString('latin1').split(' ');
      resolve({ host, port: Number(port) });
    };
    socket.on('readable', read);
    socket.once('close', () => resolve(undefined));
  });
}
