// A connection as bytes both ways, whatever carries it.
import type { Socket } from 'node:net';

export interface ByteConnection {
  /** What the other side says, until it ends or is gone; read by one reader. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written: no faster than the other side reads, and at once where it is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /** Nothing more is written. */
  end(): void;
}

/** `head`: what has come already. */
export function connectionOver(socket: Socket, head: Uint8Array): ByteConnection {
  return {
    chunks: chunksOf(socket, head),
    write: (bytes) =>
      new Promise((resolve) => {
        if (socket.destroyed || socket.writableEnded) resolve();
        else socket.write(bytes, () => resolve());
      }),
    end: () => {
      if (!socket.writableEnded) socket.end();
    },
  };
}

async function* chunksOf(socket: Socket, head: Uint8Array): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  try {
    // What is still to be written goes out after the other side has ended.
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    // A connection that broke has ended; what else goes wrong is a fault of the program.
    if (!(error instanceof Error && 'code' in error)) throw error;
  } finally {
    // Whoever stops listening still lets the other side end.
    socket.resume();
  }
}
