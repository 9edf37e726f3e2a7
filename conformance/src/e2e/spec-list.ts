// Names of Kubernetes' own e2e specs, one a line: those that pass on the real control plane without a container that runs. `quick`: some of all areas.
import { readFile } from 'node:fs/promises';

export type SpecList = 'quick-specs' | 'specs';

export async function readSpecs(list: SpecList): Promise<readonly string[]> {
  const text = await readFile(new URL(`${list}.txt`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}
