import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterConnection } from '@rectrace/cluster';
import { builtinRules, mergeRules, parseRules } from '@rectrace/trace';
import { afterAll, describe, expect, test } from 'vitest';
import { Screen } from './printers/screen.ts';
import { warnOfForeignKinds } from './sources/foreign-kinds.ts';
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

describe('a kind of an expression that is nowhere', () => {
  const rules = rulesFile('foreign.yaml', 'expressions:\n  Depolyment.apps: "false"\n  Deployment: "false"\n  Deployment.apps: "true"\n');

  test.each(['timeline', 'tree', 'roots', 'history', 'diff'])(
    'in the recording is said once by %s, with the one that is meant',
    async (command) => {
      const { code, stderr } = await captureRun([command, RECORDING, '--rules', rules]);
      expect(code).toBe(0);
      expect(stderr.split('\n').filter((line) => line.includes('foreign.yaml'))).toEqual([
        expect.stringMatching(
          /foreign\.yaml:4: expressions\.Deployment: the recording does not have this kind; did you mean Deployment\.apps\?$/,
        ),
        expect.stringMatching(
          /foreign\.yaml:3: expressions\.Depolyment\.apps: the recording does not have this kind; did you mean Deployment\.apps\?$/,
        ),
      ]);
    },
  );

  test('in the cluster is warned of, unless a group could not be read', async () => {
    const mine = mergeRules([builtinRules(), parseRules(readFileSync(rules, 'utf8'), { file: 'mine.yaml' })]);
    const said: string[] = [];
    const output = { write: (text: string) => void said.push(text), isTerminal: false, columns: undefined };
    const screen = new Screen({ stdout: output, stderr: output, env: {}, colour: 'never', headers: true });
    const deployments = { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments' };
    const clusterWith = (unread: readonly object[]): ClusterConnection =>
      ({ discovery: { served: async () => ({ resources: [deployments], unread }) } }) as unknown as ClusterConnection;
    await warnOfForeignKinds({ screen }, { cluster: clusterWith([{ group: 'x', version: 'v1', reason: '' }]), rules: mine });
    expect(said).toEqual([]);
    await warnOfForeignKinds({ screen }, { cluster: clusterWith([]), rules: mine });
    expect(said).toEqual([
      'warning: mine.yaml:4: expressions.Deployment: the cluster does not have this kind; did you mean Deployment.apps?\n',
      'warning: mine.yaml:3: expressions.Depolyment.apps: the cluster does not have this kind; did you mean Deployment.apps?\n',
    ]);
  });
});
