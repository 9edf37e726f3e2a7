// Definitions that are in use elsewhere: those of well-known operators, out of their Go modules.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, stringAt } from '@rectrace/kube';
import { parseYaml } from '../../parse-yaml.ts';

export type Source = { readonly module: string; readonly folder: string };

export const SOURCES: readonly Source[] = [
  { module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0', folder: 'example/prometheus-operator-crd' },
  { module: 'sigs.k8s.io/gateway-api@v1.4.0', folder: 'config/crd/experimental' },
  { module: 'github.com/apecloud/kubeblocks@v1.0.0', folder: 'config/crd/bases' },
  { module: 'k8s.io/kubernetes@v1.35.4', folder: 'cluster/addons' },
];

/** Those of one source, each name once, in the order of their names. */
export async function fetchDefinitions({ module, folder }: Source): Promise<readonly JsonObject[]> {
  const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module]);
  const { Dir } = JSON.parse(stdout) as { readonly Dir: string };
  const files = await readdir(join(Dir, folder), { recursive: true });
  const found = new Map<string, JsonObject>();
  for (const file of files.filter((name) => name.endsWith('.yaml')).toSorted())
    for (const definition of await definitionsIn(join(Dir, folder, file)))
      found.set(stringAt(definition, ['metadata', 'name']) ?? '', definition);
  return [...found].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, definition]) => definition);
}

async function definitionsIn(file: string): Promise<readonly JsonObject[]> {
  const text = await readFile(file, 'utf8');
  if (!/^kind: CustomResourceDefinition$/m.test(text)) return [];
  return parseYaml(text, file).flatMap((document) => {
    const isOne = isJsonObject(document) && document['kind'] === 'CustomResourceDefinition';
    return isOne && document['apiVersion'] === 'apiextensions.k8s.io/v1' ? [document] : [];
  });
}
