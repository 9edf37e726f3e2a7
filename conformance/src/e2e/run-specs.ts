// Runs specs of e2e.test by their exact names, one after the other in one process; one that takes too long is interrupted, and the rest goes on in
// the next process.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { spawnTethered } from '@rectrace/testing';
import { outcomesIn, type SpecOutcome } from './spec-report.ts';

export type SpecRun = {
  readonly program: string;
  /** Some specs call it. */
  readonly kubectl: string;
  /** Of an administrator. */
  readonly kubeconfig: string;
  /** For reports and what the program prints. */
  readonly folder: string;
  /** How long one spec may take. */
  readonly limitMs: number;
};

const SUITE = 'Kubernetes e2e suite';
/** A program that was interrupted has this long to write its report. */
const FAREWELL_MS = 30_000;
/** How ginkgo marks the end of a spec, and the begin of the first. */
const PROGRESS = /^(?:•|[SP]) \[|^Will run /;

/** In the order of `names`. */
export async function runSpecs(names: readonly string[], run: SpecRun): Promise<readonly SpecOutcome[]> {
  await mkdir(run.folder, { recursive: true });
  const told = new Map<string, SpecOutcome>();
  const left = (): readonly string[] => names.filter((name) => !told.has(name));
  for (let round = 1; left().length > 0; round += 1) {
    const outcomes = await runOnce(left(), { ...run, folder: join(run.folder, String(round)) });
    for (const outcome of outcomes) told.set(outcome.name, outcome);
    if (outcomes.length === 0) break;
  }
  return names.map(
    (name) => told.get(name) ?? { name, state: 'missing', seconds: 0, reason: 'no such spec, or the program ended before it' },
  );
}

async function runOnce(
  names: readonly string[],
  { program, kubectl, kubeconfig, folder, limitMs }: SpecRun,
): Promise<readonly SpecOutcome[]> {
  await mkdir(folder, { recursive: true });
  const report = join(folder, 'report.json');
  const settings = [`--kubeconfig=${kubeconfig}`, `--kubectl-path=${kubectl}`, '--provider=skeleton', '--dump-logs-on-failure=false'];
  const ginkgo = [
    'no-color',
    'v',
    'seed=1',
    'timeout=12h',
    'grace-period=8s',
    `json-report=${report}`,
    ...names.map((name) => `focus=${exactly(name)}`),
  ];
  const child = spawnTethered([program, ...settings, ...ginkgo.map((setting) => `--ginkgo.${setting}`)], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const patience = new Patience(limitMs, (signal) => child.kill(signal));
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (PROGRESS.test(line)) patience.renew();
    });
  }
  await once(child, 'close');
  patience.end();
  await writeFile(join(folder, 'output.log'), `${lines.join('\n')}\n`);
  const outcomes = outcomesIn(await readReport(report), names);
  const overdue = `took longer than ${limitMs / 1000} s`;
  return outcomes.map((outcome) => (outcome.state === 'interrupted' ? { ...outcome, reason: overdue } : outcome));
}

/** One without specs where the program was killed before it wrote its own. */
async function readReport(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, 'utf8') : '[{"SpecReports":[]}]';
}

/** How ginkgo is asked for one spec. */
function exactly(name: string): string {
  return `^${SUITE} ${name.replaceAll(/[\\.+*?()|[\]{}^$]/g, '\\$&')}$`;
}

/** Interrupts what does not go on for `limitMs`, once, and kills it where that does not end it. */
class Patience {
  readonly #limitMs: number;
  readonly #signal: (signal: 'SIGINT' | 'SIGKILL') => void;
  #timer: NodeJS.Timeout;
  #interrupted = false;

  constructor(limitMs: number, signal: (signal: 'SIGINT' | 'SIGKILL') => void) {
    this.#limitMs = limitMs;
    this.#signal = signal;
    this.#timer = this.#wait();
  }

  renew(): void {
    if (this.#interrupted) return;
    clearTimeout(this.#timer);
    this.#timer = this.#wait();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #wait(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#interrupted = true;
      this.#signal('SIGINT');
      this.#timer = setTimeout(() => this.#signal('SIGKILL'), FAREWELL_MS);
    }, this.#limitMs);
  }
}
