// A program of the product that records a burdened Deployment: started and ended as often as it takes, and its history looked into from outside.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HistoryError, type RecordedPosition, readSqliteHistory } from '@rectrace/history';
import { spawnTethered } from '@rectrace/testing';
import { type Comparison, compareRecorded } from '../compare-recorded.ts';
import { type CycleCount, countCycles } from '../count-cycles.ts';
import { endedByItself, isAlive, type Recording } from '../kill-rounds.ts';
import { untilNone } from '../until-none.ts';
import { collectionOf, DEPLOYMENT, LOAD_KINDS, type LoadKind, type LoadWriter } from './load-writer.ts';
import { type Errand, environmentOf, type Product, type Programs } from './products.ts';
import { TransactionWatch } from './transaction-watch.ts';

/** Versions; about two seconds of writing. */
const FARTHEST_BEHIND = 520;
const POLL_MS = 50;
/** A collection whose watch is answered 410 is read back, revision by revision, before its position moves. */
const PATIENCE_MS = 120_000;
const LAST_WORDS = 2_000;

/** signal: kills the program. */
export type SceneParts = {
  readonly errand: Errand;
  readonly product: Product;
  readonly programs: Programs;
  readonly writer: LoadWriter;
  readonly signal: AbortSignal;
};

export class Scene {
  readonly writer: LoadWriter;
  readonly commits: TransactionWatch;
  readonly #errand: Errand;
  readonly #product: Product;
  readonly #programs: Programs;
  readonly #history: string;
  readonly #words: string;
  readonly #signal: AbortSignal;

  constructor({ errand, product, programs, writer, signal }: SceneParts) {
    this.#signal = signal;
    this.#errand = errand;
    this.#product = product;
    this.#programs = programs;
    this.writer = writer;
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
    const args = [...this.#programs[this.#product.app], ...this.#product.args(this.#errand)];
    const child = spawnTethered([process.execPath, ...args], { env, stdio: ['ignore', 'ignore', words], signal: this.#signal });
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
      return { ...compareRecorded(this.writer.acked, { reader, root }), ...countCycles(reader, root) };
    } finally {
      reader.close();
    }
  }

  async #while(left: () => number, end: (child: ChildProcess) => Promise<void>): Promise<void> {
    const { process: child } = this.start();
    await Promise.race([
      this.#opened(child).then(() => untilNone(left, { patienceMs: PATIENCE_MS, signal: this.#signal })),
      endedByItself(child),
    ]);
    await end(child);
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
    return LOAD_KINDS.map((kind) => Math.max(0, Number(this.writer.versions.get(kind) ?? 0) - (this.#placeIn(positions, kind) ?? 0)));
  }

  /** Also under the name of its root. */
  #placeIn(positions: readonly RecordedPosition[], kind: LoadKind): number | undefined {
    const scope = this.#product.scope(collectionOf(kind, this.#errand.namespace));
    const position = positions.find((one) => one.scope === scope);
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
      if (error instanceof HistoryError && error.code === 'HISTORY_MISSING') return [];
      throw error;
    }
  }
}
