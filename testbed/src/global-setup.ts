// Vitest's global set-up of the suites that need a real control plane: builds it, starts one for all of them, and publishes where it is.
// Without Go the suites are skipped, or, where the environment has CI=true, the run fails.
import type { TestProject } from 'vitest/node';
import { buildBinaries } from './build-binaries.ts';
import type { ClusterCoordinates } from './cluster-access.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { TestbedError } from './errors.ts';

/** What the suites are given: the shared control plane, or why there is none. */
export type SharedControlPlane =
  | { readonly kind: 'running'; readonly coordinates: ClusterCoordinates }
  | { readonly kind: 'unavailable'; readonly reason: string };

declare module 'vitest' {
  interface ProvidedContext {
    controlPlane: SharedControlPlane;
  }
}

/** Returns the tear-down, as vitest expects it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = (line: string): void => void process.stderr.write(`testbed: ${line}\n`);
  const built = await buildBinaries({ log });
  if (built.kind === 'unavailable') {
    if (process.env['CI'] === 'true') throw new TestbedError('BUILD_FAILED', built.reason);
    log(`${built.reason}: the suites that need it are skipped`);
    project.provide('controlPlane', built);
    return () => Promise.resolve();
  }
  const controlPlane = await startControlPlane({ programs: built.programs, log });
  project.provide('controlPlane', { kind: 'running', coordinates: coordinatesOf(controlPlane) });
  return () => controlPlane.stop();
}

/** Only the data: what is provided is sent to the test workers. */
function coordinatesOf(plane: ControlPlane): ClusterCoordinates {
  const { serverUrl, caFile, kubeconfig, adminToken, userTokens, auditLog, dir, kubectlProgram } = plane;
  return { serverUrl, caFile, kubeconfig, adminToken, userTokens, auditLog, dir, kubectlProgram };
}
