import { describe, expect, test } from 'vitest';
import { checkHiddenInputs } from './hidden-inputs.ts';
import { literalTree } from './source-tree.ts';

function findings(file: string, text: string): readonly string[] {
  return checkHiddenInputs(literalTree({ [file]: text })).map(({ message }) => message.replace(/: .*/, ''));
}

describe('refused', () => {
  test.each([
    ['const x = Date.now();', 'Date.now'],
    ['const clock = { now: Date.now };', 'Date.now'],
    ['const x = new Date();', 'new Date()'],
    ['const x = Date.parse(text);', 'Date.parse'],
    ['const x = Date();', 'new Date()'],
    ['const x = Math.random();', 'Math.random'],
    ['const x = globalThis.crypto.randomUUID();', 'crypto.randomUUID'],
    ["import { randomUUID as id } from 'node:crypto';", 'randomUUID'],
    ["import { setTimeout } from 'node:timers/promises';", 'node:timers/promises'],
    ['setTimeout(() => {}, 5);', 'setTimeout'],
    ['globalThis.setTimeout(() => {}, 5);', 'globalThis.setTimeout'],
    ['const timers = { setInterval };', 'setInterval'],
    ['const x = AbortSignal.timeout(5);', 'AbortSignal.timeout'],
    ["const home = process.env['HOME'];", 'process'],
    ["console.log('x');", 'console'],
    ['function load(get = fetch) {}', 'fetch'],
  ])('%s', (text, name) => {
    expect(findings('packages/cluster/src/a.ts', text)).toEqual([name]);
  });
});

test('what only tests import may read the machine; what the entry leads to may not', () => {
  const tree = literalTree({
    'packages/cluster/src/index.ts': "export { a } from './a.ts';",
    'packages/cluster/src/a.ts': 'export const a = Date.now();',
    'packages/cluster/src/helm-program.ts': "export const home = process.env['HOME'];",
    'packages/cluster/src/a.test.ts': "import './a.ts'; import './helm-program.ts';",
  });
  expect(checkHiddenInputs(tree).map(({ file }) => file)).toEqual(['packages/cluster/src/a.ts']);
});

test('a pure package has no adapters', () => {
  expect(findings('packages/trace/src/system-clock.ts', 'const x = Date.now();')).toEqual(['Date.now']);
});

describe('allowed', () => {
  test.each([
    'const x = new Date(millis);',
    'const x = process.versions.node;',
    'function load(fetch: Fetch) { return fetch(url); }',
    'function load({ fetch, env }: Options) { return options.fetch(url); }',
    'const x = { fetch: ports.fetch, console: ports.console };',
    'interface Ports { fetch(url: string): void; process: Process; }',
    "import { createHash } from 'node:crypto';",
    'type Fetch = typeof fetch;',
  ])('%s', (text) => {
    expect(findings('packages/cluster/src/a.ts', text)).toEqual([]);
  });

  test.each([
    'apps/cli/src/main.ts',
    'apps/cli/src/system-output.ts',
    'packages/cluster/src/system-clock.ts',
    'packages/trace/src/a.test.ts',
    'testbed/src/a.ts',
    'bench/src/a.ts',
  ])('in %s', (file) => {
    expect(findings(file, 'const x = Date.now();')).toEqual([]);
  });
});
