// `--pod-answers` as a user meets it: a script that is wrong is refused in one line, before anything is started.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captureRun } from '../testing/captured-run.ts';

test.each([
  ['pods: [{nam: web}]', 2, (file: string) => `--pod-answers ${file}: pods[0].nam: unknown key; there are namespace, name, `],
  ['pods: [{toString: web}]', 2, (file: string) => `--pod-answers ${file}: pods[0].toString: unknown key; there are namespace, name, `],
  ['pods: [{ports: [{port: 0, echo: true}]}]', 2, (file: string) => `--pod-answers ${file}: pods[0].ports[0].port: write a whole number`],
  [undefined, 4, (file: string) => `there is no file ${file}`],
])('%j', async (script, code, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-answers-'));
  const file = join(folder, 'answers.yaml');
  if (script !== undefined) writeFileSync(file, script);
  const run = await captureRun(['virtual', 'up', '--pod-answers', file, '--kubeconfig', join(folder, 'kubeconfig')]);
  rmSync(folder, { recursive: true });
  expect(run).toMatchObject({ code, stdout: '' });
  expect(run.stderr).toContain(`rectrace: ${message(file)}`);
  expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
});
