// What the two sides of a sandbox say to each other: one JSON value a line, over one stream.
import type { Duplex } from 'node:stream';

/** Everything that the inner side needs to know to begin. */
export type InsidePlan = {
  readonly program: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly folder: string;
  };
  /** Address ranges that are local inside, e.g. 198.18.0.0/16. */
  readonly localRanges: readonly string[];
  /** Each connection to one of these addresses goes to the Unix socket. */
  readonly forwards: readonly { readonly host: string; readonly port: number; readonly socket: string }[];
  /** Unix socket for connections from outside; see inward-address.ts. */
  readonly inward: string;
  /** Files under /run, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders under /tmp or /run that stay visible. */
  readonly keptFolders: readonly string[];
};

export type ToInside =
  | { readonly kind: 'start'; readonly plan: InsidePlan }
  /** Answer to a lookup; undefined addresses: no such name. */
  | { readonly kind: 'found'; readonly id: number; readonly addresses?: readonly string[] }
  | { readonly kind: 'count' }
  /** SIGTERM, and SIGKILL after a while. */
  | { readonly kind: 'stop'; readonly graceMs: number };

export type ProgramEnd = { readonly kind: 'exited'; readonly code: number } | { readonly kind: 'signalled'; readonly signal: string };

export type FromInside =
  | { readonly kind: 'started' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'lookup'; readonly id: number; readonly name: string }
  | { readonly kind: 'counted'; readonly connections: number }
  | { readonly kind: 'ended'; readonly end: ProgramEnd; readonly connections: number };

export function say<Message extends ToInside | FromInside>(stream: Duplex, message: Message): void {
  stream.write(`${JSON.stringify(message)}\n`);
}

/** Calls `hear` with each message; `onEnd` once when the other side is gone. */
export function listen<Message extends ToInside | FromInside>(
  stream: Duplex,
  { hear, onEnd }: { readonly hear: (message: Message) => void; readonly onEnd: () => void },
): void {
  let pending = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) hear(JSON.parse(line) as Message);
  });
  // A side that is gone ends the stream or breaks it; either way it closes.
  stream.on('error', () => stream.destroy());
  stream.once('end', () => stream.destroy());
  stream.once('close', onEnd);
}
