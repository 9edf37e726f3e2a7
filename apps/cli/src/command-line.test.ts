// kubectl habits, help, and every wrong way to call that needs no cluster.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allCommands } from './command-list.ts';
import { EXIT_CODES } from './exit-code.ts';
import { captureRun, sampleRecording } from './testing/captured-run.ts';
import { VERSION } from './version.ts';

const P1 = sampleRecording('p1-deployment');

test('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(VERSION).toBe(manifest.version);
});

test('the documented exit codes are those of the program', () => {
  const page = readFileSync(new URL('../../../docs/reference/exit-codes.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| (\d+) \| (\w+) \|/gm)].map(([, code, name]) => [name, Number(code)]);
  expect(Object.fromEntries(documented)).toEqual(EXIT_CODES);
});

test('help names every command and ends with 0', async () => {
  const { code, stdout, stderr } = await captureRun(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const name of [
    'roots',
    'doctor',
    'tree',
    'watch',
    'record',
    'replay',
    'timeline',
    'history',
    'diff',
    'cycles',
    'demo',
    'trace',
    'completion',
    'version',
  ])
    expect(stdout).toMatch(new RegExp(`^  ${name}`, 'm'));
});

test('the reference names every command', async () => {
  const page = readFileSync(new URL('../../../docs/reference/cli.md', import.meta.url), 'utf8');
  for (const { name, hidden } of await allCommands()) if (hidden !== true) expect(page, name).toMatch(new RegExp(`\`${name}\\b`));
});

test('no argument at all shows the help', async () => {
  expect((await captureRun([])).stdout).toContain('Usage: rectrace');
});

test.each([
  [['timeline', P1, '-o', 'json']],
  [['-o', 'json', 'timeline', P1]],
  [['-o=json', 'timeline', P1]],
  [['timeline', '--output=json', P1]],
  [['timeline', '-ojson', P1]],
  [['--root', 'Deployment/plain/web', 'timeline', P1, '-o', 'json']],
  [['timeline', P1, '--root=deploy/web', '-n', 'plain', '-o', 'json']],
])('flags before or after the command: %j', async (args) => {
  const { code, stdout } = await captureRun(args);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).cycles).toHaveLength(3);
});

test('--no-headers leaves titles out', async () => {
  const { stdout } = await captureRun(['cycles', P1, '--no-headers']);
  expect(stdout.split('\n')[0]).toMatch(/^1 /);
});

test.each([
  [['timeline', P1, '--utc'], false],
  [['timeline', P1, '--utc', '--color', 'always'], true],
])('a pipe has no colour unless it is asked for: %j', async (args, coloured) => {
  expect((await captureRun(args)).stdout.includes('\u001b[')).toBe(coloured);
});

test.each([
  [{}, true],
  [{ NO_COLOR: '1' }, false],
  [{ TERM: 'dumb' }, false],
])('a terminal has colour, but not with %j', async (env, coloured) => {
  expect((await captureRun(['cycles', P1], { columns: 120, env })).stdout.includes('\u001b[')).toBe(coloured);
});

