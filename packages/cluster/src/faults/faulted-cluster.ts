// Fault runs set up: the disturbed connection, its namespace, and what must hold of the outcome.

import { realClock } from '@rectrace/testing';
import type { ClusterConnection } from '../kubeconfig/load-cluster.ts';
import { loadCluster } from '../kubeconfig/load-cluster.ts';
import { seededChance } from './chance.ts';
import type { FaultFigures } from './fault-run.ts';
import { runFaults } from './fault-run.ts';
import type { FaultSubject } from './fault-subject.ts';
import type { WriterApi } from './steady-writer.ts';

export type FaultedRun = {
  readonly title: string;
  /** Kubeconfig of the way that is disturbed. */
  readonly kubeconfig: string;
  /** The way that is not. */
  readonly direct: WriterApi;
  readonly subject: FaultSubject;
  readonly namespace: string;
  readonly faults: number;
  readonly seed: number;
  strike(more: (writes: number) => Promise<void>): Promise<void>;
};

/** Runs one class from one seed. */
export async function runFaulted({ kubeconfig, seed, ...run }: FaultedRun): Promise<FaultFigures> {
  const random = seededChance(seed);
  const disturbed: ClusterConnection = await loadCluster({ kubeconfig, env: {}, clock: realClock(), random });
  try {
    return await runFaults({ ...run, disturbed, random });
  } finally {
    disturbed.close();
  }
}

/** What no fault may cause, as a reader would write it: empty where all holds. */
export function breaches(figures: FaultFigures): readonly string[] {
  const { written, recorded, inGaps, unexplained, doubled, invented, epochs } = figures;
  return [
    ...(unexplained === 0 ? [] : [`${unexplained} revisions are unexplained`]),
    ...(doubled === 0 ? [] : [`${doubled} revisions are doubled`]),
    ...(invented === 0 ? [] : [`${invented} revisions were never written`]),
    ...(epochs === 0 ? [] : [`${epochs} epochs began`]),
    ...(recorded + inGaps === written ? [] : [`recorded ${recorded} and in gaps ${inGaps} are not the ${written} written`]),
  ];
}
