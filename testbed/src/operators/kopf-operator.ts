// The operator in Python: kopf in a virtual environment of its own, and our handlers.
import { join } from 'node:path';
import { builtOnce } from '../built-once.ts';
import { TESTBED_FOLDER } from '../programs.ts';
import { type BuiltOperator, type OperatorBuildOptions, operatorFolder, runBuildTool, succeeds } from './built-operator.ts';

/** Whether there is a Python that can make virtual environments; Debian's has none without python3-venv. */
export function pythonIsThere(env?: NodeJS.ProcessEnv): boolean {
  return succeeds('python3', ['-c', 'import venv, ensurepip'], env);
}

/** @throws TestbedError BUILD_FAILED, also where there is no Python. */
export async function buildKopf(options: OperatorBuildOptions = {}): Promise<BuiltOperator> {
  const { env = process.env, log = () => undefined } = options;
  const sources = join(TESTBED_FOLDER, 'operators', 'kopf');
  const requirements = join(sources, 'requirements.txt');
  const python = (await runBuildTool('python3', ['-c', 'import sys; print(sys.version, sys.executable)'], { env })).trim();
  const folder = await operatorFolder(options, { tools: [python], files: [requirements] });
  const make = async (): Promise<void> => {
    await runBuildTool('python3', ['-m', 'venv', '--clear', join(folder, 'venv')], { env });
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
    await runBuildTool(join(folder, 'venv', 'bin', 'python'), install, { env });
  };
  await builtOnce(folder, { make, what: 'kopf', log });
  return { program: join(folder, 'venv', 'bin', 'kopf'), folder, sources };
}
