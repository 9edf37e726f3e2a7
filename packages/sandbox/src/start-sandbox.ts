// Runs an unmodified program in namespaces of its own: a network in which only the cluster's addresses exist, and one way to one API server.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxRefused } from './errors.ts';
import { insidePlan, type SandboxSockets } from './inside-plan.ts';
import { type InwardAddress, writeInwardAddress } from './inward-address.ts';
import { OuterSide, type SandboxEnd } from './outer-side.ts';
import type { OutsideAttempts } from './outside-attempts.ts';
import { openRelay, type Relay } from './relay.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { enterNamespaces, waysIn } from './system-namespaces.ts';

export interface Sandbox {
  /** How the program ended. */
  readonly ended: Promise<SandboxEnd>;
  /** What it has tried to reach outside so far; once stopped: in all. */
  attempts(): Promise<OutsideAttempts>;
  /** A port on this machine's loopback behind which the program answers at `inside`, e.g. for its webhooks. It goes with the sandbox. */
  serve(inside: InwardAddress): Promise<InwardAddress>;
  /** Ends the program, by SIGTERM first and by SIGKILL after `graceMs` (default 5,000), and all that is left in its namespaces. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const GRACE_MS = 5_000;
const LOOPBACK = '127.0.0.1';

/** Resolves when the program has been started. Whatever ends this process ends it too. @throws SandboxRefused */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'rectrace-sandbox-'));
  const sockets = { apiServer: join(folder, 'api-server'), inward: join(folder, 'inward') };
  const relays: Relay[] = [];
  const close = async (): Promise<void> => {
    for (const relay of relays) await relay.close();
    await rm(folder, { recursive: true });
  };
  // The one way out: to that server and to nothing else.
  relays.push(await openRelay({ path: sockets.apiServer }, () => connect({ ...options.apiServer, allowHalfOpen: true })));
  const side = await firstThatStarts(options, sockets);
  if (side.kind === 'refused') {
    await close();
    throw new SandboxRefused(side.reason);
  }
  const { started } = side;
  return {
    ended: started.ended,
    attempts: () => started.attempts(),
    serve: async (inside) => {
      const relay = await openRelay({ host: LOOPBACK, port: 0 }, () => {
        const far = connect({ path: sockets.inward, allowHalfOpen: true });
        writeInwardAddress(far, inside);
        return far;
      });
      relays.push(relay);
      return { host: LOOPBACK, port: relay.port };
    },
    stop: async ({ graceMs = GRACE_MS } = {}) => {
      await started.stop(graceMs);
      await close();
    },
  };
}

type First = { readonly kind: 'started'; readonly started: OuterSide } | { readonly kind: 'refused'; readonly reason: string };

/** Of several refusals the first is told: it is about the way that everybody may go. */
async function firstThatStarts(options: SandboxOptions, sockets: SandboxSockets): Promise<First> {
  const reasons: string[] = [];
  for (const flags of waysIn()) {
    const side = new OuterSide(enterNamespaces(flags), options);
    const outcome = await side.start(insidePlan(options, sockets));
    if (outcome.kind === 'started') return { kind: 'started', started: side };
    reasons.push(outcome.reason);
  }
  return { kind: 'refused', reason: reasons[0] ?? '' };
}