test.each<[string[], number, RegExp]>([
  [['nonsense'], EXIT_CODES.usage, /unknown command 'nonsense'/],
  [['timelin', P1], EXIT_CODES.usage, /Did you mean timeline\?/],
  [['timeline', P1, '--nonsense'], EXIT_CODES.usage, /unknown option '--nonsense'/],
  [['timeline', P1, '-o', 'xml'], EXIT_CODES.usage, /-o xml: this command prints table, wide, json, yaml, name, jsonpath=TEMPLATE/],
  [['timeline', P1, '-o', 'dot'], EXIT_CODES.usage, /-o dot/],
  [['timeline', P1, '-o', 'jsonpath={.a'], EXIT_CODES.usage, /jsonpath: '\{' at position 1/],
  [['timeline', P1, '--color', 'maybe'], EXIT_CODES.usage, /--color maybe: write one of auto, always, never/],
  [['timeline', P1, '--cycle', '9'], EXIT_CODES.notFound, /there is no cycle 9; there are 1, 2, 3/],
  [['timeline', P1, '--cycle', 'x'], EXIT_CODES.usage, /'x' is no cycle/],
  [['timeline', P1, '--since', 'soon'], EXIT_CODES.usage, /--since soon/],
  [['timeline', P1, '--type', 'birth'], EXIT_CODES.usage, /--type birth: write one of creation/],
  [['timeline', P1, '--filter', 'change.type =='], EXIT_CODES.usage, /CEL line 1, column 15/],
  [['timeline', P1, '--filter', 'int(change.object.name) == 2'], EXIT_CODES.usage, /--filter fails on change/],
  [['timeline', P1, '--filter', 'change.object.name + 1 == 2'], EXIT_CODES.usage, /--filter: CEL .*'\+' cannot take string, int/],
  [['timeline', P1, '--expression', 'object.spec.replicas +'], EXIT_CODES.usage, /CEL line 1, column/],
  [['timeline', P1, '--expression', 'objekt.spec.replicas == 1'], EXIT_CODES.usage, /objekt/],
  [
    ['timeline', P1, '--root', 'Deployment/plain/nope'],
    EXIT_CODES.notFound,
    /holds no Deployment\/plain\/nope; of that kind it holds Deployment\/plain\/web/,
  ],
  [['timeline', P1, '--root', 'Widget/web'], EXIT_CODES.notFound, /holds no kind 'Widget'; it holds ConfigMap, Deployment\.apps/],
  [['timeline', P1, '--root', 'web'], EXIT_CODES.usage, /'web' names no object/],
  [['timeline', P1, '--rules', '/nonexistent.yaml'], EXIT_CODES.notFound, /there is no file \/nonexistent\.yaml/],
  [
    ['timeline', sampleRecording('p2-statefulset')],
    EXIT_CODES.usage,
    /holds 2 roots; choose one with --root: Deployment\/plain\/web, StatefulSet\/plain\/db/,
  ],
  [['replay', '/nonexistent.ndjson'], EXIT_CODES.notFound, /there is no recording \/nonexistent\.ndjson/],
  [['replay', P1, '--speed', '0'], EXIT_CODES.usage, /--speed 0: write a number above 0/],
  [['replay', P1, '--speed', '1e400'], EXIT_CODES.usage, /--speed 1e400: write a number above 0/],
  [['replay'], EXIT_CODES.usage, /missing required argument 'file'/],
  [['cycles', 'compare', '1', '2'], EXIT_CODES.usage, /compare needs two cycles and a target/],
  [['diff', P1, '--from', 'whenever'], EXIT_CODES.usage, /'whenever' is no moment/],
  [['diff', P1, '--from', '99999999'], EXIT_CODES.notFound, /there is no revision 99999999/],
  [['record'], EXIT_CODES.usage, /--to FILE is missing/],
  [['tree', P1, '--depth', '-1'], EXIT_CODES.usage, /--depth -1: write a whole number/],
  [['completion', 'fish'], EXIT_CODES.usage, /completion fish: bash and zsh are known/],
  [['trace', 'create', 'x', '--api-version', 'apps/v1'], EXIT_CODES.usage, /--api-version needs --kind/],
  [['trace', 'create', 'x', '--cel-state-evaluation-expression', '1 +'], EXIT_CODES.usage, /CEL line 1/],
  [['trace', 'update', 'x'], EXIT_CODES.usage, /nothing to update/],
  [['tree'], EXIT_CODES.usage, /no target is named; write KIND\/NAME, such as deploy\/web \[USAGE\]$/],
  [['watch', 'deploy/web', '--until', 'done'], EXIT_CODES.usage, /--until done: write terminal \[USAGE\]$/],
  [['replay', P1, '--rules', '/'], EXIT_CODES.usage, /--rules \/: it is a folder; name a file/],
  [['replay', P1, '--expression', 'object.('], EXIT_CODES.usage, /--expression: CEL line 1, column /],
  [['timeline', P1, '--filter', 'change.('], EXIT_CODES.usage, /--filter: CEL line 1, column /],
  [['trace', 'delete', 'x', '--now', '--force'], EXIT_CODES.usage, /--now can not stand beside/],
  [['tree', 'deploy/web'], EXIT_CODES.unreachable, /no cluster is configured/],
])('%j ends with %i and one line', async (args, code, line) => {
  const run = await captureRun(args);
  expect(run.code).toBe(code);
  const lines = run.stderr
    .trimEnd()
    .split('\n')
    .filter((text) => !/^(source|reading)[: ]/.test(text));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(line);
  expect(lines[0]).toMatch(/^rectrace: /);
});

test('where an error came from is shown with --v=9 only', async () => {
  expect((await captureRun(['replay', '/nonexistent.ndjson'])).stderr).not.toContain(' at ');
  expect((await captureRun(['replay', '/nonexistent.ndjson', '--v=9'])).stderr).toContain(
    '\nNOT_FOUND: there is no recording /nonexistent.ndjson\n    at ',
  );
});

test('--version is version', async () => {
  expect(await captureRun(['--version'])).toEqual(await captureRun(['version']));
});

test('an expression that tells neither true nor false of the root is said once', async () => {
  const { stderr } = await captureRun(['timeline', P1, '--expression', 'object.foo']);
  expect(stderr).toMatch(/^rectrace: --expression: .*foo is not set on Deployment\/web; counted as not terminal$/m);
  expect((await captureRun(['timeline', P1, '--expression', 'object.metadata.name == "web"'])).stderr).not.toContain('--expression');
});

test('a filter on a field that no change has is said to hide all', async () => {
  const { stderr } = await captureRun(['timeline', P1, '--filter', 'change["foo"] == 1']);
  expect(stderr).toMatch(/^--filter hid all \d+ changes: no such field .*foo.*$/m);
  expect((await captureRun(['timeline', P1, '--filter', 'change.type == "Event"'])).stderr).not.toContain('hid all');
});
