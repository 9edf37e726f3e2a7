// Kubernetes' own e2e tests, as one program: built once from the pinned module in e2e/.
import { join } from 'node:path';
import { type BuildCacheOptions, keyedFolder } from './build-cache.ts';
import { builtOnce } from './built-once.ts';
import { TestbedError } from './errors.ts';
import { goVersion, runGo } from './go-tool.ts';
import { linkFlags, TESTBED_FOLDER } from './programs.ts';

export interface E2eBuildOptions extends BuildCacheOptions {
  /** Told in one line what takes long. */
  readonly log?: (line: string) => void;
}

const PACKAGE = 'k8s.io/kubernetes/test/e2e';
const PROGRAM = 'e2e.test';

/** Path of the program. A quarter of an hour on 2 cores the first time. @throws TestbedError BUILD_FAILED, also where there is no Go. */
export async function buildE2eProgram({ log = () => undefined, ...options }: E2eBuildOptions = {}): Promise<string> {
  const { env = process.env } = options;
  const cwd = join(TESTBED_FOLDER, 'e2e');
  const go = await goVersion(cwd, env);
  if (go === undefined) throw new TestbedError('BUILD_FAILED', `Go is not on the PATH, so ${PROGRAM} cannot be built`);
  const made = { tools: [go, PACKAGE, linkFlags()], files: ['go.mod', 'go.sum'].map((file) => join(cwd, file)) };
  const folder = await keyedFolder('e2e', { ...options, ...made });
  const program = join(folder, PROGRAM);
  // Vetting would read some 2,000 packages.
  const args = ['test', '-c', '-vet=off', '-trimpath', '-ldflags', linkFlags(), '-o', program, PACKAGE];
  const make = async (): Promise<void> => void (await runGo(args, { cwd, env }));
  await builtOnce(folder, { make, what: PROGRAM, log });
  return program;
}
