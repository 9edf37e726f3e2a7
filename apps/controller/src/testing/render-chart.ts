// The objects of the chart, rendered by the real helm.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { KubeObject } from '@rectrace/kube';
import { fetchHelm } from '@rectrace/testbed';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);

export const CHART = fileURLToPath(new URL('../../../../charts/rectrace', import.meta.url));

export type ChartValues = { readonly [name: string]: unknown };

/** Runs helm with values as a file. @throws with helm's stderr where it refuses. */
export async function helm(args: readonly string[], values: ChartValues = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chart-'));
  try {
    const file = join(folder, 'values.json');
    await writeFile(file, JSON.stringify(values));
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
    const { stdout } = await run(await fetchHelm(), [...args, '--values', file], { env, maxBuffer: 16 * 1024 * 1024 });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** helm template, as objects in the order that helm prints. */
export async function renderChart(
  values: ChartValues,
  release: { readonly name: string; readonly namespace: string },
): Promise<readonly KubeObject[]> {
  const text = await helm(['template', release.name, CHART, '--namespace', release.namespace], values);
  return parseAllDocuments(text).flatMap((document): readonly KubeObject[] => {
    const value: unknown = document.toJS();
    return value === null ? [] : [value as KubeObject];
  });
}
