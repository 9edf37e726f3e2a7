// docs/reference/controller.md and crd.md name what there is: metrics, flags, paths, conditions and status fields.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Json } from '@rectrace/kube';
import { isJsonObject, listAt, valueAt } from '@rectrace/kube';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Metrics } from './metrics.ts';
import { parseOptions } from './options.ts';

const repository = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const CONTROLLER = repository('docs/reference/controller.md');
const CRD = repository('docs/reference/crd.md');

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].sort();
}

describe('docs/reference/controller.md', () => {
  test('names every metric, and no other', async () => {
    const dropped = { changes: 0, cycles: 0, gaps: 0, baselines: 0, roots: [] };
    const metrics = new Metrics(() => ({
      historyBytes: 0,
      dropped,
      traces: 0,
      roots: 0,
      openCycles: 0,
      leading: true,
      letGo: { evicted: 0, forgotten: 0 },
      watchRestarts: 0,
      relists: 0,
    }));
    const { text } = await metrics.text();
    expect(namesIn(CONTROLLER, /`(rectrace_[a-z_]+)`/g)).toEqual(namesIn(text, /^# TYPE (rectrace_[a-z_]+) /gm));
  });

  test('names every flag of --help', () => {
    const help = parseOptions(['--help'], { readFile: () => '', env: {} });
    const text = help.kind === 'help' ? help.text : '';
    expect(namesIn(CONTROLLER, /`(--[a-z-]+)/g)).toEqual(namesIn(text, /(--[a-z-]+)/g));
  });
});

test('docs/reference/crd.md names every field of spec and status', () => {
  const crd = parse(repository('deploy/crd/reconciliationtraces.yaml')) as Json;
  const schema = valueAt(listAt(crd, ['spec', 'versions'])[0], ['schema', 'openAPIV3Schema', 'properties']);
  const fields = ['spec', 'status'].flatMap((part) => {
    const properties = valueAt(schema, [part, 'properties']);
    return isJsonObject(properties) ? Object.keys(properties) : [];
  });
  expect(fields.filter((field) => !CRD.includes(`\`${field}`))).toEqual([]);
});
