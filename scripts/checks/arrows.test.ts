import { describe, expect, test } from 'vitest';
import { checkArrows } from './arrows.ts';
import { literalTree } from './source-tree.ts';

function refusals(file: string, text: string): readonly string[] {
  return checkArrows(literalTree({ [file]: text })).map(({ message }) => message);
}

describe('arrows that are refused', () => {
  test.each([
    ['kube sees trace', 'packages/kube/src/a.ts', "import { x } from '@rectrace/trace';"],
    ['kube sees trace in a type import', 'packages/kube/src/a.ts', "import type { X } from '@rectrace/trace';"],
    ['kube sees trace in an import type', 'packages/kube/src/a.ts', "export type X = import('@rectrace/trace').X;"],
    ['kube sees trace in a re-export', 'packages/kube/src/a.ts', "export { x } from '@rectrace/trace';"],
    ['kube sees trace in a lazy import', 'packages/kube/src/a.ts', "export const x = () => import('@rectrace/trace');"],
    ['kube sees trace in a test', 'packages/kube/src/a.test.ts', "import { x } from '@rectrace/trace';"],
    ['kube sees trace in a mocked module', 'packages/kube/src/a.test.ts', "vi.mock('@rectrace/trace');"],
    ['siblings: history sees cluster', 'packages/history/src/a.ts', "import { x } from '@rectrace/cluster';"],
    ['siblings: view sees history', 'packages/view/src/a.ts', "import { x } from '@rectrace/history';"],
    ['siblings: cluster sees view', 'packages/cluster/src/a.ts', "import { x } from '@rectrace/view';"],
    ['control-plane sees trace', 'packages/control-plane/src/a.ts', "import { x } from '@rectrace/trace';"],
    ['siblings: planner sees models', 'packages/planner/src/a.ts', "import { x } from '@rectrace/models';"],
    ['a package sees an app', 'packages/cluster/src/a.ts', "import { x } from '@rectrace/cli';"],
    ['an app sees another app', 'apps/controller/src/a.ts', "import { x } from '@rectrace/cli';"],
    ['a package sees what unit tests share', 'packages/cluster/src/a.ts', "import { x } from '@rectrace/testing';"],
    ['a package sees the testbed outside of real tests', 'packages/cluster/src/a.test.ts', "import { x } from '@rectrace/testbed';"],
    ['a package sees the benchmarks', 'packages/cluster/src/a.real.test.ts', "import { x } from '@rectrace/bench';"],
    ['a new package without arrows of its own', 'packages/surprise/src/a.ts', "import { x } from '@rectrace/kube';"],
  ])('%s', (_title, file, text) => {
    expect(refusals(file, text)).toEqual([expect.stringMatching(/may not import/)]);
  });

  test('a deep import into another package', () => {
    expect(refusals('packages/trace/src/a.ts', "import { x } from '@rectrace/kube/src/x.ts';")).toEqual([
      'imports @rectrace/kube/src/x.ts: only the entry @rectrace/kube is public',
    ]);
  });

  test('a relative import that leaves the package', () => {
    expect(refusals('packages/trace/src/a.ts', "import { x } from '../../kube/src/x.ts';")).toEqual([
      'imports ../../kube/src/x.ts, outside of packages/trace: packages are imported by name',
    ]);
  });

  test('a package that imports itself by name', () => {
    expect(refusals('packages/trace/src/a.ts', "import { x } from '@rectrace/trace';")).toEqual([
      'imports its own package @rectrace/trace',
    ]);
  });

  test.each(['node:fs', 'fs', 'fs/promises', 'node:crypto'])('%s in a pure package', (specifier) => {
    expect(refusals('packages/view/src/a.ts', `import * as x from '${specifier}';`)).toEqual([
      `imports ${specifier}: a pure package has no Node in it`,
    ]);
  });

  test('a computed specifier', () => {
    expect(refusals('packages/cluster/src/a.ts', 'await import(name);')).toHaveLength(1);
  });
});

describe('arrows that are allowed', () => {
  test.each([
    ['packages/trace/src/a.ts', "import { x } from '@rectrace/kube';"],
    ['packages/history/src/a.ts', "import { x } from '@rectrace/trace'; import { y } from 'node:fs';"],
    ['packages/control-plane/src/a.ts', "import { x } from '@rectrace/kube';"],
    ['packages/planner/src/a.ts', "import { x } from '@rectrace/control-plane'; import { y } from '@rectrace/cluster';"],
    ['packages/cluster/src/a.real.test.ts', "import { x } from '@rectrace/testbed';"],
    ['packages/cluster/src/a.test.ts', "import { x } from '@rectrace/testing';"],
    ['packages/trace/src/a.test.ts', "import { readFileSync } from 'node:fs';"],
    ['packages/trace/src/a.ts', "import { x } from './b/c.ts'; import { y } from 'yaml';"],
    ['apps/cli/src/a.ts', "import { x } from '@rectrace/planner'; import { y } from '@rectrace/view';"],
    ['testbed/src/a.ts', "import { x } from '@rectrace/cluster';"],
    ['bench/src/a.ts', "import { x } from '@rectrace/cli';"],
  ])('%s: %s', (file, text) => {
    expect(refusals(file, text)).toEqual([]);
  });

  test('words in comments and strings are no imports', () => {
    expect(refusals('packages/kube/src/a.ts', '// import "@rectrace/trace"\nexport const x = "import \'@rectrace/trace\'";')).toEqual([]);
  });
});

test('the testbed is for real tests and what only they import', () => {
  const tree = literalTree({
    'apps/cli/src/index.ts': "export { b } from './b.ts';",
    'apps/cli/src/b.ts': "export { createApiClient as b } from '@rectrace/testbed';",
    'apps/cli/src/scenario.ts': "export { createApiClient } from '@rectrace/testbed';",
    'apps/cli/src/a.real.test.ts': "import './scenario.ts'; import './b.ts';",
  });
  expect(checkArrows(tree).map(({ file }) => file)).toEqual(['apps/cli/src/b.ts']);
});

test('a finding names file and line', () => {
  const tree = literalTree({ 'packages/kube/src/a.ts': "\n\nimport { x } from '@rectrace/trace';" });
  expect(checkArrows(tree)).toEqual([
    { file: 'packages/kube/src/a.ts', line: 3, message: 'imports @rectrace/trace: packages/kube may not import packages/trace' },
  ]);
});
