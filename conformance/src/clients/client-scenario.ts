// Scenarios of command lines, from YAML: what somebody types one after the other, and how much of what is said is compared.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import { parseYaml } from '../parse-yaml.ts';

/**
 * `all`: exit code and both outputs. `lines`: the same, the lines in any order, as names that chance made sort differently. `last`: of the output
 * the last line, where the others tell what happened to be seen. `code`: whether it succeeds.
 */
const COMPARISONS = ['all', 'lines', 'last', 'code'] as const;

export type Comparison = (typeof COMPARISONS)[number];

export type Step = {
  /** For a shell; `$ns` is the scenario's namespace, which the kubeconfig has as its default. */
  readonly line: string;
  readonly compare: Comparison;
};

export type ClientScenario = {
  /** Of the file; with the client's release it makes the namespace. */
  readonly name: string;
  readonly title: string;
  readonly steps: readonly Step[];
};

/** All of a folder, those that disturb others last, with the steps that a kubectl 1.MINOR has. @throws Error naming the file */
export function readScenarios(folder: string, minor: number): readonly ClientScenario[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.toSorted().map((file) => readScenario(join(folder, file), minor));
}

function readScenario(file: string, minor: number): ClientScenario {
  const [document] = parseYaml(readFileSync(file, 'utf8'), file);
  if (!isJsonObject(document) || typeof document['title'] !== 'string' || !Array.isArray(document['steps'])) {
    throw new Error(`${file}: a scenario has a title and steps`);
  }
  const steps = document['steps'].filter((step) => isInRelease(step, minor)).map((step) => stepOf(step, file));
  return { name: basename(file, '.yaml'), title: document['title'], steps };
}

/** `since` and `until` name releases. */
function isInRelease(step: Json, minor: number): boolean {
  if (!isJsonObject(step)) return true;
  const { since = 0, until = Number.POSITIVE_INFINITY } = step as { readonly since?: number; readonly until?: number };
  return minor >= since && minor <= until;
}

function stepOf(step: Json, file: string): Step {
  const { line, compare = 'all' }: JsonObject = isJsonObject(step) ? step : { line: step };
  const comparison = COMPARISONS.find((known) => known === compare);
  if (typeof line !== 'string' || comparison === undefined) throw new Error(`${file}: no step: ${JSON.stringify(step)}`);
  return { line, compare: comparison };
}
