// A control plane of a benchmark's own, with the trace kind served.
import { readFileSync } from 'node:fs';
import type { ControlPlane } from '@rectrace/testbed';
import { startControlPlane, waitFor } from '@rectrace/testbed';

const ROOT = new URL('../../../', import.meta.url);
const CRD = new URL('deploy/crd/reconciliationtraces.yaml', ROOT);

/** Paths of the built programs. */
export const RECTRACE = new URL('apps/cli/bin/rectrace.mjs', ROOT).pathname;
export const CONTROLLER = new URL('apps/controller/dist/controller.js', ROOT).pathname;

/** Where traces are. */
export function tracesPath(namespace: string): string {
  return `/apis/trace.kubeblocks.io/v1/namespaces/${namespace}/reconciliationtraces`;
}

/** Runs something with a control plane, and ends it whatever happens. controllers: also those that make ReplicaSets and Pods. */
export async function withCluster<Result>(
  options: { readonly controllers: boolean; readonly log: (line: string) => void },
  run: (plane: ControlPlane) => Promise<Result>,
): Promise<Result> {
  const plane = await startControlPlane(options);
  try {
    await kubectl(plane, ['apply', '--server-side', '-f', '-'], readFileSync(CRD, 'utf8'));
    const served = async (): Promise<boolean> => (await plane.api.request({ path: tracesPath('default') })).status === 200;
    await waitFor(served, { timeoutMs: 60_000, what: 'traces to be served' });
    return await run(plane);
  } finally {
    await plane.stop();
  }
}

/** Runs kubectl as the administrator. @throws Error with its stderr where it fails */
export async function kubectl(plane: ControlPlane, args: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await plane.kubectl(args, input === undefined ? {} : { input });
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The environment in which both kubectl and rectrace are the administrator, with a home folder of their own. */
export function clientEnv(plane: ControlPlane): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: plane.dir, KUBECONFIG: plane.kubeconfig };
}
