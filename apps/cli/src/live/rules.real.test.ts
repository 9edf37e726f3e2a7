// A rules file's expression on a live cluster: the listing, the tree and what is waited for go by it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeReal, namespaceFor } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT_CODES } from '../exit-code.ts';
import { type CapturedRun, captureRun } from '../testing/captured-run.ts';

describeReal('a rules file', (plane) => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rectrace-rules-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (args: readonly string[]): Promise<CapturedRun> =>
    captureRun(args, { env: { KUBECONFIG: plane().kubeconfig, XDG_STATE_HOME: folder, HOME: folder } });

  function rulesFile(name: string, text: string): string {
    const path = join(folder, name);
    writeFileSync(path, `name: mine\n${text}`);
    return path;
  }

  test('says when a root is done and which kinds are roots; --expression comes before it', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await plane().kubectl(['-n', namespace, 'create', 'deployment', 'web', '--image=nginx:1', '--replicas=2']);
    await plane().kubectl(['-n', namespace, 'create', 'configmap', 'settings']);
    const until = ['watch', 'deploy/web', '-n', namespace, '--until', 'terminal', '--timeout'];
    expect((await run([...until, '60s'])).code).toBe(0);

    const rules = rulesFile('never.yaml', 'roots: [ConfigMap]\nexpressions:\n  Deployment.apps: object.status.readyReplicas == 99\n');
    const roots = await run(['roots', '-n', namespace, '--rules', rules]);
    expect(roots.stdout).toMatch(/^Deployment\/web +\S+ no .*readyReplicas 2 of 99/m);
    expect(roots.stdout).toMatch(/^ConfigMap\/settings +✓ yes/m);
    expect((await run(['roots', '-n', namespace])).stdout).not.toContain('ConfigMap/settings');
    expect((await run(['tree', 'deploy/web', '-n', namespace, '--rules', rules])).stdout).toContain('readyReplicas 2 of 99');

    expect((await run([...until, '2s', '--rules', rules])).code).toBe(EXIT_CODES.timeout);
    expect((await run([...until, '60s', '--rules', rules, '--expression', 'object.status.readyReplicas == 2'])).code).toBe(0);
  });

  test('with a kind that the cluster does not serve is warned of by every command that judges by it', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await plane().kubectl(['-n', namespace, 'create', 'deployment', 'web', '--image=nginx:1', '--replicas=1']);
    const rules = rulesFile('foreign.yaml', 'expressions:\n  Deployment: "true"\n');
    const said = /foreign\.yaml:3: expressions\.Deployment: the cluster does not have this kind; did you mean Deployment\.apps\?/g;
    const commands = [
      ['roots'],
      ['tree', 'deploy/web'],
      ['timeline', 'deploy/web'],
      ['history', 'deploy/web'],
      ['diff', 'deploy/web', '--from', '#1'],
    ];
    for (const command of commands) {
      const { stderr } = await run([...command, '-n', namespace, '--rules', rules]);
      expect(stderr.match(said), command.join(' ')).toHaveLength(1);
    }
    expect((await run(['doctor', '-n', namespace, '--rules', rules])).stdout.match(said)).toHaveLength(1);
  });

  test('whose expression fails on the root is named once while watching', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await plane().kubectl(['-n', namespace, 'create', 'deployment', 'web', '--image=nginx:1', '--replicas=1']);
    const rules = rulesFile('wrong.yaml', 'expressions:\n  Deployment.apps: object.spec.replicas > "x"\n');
    const { stderr, code } = await run([
      'watch',
      'deploy/web',
      '-n',
      namespace,
      '--timeout',
      '3s',
      '--until',
      'terminal',
      '--rules',
      rules,
    ]);
    expect(code).toBe(EXIT_CODES.timeout);
    expect(
      stderr.match(/--rules: \S+wrong\.yaml:3: expressions\.Deployment\.apps: .+ on Deployment\/web; counted as not terminal/g),
    ).toHaveLength(1);
  });
});
