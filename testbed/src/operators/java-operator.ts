// The operator in Java: java-operator-sdk with fabric8's client, and our reconciler.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { builtOnce } from '../built-once.ts';
import { TESTBED_FOLDER } from '../programs.ts';
import { type BuiltOperator, type OperatorBuildOptions, operatorFolder, runBuildTool, succeeds } from './built-operator.ts';

const SOURCES = ['pom.xml', 'src/main/java/org/example/Page.java', 'src/main/java/org/example/PageOperator.java'];

export function mavenIsThere(env?: NodeJS.ProcessEnv): boolean {
  return succeeds('mvn', ['--version'], env);
}

/** `classPath` holds `org.example.PageOperator` and all that it needs. @throws TestbedError BUILD_FAILED, also where there is no Maven. */
export async function buildJavaOperator(options: OperatorBuildOptions = {}): Promise<BuiltOperator & { readonly classPath: string }> {
  const { env = process.env, log = () => undefined } = options;
  const sources = join(TESTBED_FOLDER, 'operators', 'java');
  const javaHome =
    /java\.home = (.+)/.exec(await runBuildTool('java', ['-XshowSettings:properties', '-version'], { env }))?.[1]?.trim() ?? '';
  const folder = await operatorFolder(options, { tools: [javaHome], files: SOURCES.map((file) => join(sources, file)) });
  const make = async (): Promise<void> => {
    for (const file of SOURCES) await cp(join(sources, file), join(folder, file));
    await runBuildTool('mvn', ['--quiet', '--batch-mode', 'compile', 'dependency:copy-dependencies'], { env, cwd: folder });
  };
  await builtOnce(folder, { make, what: 'the operator in Java', log });
  const classPath = [join(folder, 'target', 'classes'), join(folder, 'target', 'dependency', '*')].join(':');
  return { program: join(javaHome, 'bin', 'java'), folder, sources, classPath };
}
