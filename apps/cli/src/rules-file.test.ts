import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinRules, mergeRules, parseRules } from '@rectrace/trace';
import { afterAll, describe, expect, test } from 'vitest';
import { targetOf } from './sources/recorder-setup.ts';
import { rulesJudge } from './state-expression.ts';
import { captureRun } from './testing/captured-run.ts';

const RECORDING = join(import.meta.dirname, '../../../packages/trace/testdata/recordings/p1-deployment.ndjson');
const folder = mkdtempSync(join(tmpdir(), 'rectrace-rules-'));

afterAll(() => rmSync(folder, { recursive: true }));

function rulesFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `name: mine\n${text}`);
  return path;
}

const NEVER = rulesFile('never.yaml', 'expressions:\n  Deployment.apps: object.spec.replicas == 99\n');
const WRONG_TYPE = rulesFile('wrong-type.yaml', 'expressions:\n  Deployment.apps: object.spec.replicas > "x"\n');

describe('the expression of a kind in a rules file', () => {
  test('judges the root of a recording, and its readiness', async () => {
    const { stdout } = await captureRun(['timeline', RECORDING, '--rules', NEVER]);
    expect(stdout).toContain('not terminal: replicas 5 of 99');
    const tree = await captureRun(['tree', RECORDING, '--rules', NEVER]);
    expect(tree.stdout).toMatch(/^Deployment\/web +… 5\/5 /m);
    const byDefault = await captureRun(['tree', RECORDING]);
    expect(byDefault.stdout).toMatch(/^Deployment\/web +✓ 5\/5 /m);
  });

  test('yields to --expression', async () => {
    const { stdout } = await captureRun(['timeline', RECORDING, '--rules', NEVER, '--expression', 'object.kind == "Deployment"']);
    expect(stdout).not.toContain('not terminal');
  });

  test('that fails on the root is said, with its place, and counts as not terminal', async () => {
    const { stdout, stderr } = await captureRun(['timeline', RECORDING, '--rules', WRONG_TYPE]);
    expect(stderr).toMatch(/--rules: \S+wrong-type\.yaml:3: expressions\.Deployment\.apps: .+ on Deployment\/web; counted as not terminal/);
    expect(stdout).toMatch(/not terminal: \S+wrong-type\.yaml:3: /);
  });

  test('that is none is refused in one line with file, line, key, position and reason', async () => {
    const file = rulesFile('broken.yaml', 'expressions:\n  Pod: object.status.phase ==\n');
    const { stderr, code } = await captureRun(['timeline', RECORDING, '--rules', file]);
    expect(code).not.toBe(0);
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => line.includes('broken.yaml')),
    ).toEqual([expect.stringMatching(/broken\.yaml:3: expressions\.Pod: CEL line 1, column \d+: .+/)]);
  });
});

test('a root that a rules file judges has a history of its own, as one with --expression', () => {
  const mine = mergeRules([builtinRules(), parseRules(readFileSync(NEVER, 'utf8'), { file: NEVER })]);
  expect(rulesJudge(mine, { group: 'apps', kind: 'Deployment' })?.text).toBe('object.spec.replicas == 99');
  expect(rulesJudge(mine, { group: 'apps', kind: 'StatefulSet' })).toBeUndefined();
  const ref = { group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' };
  expect(targetOf(ref, rulesJudge(mine, ref)).id).not.toBe(targetOf(ref, rulesJudge(builtinRules(), ref)).id);
});
