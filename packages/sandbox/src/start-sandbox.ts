// Runs an unmodified program in namespaces of its own: a network in which only the cluster's addresses exist, and one way to one API server.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiServerWay } from './api-server-way.ts';
import { SandboxRefused } from './errors.ts';
import { insidePlan } from './inside-plan.ts';
import { OuterSide, type SandboxEnd } from './outer-side.ts';
import type { OutsideAttempts } from './outside-attempts.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { enterNamespaces, waysIn } from './system-namespaces.ts';

export interface Sandbox {
  /** How the program ended. */
  readonly ended: Promise<SandboxEnd>;
  /** What it has tried to reach outside so far; once stopped: in all. */
  attempts(): Promise<OutsideAttempts>;
  /** Ends the program, by SIGTERM first and by SIGKILL after `graceMs` (default 5,000), and all that is left in its namespaces. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const GRACE_MS = 5_000;

/** Resolves when the program has been started. Whatever ends this process ends it too. @throws SandboxRefused */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'rectrace-sandbox-'));
  const socket = join(folder, 'api-server');
  const way = await openApiServerWay(socket, options.apiServer);
  const side = await firstThatStarts(options, socket);
  const close = async (): Promise<void> => {
    await way.close();
    await rm(folder, { recursive: true });
  };
  if (side.kind === 'refused') {
    await close();
    throw new SandboxRefused(side.reason);
  }
  const { started } = side;
  return {
    ended: started.ended,
    attempts: () => started.attempts(),
    stop: async ({ graceMs = GRACE_MS } = {}) => {
      await started.stop(graceMs);
      await close();
    },
  };
}

type First = { readonly kind: 'started'; readonly started: OuterSide } | { readonly kind: 'refused'; readonly reason: string };

/** Of several refusals the first is told: it is about the way that everybody may go. */
async function firstThatStarts(options: SandboxOptions, socket: string): Promise<First> {
  const reasons: string[] = [];
  for (const flags of waysIn()) {
    const side = new OuterSide(enterNamespaces(flags), options);
    const outcome = await side.start(insidePlan(options, socket));
    if (outcome.kind === 'started') return { kind: 'started', started: side };
    reasons.push(outcome.reason);
  }
  return { kind: 'refused', reason: reasons[0] ?? '' };
}
