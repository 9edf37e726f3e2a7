// A client under test: which programs lines call, and the scenarios that it plays.
import { fileURLToPath } from 'node:url';
import { buildKubectl } from '@rectrace/testbed';

export type Client = {
  readonly name: string;
  /** Folder of its scenarios. */
  readonly scenarios: string;
  /** Of the kubectl. */
  readonly minor: number;
  /** Path of the program; the testbed's own kubectl where there is none. */
  readonly kubectl?: () => Promise<string>;
};

const SCENARIOS = fileURLToPath(new URL('./scenarios', import.meta.url));
/** Of the testbed. */
const NEWEST = 35;

export const NEWEST_KUBECTL: Client = { name: `kubectl 1.${NEWEST}`, scenarios: SCENARIOS, minor: NEWEST };

export function olderKubectl(minor: 25 | 28 | 30 | 33): Client {
  const log = (line: string): void => void process.stderr.write(`testbed: ${line}\n`);
  return { name: `kubectl 1.${minor}`, scenarios: SCENARIOS, minor, kubectl: () => buildKubectl(`1.${minor}`, { log }) };
}
