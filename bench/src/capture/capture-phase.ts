// One stretch of load on one controller: who takes part, what it used, what it recorded.
import { setTimeout as pause } from 'node:timers/promises';
import type { ControlPlane } from '@rectrace/testbed';
import { processUsage } from '@rectrace/testing';
import { clientEnv, RECTRACE } from '../cluster/bench-cluster.ts';
import { BenchController } from '../cluster/bench-controller.ts';
import type { Load } from './burst-load.ts';
import { burstLoad } from './burst-load.ts';
import type { Captured } from './compare-captured.ts';
import { compareCaptured } from './compare-captured.ts';
import type { Observation, ObserverTask } from './observation.ts';
import { Observer } from './observer.ts';
import type { ServerUse } from './server-meter.ts';
import { serverUse, usedBetween } from './server-meter.ts';

/** What the load leads to ends within this time. */
const SETTLE_MS = 8_000;

export type PhaseOptions = {
  readonly namespace: string;
  readonly names: readonly string[];
  readonly seconds: number;
  readonly random: () => number;
  /** Of the controller. */
  readonly flags: readonly string[];
  /** Whether `rectrace watch` follows the first Deployment. */
  readonly watch: boolean;
  /** Between the start of the controller and the load. */
  readonly prepare: () => Promise<void>;
};

/** cpu in milliseconds. loadCpuMs: of this process while it wrote. */
export type Phase = {
  readonly load: Load;
  readonly observation: Observation;
  readonly captured: Captured;
  readonly server: ServerUse;
  readonly recorderCpuMs: number;
  readonly recorderPeakMb: number;
  readonly loadCpuMs: number;
};

export async function capturePhase(plane: ControlPlane, options: PhaseOptions): Promise<Phase> {
  const controller = await BenchController.start(plane, { flags: options.flags });
  try {
    await options.prepare();
    const measured = await underLoad(plane, { controller, options });
    await controller.stop();
    return { ...measured, captured: compareCaptured(controller.historyFolder, measured.observation.revisions) };
  } finally {
    await controller.stop();
    controller.remove();
  }
}

async function underLoad(
  plane: ControlPlane,
  { controller, options }: { readonly controller: BenchController; readonly options: PhaseOptions },
): Promise<Omit<Phase, 'captured'>> {
  const observer = await Observer.start(observerTask(plane, options));
  const server = await serverUse(plane);
  const recorder = processUsage(controller.pid);
  const cpu = process.cpuUsage();
  const load = await burstLoad(plane, options);
  const { user, system } = process.cpuUsage(cpu);
  await pause(SETTLE_MS);
  const recorderAfter = processUsage(controller.pid);
  const serverAfter = await serverUse(plane);
  const observation = await observer.observation();
  if (observation.lineProblem !== undefined) throw new Error(`rectrace watch: ${observation.lineProblem}`);
  return {
    load,
    observation,
    server: usedBetween(server, serverAfter),
    recorderCpuMs: recorderAfter.cpuMs - recorder.cpuMs,
    recorderPeakMb: recorderAfter.peakMb,
    loadCpuMs: (user + system) / 1000,
  };
}

function observerTask(plane: ControlPlane, { namespace, names, watch }: PhaseOptions): ObserverTask {
  const { serverUrl, caFile, adminToken: token } = plane;
  const program = [process.execPath, RECTRACE, 'watch', `deployment/${names[0]}`, '-n', namespace, '--noise', '-o', 'json'];
  return { serverUrl, caFile, token, namespace, ...(watch ? { watched: { program, env: clientEnv(plane) } } : {}) };
}
