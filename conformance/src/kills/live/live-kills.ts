// The kill test on a real API server: a program of the product records what is written there without pause, is killed over and over, and what
// the server acknowledged is compared with the history.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlPlane } from '@rectrace/testbed';
import type { KillFigures } from '../kill-figures.ts';
import { killRounds } from '../kill-rounds.ts';
import { seededRandom } from '../seeded-random.ts';
import { DEPLOYMENT, LoadWriter } from './load-writer.ts';
import type { Product, Programs } from './products.ts';
import { Scene } from './scene.ts';

export type LiveKillOptions = {
  readonly plane: ControlPlane;
  readonly product: Product;
  readonly programs: Programs;
  readonly namespace: string;
  readonly seed: number;
  readonly kills: number;
  /** Ends everything that it has started. */
  readonly signal: AbortSignal;
};

const WRITES_PER_SECOND = 260;
const START_UP_MS = 2_500;

/** @throws with what the program said last, where it ends by itself or falls behind for good; its history is kept then */
export async function runLiveKills(options: LiveKillOptions): Promise<KillFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-kills-'));
  const over = new AbortController();
  const scene = await sceneOf(options, { folder, signal: AbortSignal.any([options.signal, over.signal]) });
  try {
    const figures = await Promise.race([play(scene, options), scene.writer.refused]);
    rmSync(folder, { recursive: true });
    return figures;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${options.product.title}: ${reason}; its history is in ${folder}\n${scene.lastWords}`, { cause: error });
  } finally {
    over.abort();
  }
}

async function sceneOf(
  { plane, product, programs, namespace, seed }: LiveKillOptions,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<Scene> {
  const { kubeconfig, api } = plane;
  const kubeSystem = await api.expect({ path: '/api/v1/namespaces/kube-system' });
  const errand = { kubeconfig, namespace, deployment: DEPLOYMENT, clusterUid: kubeSystem.metadata.uid, folder };
  const load = { api, namespace, random: seededRandom(seed), perSecond: WRITES_PER_SECOND, scope: product.scope, signal };
  return new Scene({ errand, product, programs, writer: new LoadWriter(load), signal });
}

async function play(scene: Scene, { seed, kills }: LiveKillOptions): Promise<KillFigures> {
  const { writer, commits } = scene;
  await writer.prepare();
  await scene.first();
  writer.begin();
  const tally = await killRounds({ kills, random: seededRandom(seed + 1), start: () => scene.start(), commits, startUpMs: START_UP_MS });
  const writesPerSecond = await writer.end();
  await scene.catchUp();
  return { ...tally, ...scene.compare(), writesPerSecond };
}
