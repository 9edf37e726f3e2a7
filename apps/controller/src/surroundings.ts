// What the controller takes from the world, handed in by main.

import type { Environment } from '@rectrace/cluster';
import type { SteadyClock } from '@rectrace/kube';
import type { Log } from './log.ts';

export type Surroundings = {
  /** For what reads a kubeconfig and its plugins. */
  readonly env: Environment;
  readonly clock: SteadyClock;
  readonly random: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Text that no process has used before. */
  readonly uniqueToken: () => string;
  readonly log: Log;
  /** Aborted when the process is to end. */
  readonly signal: AbortSignal;
  /** Name of the host or pod. */
  readonly host: string;
  /** Of this process, or of its pod: no other that may run at the same time has it. */
  readonly instance: string;
  readonly pid: number;
  /** Where a pod finds its service account; absent = the usual place. */
  readonly serviceAccountFolder?: string;
};
