// docs/reference/output.schema.json describes what -o json prints of every recording.

import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { captureRun, sampleRecording } from './testing/captured-run.ts';

const FOLDER = new URL('../../../packages/trace/testdata/recordings/', import.meta.url);
const RECORDINGS = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ndjson'))
  .map((file) => file.replace('.ndjson', ''));
const ROOTS: { readonly [name: string]: string } = { 'p2-statefulset': 'StatefulSet/plain/db', 'p4-namespace-delete': 'Namespace/plain' };

const schema = JSON.parse(readFileSync(new URL('../../../docs/reference/output.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

function argumentsFor(name: string): readonly string[] {
  const root = ROOTS[name];
  return root === undefined ? [sampleRecording(name)] : [sampleRecording(name), '--root', root];
}

test.each(RECORDINGS)('replay and timeline of %s fit the schema', async (name) => {
  for (const command of ['replay', 'timeline']) {
    const { code, stdout } = await captureRun([command, ...argumentsFor(name), '--noise', '-o', 'json']);
    expect(code).toBe(0);
    const document: unknown = JSON.parse(stdout);
    validate(document);
    expect(validate.errors ?? []).toEqual([]);
  }
});

test('noise is printed with --noise only', async () => {
  const classes = async (...flags: string[]): Promise<unknown[]> => {
    const { stdout } = await captureRun(['replay', sampleRecording('k-burst'), '-o', 'json', ...flags]);
    return JSON.parse(stdout).changes.map(({ noise }: { noise: unknown }) => noise);
  };
  expect(new Set(await classes())).toEqual(new Set([null]));
  expect(new Set(await classes('--noise')).size).toBeGreaterThan(1);
});

test('yaml, names and JSONPath say the same as json', async () => {
  const recording = sampleRecording('p1-deployment');
  const { stdout } = await captureRun(['timeline', recording, '-o', 'jsonpath={range .cycles[*]}{.number}:{.cause.kind}{"\\n"}{end}']);
  expect(stdout).toBe('1:created\n2:generation\n3:generation\n');
  expect((await captureRun(['cycles', recording, '-o', 'name'])).stdout).toBe('cycle/1\ncycle/2\ncycle/3\n');
  expect((await captureRun(['tree', recording, '-o', 'name'])).stdout.split('\n')[0]).toBe('deployment.apps/web');
  expect((await captureRun(['cycles', recording, '-o', 'yaml'])).stdout).toMatch(/^cycles:\n {2}- number: 1\n/);
});
