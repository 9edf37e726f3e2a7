// Operators in Go, from their modules.
import { join } from 'node:path';
import { builtOnce } from '../built-once.ts';
import { TestbedError } from '../errors.ts';
import { goVersion, runGo } from '../go-tool.ts';
import { TESTBED_FOLDER } from '../programs.ts';
import { type BuiltOperator, type OperatorBuildOptions, operatorFolder } from './built-operator.ts';

/** operators/NAME/go.mod pins the release. */
const GO_OPERATORS = {
  'sample-controller': { module: 'k8s.io/sample-controller', package: 'k8s.io/sample-controller' },
  'prometheus-operator': {
    module: 'github.com/prometheus-operator/prometheus-operator',
    package: 'github.com/prometheus-operator/prometheus-operator/cmd/operator',
  },
} as const;

export type GoOperator = keyof typeof GO_OPERATORS;

export const GO_OPERATOR_NAMES = Object.keys(GO_OPERATORS) as readonly GoOperator[];

/** Minutes the first time, a look at the cache afterwards. @throws TestbedError BUILD_FAILED, also where there is no Go. */
export async function buildGoOperator(name: GoOperator, options: OperatorBuildOptions = {}): Promise<BuiltOperator> {
  const { env = process.env, log = () => undefined } = options;
  const cwd = join(TESTBED_FOLDER, 'operators', name);
  const { module, package: path } = GO_OPERATORS[name];
  const go = await goVersion(cwd, env);
  if (go === undefined) throw new TestbedError('BUILD_FAILED', `Go is not on the PATH, so ${name} cannot be built`);
  const folder = await operatorFolder(options, { tools: [go, path], files: [join(cwd, 'go.mod'), join(cwd, 'go.sum')] });
  const program = join(folder, name);
  const make = async (): Promise<void> => {
    await runGo(['build', '-trimpath', '-ldflags', '-s -w', '-o', program, path], { cwd, env });
  };
  await builtOnce(folder, { make, what: name, log });
  return { program, folder, sources: await moduleFolder(module, { cwd, env }) };
}

/** Downloads the module where it is not there any more. */
async function moduleFolder(module: string, where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Promise<string> {
  const folder = /"Dir": "([^"]+)"/.exec(await runGo(['mod', 'download', '-json', module], where))?.[1];
  if (folder === undefined) throw new TestbedError('BUILD_FAILED', `go mod download does not say where ${module} is`);
  return folder;
}
