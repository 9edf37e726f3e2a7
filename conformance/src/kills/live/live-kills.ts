// The kill test on a real API server: a program of the product records what is written there without pause, is killed over and over, and what
// the server acknowledged is compared with the history.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HistoryError, type RecordedPosition, readSqliteHistory } from '@rectrace/history';
import type { ControlPlane } from '@rectrace/testbed';
import { type Comparison, compareRecorded } from '../compare-recorded.ts';
import { type CycleCount, countCycles } from '../count-cycles.ts';
import type { KillFigures } from '../kill-figures.ts';
import { endedByItself, killRounds, type Recording } from '../kill-rounds.ts';
import { seededRandom } from '../seeded-random.ts';
import { untilNone } from '../until-none.ts';
import { collectionOf, DEPLOYMENT, LOAD_KINDS, type LoadKind, LoadWriter } from './load-writer.ts';
import { type Errand, environmentOf, type Product } from './products.ts';
import { TransactionWatch } from './transaction-watch.ts';

export type LiveKillOptions = {
  readonly plane: ControlPlane;
  readonly product: Product;
  readonly namespace: string;
  readonly seed: number;
  readonly kills: number;
};

const WRITES_PER_SECOND = 260;
const FARTHEST_BEHIND = 2 * WRITES_PER_SECOND;
const START_UP_MS = 2_500;
const POLL_MS = 50;
/** A collection whose watch is answered 410 is read back, revision by revision, before its position moves. */
const PATIENCE_MS = 120_000;
const LAST_WORDS = 2_000;

/** @throws with what the program said last, where it ends by itself or falls behind for good; its history is kept then */
export async function runLiveKills({ plane, product, namespace, seed, kills }: LiveKillOptions): Promise<KillFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-kills-'));
  const kubeSystem = await plane.api.expect({ path: '/api/v1/namespaces/kube-system' });
  const { kubeconfig, api } = plane;
  const errand: Errand = { kubeconfig, namespace, deployment: DEPLOYMENT, clusterUid: kubeSystem.metadata.uid, folder };
  const writer = new LoadWriter({ api, namespace, random: seededRandom(seed), perSecond: WRITES_PER_SECOND, scope: product.scope });
  const scene = new Scene({ errand, product, writer });
  try {
    await writer.prepare();
    await scene.first();
    writer.begin();
    const start = (): Recording => scene.start();
    const tally = await killRounds({ kills, random: seededRandom(seed + 1), start, commits: scene.commits, startUpMs: START_UP_MS });
    const writesPerSecond = await writer.end();
    await scene.catchUp();
    const figures = { ...tally, ...scene.compare(), writesPerSecond };
    rmSync(folder, { recursive: true });
    return figures;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${product.title}: ${reason}; its history is in ${folder}\n${scene.lastWords}`, { cause: error });
  }
}

class Scene {
  readonly commits: TransactionWatch;
  readonly #errand: Errand;
  readonly #product: Product;
  readonly #writer: LoadWriter;
  readonly #history: string;
  readonly #words: string;

  constructor({ errand, product, writer }: { readonly errand: Errand; readonly product: Product; readonly writer: LoadWriter }) {
    this.#errand = errand;
    this.#product = product;
    this.#writer = writer;
    this.#history = product.history(errand);
    this.#words = join(errand.folder, 'said');
    this.commits = new TransactionWatch(this.#history);
  }

  get lastWords(): string {
    return existsSync(this.#words) ? readFileSync(this.#words, 'utf8').slice(-LAST_WORDS) : '';
  }

  start(): Recording {
    const words = openSync(this.#words, 'a');
    const env = environmentOf(this.#errand);
    const child = spawn(process.execPath, this.#product.args(this.#errand), { env, stdio: ['ignore', 'ignore', words] });
    closeSync(words);
    return { process: child, ready: this.#caughtUp(child) };
  }

  /** Runs it until each collection has a position, and kills it: before that there is nothing to resume from. */
  async first(): Promise<void> {
    await this.#while(
      () => this.#unplaced(),
      async (child) => void (await this.commits.kill(child)),
    );
  }

  /** Runs it until it has everything, and ends it as a user does. */
  async catchUp(): Promise<void> {
    await this.#while(
      () => this.#behind().reduce((sum, versions) => sum + versions, 0),
      async (child) => {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      },
    );
  }

  compare(): Comparison & CycleCount {
    const reader = readSqliteHistory(this.#history);
    try {
      const root = `Deployment.apps/${this.#errand.namespace}/${DEPLOYMENT}`;
      return { ...compareRecorded(this.#writer.acked, { reader, root }), ...countCycles(reader, root) };
    } finally {
      reader.close();
    }
  }

  async #while(left: () => number, end: (child: ChildProcess) => Promise<void>): Promise<void> {
    const { process: child } = this.start();
    try {
      await Promise.race([this.#opened(child).then(() => untilNone(left, PATIENCE_MS)), endedByItself(child)]);
      await end(child);
    } finally {
      child.kill('SIGKILL');
    }
  }

  /**
   * Resolves when it is near the present with every collection: one that is killed too soon every time falls back further and further. Also when
   * it is dead.
   */
  async #caughtUp(child: ChildProcess): Promise<void> {
    await this.#opened(child);
    while (isAlive(child) && Math.max(...this.#behind()) > FARTHEST_BEHIND) await pause(POLL_MS);
  }

  /** Nobody looks into the history before it does: the first one to open it after a kill has to mend it. */
  async #opened(child: ChildProcess): Promise<void> {
    while (isAlive(child) && !this.commits.hasOpened(child)) await pause(POLL_MS);
  }

  /** How many collections have no position yet. */
  #unplaced(): number {
    const positions = this.#positions();
    return LOAD_KINDS.filter((kind) => this.#placeIn(positions, kind) === undefined).length;
  }

  /** How many versions the position of each collection is short of what was written there last. */
  #behind(): readonly number[] {
    const positions = this.#positions();
    return LOAD_KINDS.map((kind) => Math.max(0, Number(this.#writer.versions.get(kind) ?? 0) - (this.#placeIn(positions, kind) ?? 0)));
  }

  /** Also under the name of its root. */
  #placeIn(positions: readonly RecordedPosition[], kind: LoadKind): number | undefined {
    const scope = this.#product.scope(collectionOf(kind, this.#errand.namespace));
    const position = positions.find((one) => one.scope === scope || one.scope.startsWith(`${scope} of `));
    return position === undefined ? undefined : Number(position.resourceVersion);
  }

  /** None where there is no history yet. */
  #positions(): readonly RecordedPosition[] {
    try {
      const reader = readSqliteHistory(this.#history);
      const positions = reader.positions();
      reader.close();
      return positions;
    } catch (error) {
      if (error instanceof HistoryError && error.code === 'HistoryMissing') return [];
      throw error;
    }
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
