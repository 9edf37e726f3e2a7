// Every `rectrace …` command that a document shows is a command of the built program.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'apps/cli/bin/rectrace.mjs');
const guide = readdirSync(join(ROOT, 'docs/guide')).map((file) => `docs/guide/${file}`);

/** Words after `rectrace` in blocks of shell code and in backticks; of `trace` the next word too. */
function commandsIn(text: string): readonly string[] {
  const code = [...text.matchAll(/```sh\n(.*?)```|`([^`\n]+)`/gs)].map((match) => match[1] ?? match[2] ?? '');
  const shown = code.flatMap((piece) => [...piece.matchAll(/^(?:npx |kubectl )?rectrace ((?:trace )?[a-z]+)/gm)]);
  return shown.map((match) => match[1] ?? '');
}

const commands = [
  ...new Set(
    ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...guide].flatMap((file) => commandsIn(readFileSync(join(ROOT, file), 'utf8'))),
  ),
];

test('the documents show commands', () => {
  expect(commands).toEqual(expect.arrayContaining(['tree', 'watch', 'timeline', 'replay', 'record', 'trace create']));
});

test.each(commands)('rectrace %s', (command) => {
  const words = command.split(' ');
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, ...words, '--help'], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain(`rectrace ${command}`);
});
