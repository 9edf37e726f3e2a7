// The server under fuzzing: `rectrace virtual up` in a process of its own, so that its end, its memory and what it says of its faults are seen.
import { fileURLToPath } from 'node:url';
import type { BareServer } from '@rectrace/testing';
import { BareConnection, processUsage } from '@rectrace/testing';
import { startVirtual } from '../snapshot/virtual-program.ts';

const ANSWERS = fileURLToPath(new URL('../pod-streams/answers.yaml', import.meta.url));

export type FuzzServer = {
  readonly server: BareServer;
  readonly token: string;
  /** Asks as the administrator, over a connection of its own. The status, or undefined where there is no answer in time. */
  ask(asked: {
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
    readonly timeoutMs?: number;
  }): Promise<number | undefined>;
  rssMb(): number;
  /** Lines about faults of the program so far. */
  faults(): readonly string[];
  /** False once it has ended by itself. */
  isRunning(): boolean;
  stop(): Promise<void>;
};

const TIMEOUT_MS = 60_000;

export async function startFuzzServer(kubeconfig: string): Promise<FuzzServer> {
  const program = await startVirtual({ kubeconfig, args: ['--kubeconfig', kubeconfig, '--pod-answers', ANSWERS] });
  const { hostname: host, port } = new URL(program.url);
  const server = { host, port: Number(port), authority: program.authority };
  return {
    server,
    token: program.token,
    ask: ({ method, path, body, timeoutMs = TIMEOUT_MS }) => ask(server, { method, path, body, timeoutMs, token: program.token }),
    rssMb: () => processUsage(program.pid).rssMb,
    faults: () =>
      program
        .heard()
        .split('\n')
        .filter((line) => line.includes('internal fault')),
    isRunning: () => program.isRunning(),
    stop: () => program.stop(),
  };
}

type Asked = { readonly method: string; readonly path: string; readonly body: unknown; readonly timeoutMs: number; readonly token: string };

async function ask(server: BareServer, { method, path, body, timeoutMs, token }: Asked): Promise<number | undefined> {
  const connection = await BareConnection.open(server);
  try {
    const text = body === undefined ? '' : JSON.stringify(body);
    const lines = [
      'Host: a',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
    ];
    connection.say([`${method} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n'));
    const heard = await connection.answer({ timeoutMs });
    return heard.kind === 'answer' ? heard.answer.status : undefined;
  } finally {
    connection.hangUp();
  }
}
