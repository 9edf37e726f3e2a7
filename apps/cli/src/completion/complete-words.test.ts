import { expect, test } from 'vitest';
import { captureRun } from '../testing/captured-run.ts';

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout } = await captureRun(['__complete', '--', ...words]);
  expect(code).toBe(0);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');
}

test.each<[string[], string[]]>([
  [['ti'], ['timeline', ':4']],
  [
    ['trace', 'l'],
    ['list', ':4'],
  ],
  [
    ['trace', ''],
    ['list', 'create', 'update', 'delete', 'watch', ':4'],
  ],
  [
    ['watch', 'deploy/web', '--until', ''],
    ['terminal', ':4'],
  ],
  [
    ['watch', '--until='],
    ['--until=terminal', ':4'],
  ],
  [
    ['tree', '-o', 'j'],
    ['json', 'jsonpath=', ':4'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', ':4'],
  ],
  [['replay', ''], [':0']],
  [['timeline', '--kubeconfig', ''], [':0']],
  [
    ['-n', 'demo', 'tim'],
    ['timeline', ':4'],
  ],
  [
    ['timeline', '--cy'],
    ['--cycle', ':4'],
  ],
])('%j', async (words, expected) => {
  expect(await complete(...words)).toEqual(expected);
});

test('the scripts are what the shells expect', async () => {
  expect((await captureRun(['completion', 'bash'])).stdout).toContain('complete -F _rectrace_complete rectrace');
  expect((await captureRun(['completion', 'zsh'])).stdout).toMatch(/^#compdef rectrace/);
});
