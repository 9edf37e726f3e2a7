// The operator in Rust, with kube-rs: our controller, compiled without optimisation.
import { join } from 'node:path';
import { builtOnce } from '../built-once.ts';
import { TESTBED_FOLDER } from '../programs.ts';
import { type BuiltOperator, type OperatorBuildOptions, operatorFolder, runBuildTool, succeeds } from './built-operator.ts';

const SOURCES = ['Cargo.toml', 'Cargo.lock', 'src/main.rs'];

export function cargoIsThere(env?: NodeJS.ProcessEnv): boolean {
  return succeeds('cargo', ['--version'], env);
}

/** Minutes the first time. @throws TestbedError BUILD_FAILED, also where there is no Cargo. */
export async function buildRustOperator(options: OperatorBuildOptions = {}): Promise<BuiltOperator> {
  const { env = process.env, log = () => undefined } = options;
  const sources = join(TESTBED_FOLDER, 'operators', 'kube-rs');
  const rust = (await runBuildTool('cargo', ['--version'], { env })).trim();
  const folder = await operatorFolder(options, { tools: [rust], files: SOURCES.map((file) => join(sources, file)) });
  const make = async (): Promise<void> => {
    await runBuildTool('cargo', ['build', '--quiet', '--locked', '--target-dir', join(folder, 'target')], { env, cwd: sources });
  };
  await builtOnce(folder, { make, what: 'the operator in Rust', log });
  return { program: join(folder, 'target', 'debug', 'poem-operator'), folder, sources };
}
