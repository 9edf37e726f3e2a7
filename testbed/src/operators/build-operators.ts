// All operators that the suites of CI run.
import type { OperatorBuildOptions } from './built-operator.ts';
import { buildGoOperator, GO_OPERATOR_NAMES } from './go-operator.ts';
import { buildKopf, pythonIsThere } from './kopf-operator.ts';

/** Minutes the first time. Without Python kopf is left out, and said to be. @throws TestbedError BUILD_FAILED */
export async function buildOperators(options: OperatorBuildOptions & { readonly log: (line: string) => void }): Promise<void> {
  for (const name of GO_OPERATOR_NAMES) await buildGoOperator(name, options);
  if (pythonIsThere(options.env)) await buildKopf(options);
  else options.log('python3 with venv is not here: the operator in Python is not built, and its test is skipped');
}
