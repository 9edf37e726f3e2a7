import { expect, test } from 'vitest';
import { literalTree } from './source-tree.ts';
import { checkTestAids } from './test-aids.ts';

const ENTRY = "export { a } from './a.ts';";

test('what tests and the product use in its place is no finding', () => {
  const tree = literalTree({
    'packages/kube/src/index.ts': ENTRY,
    'packages/kube/src/a.ts': "import { b } from './deep/b.ts'; const INSIDE = new URL('./inside/program.ts', import.meta.url);",
    'packages/kube/src/deep/b.ts': 'export const b = 1;',
    'packages/kube/src/inside/program.ts': "import { c } from './c.ts';",
    'packages/kube/src/inside/c.ts': 'export const c = 1;',
    'packages/kube/src/inside/c.test.ts': "import { c } from './c.ts';",
    'packages/kube/src/a.test.ts': "import { a } from './a.ts'; import { x } from './testing/x.ts';",
    'packages/kube/src/testing/x.ts': "import { a } from '../a.ts';",
    'conformance/src/y.ts': "import { z } from './z.ts';",
    'conformance/src/y.test.ts': "import { y } from './y.ts';",
  });
  expect(checkTestAids(tree)).toEqual([]);
});

test('a file that only tests lead to, and what it needs, belong into a folder of their own', () => {
  const message = 'only tests lead here: it belongs into a folder testing/, e2e/ or faults/, or is not needed';
  const tree = literalTree({
    'packages/kube/src/index.ts': ENTRY,
    'packages/kube/src/a.ts': 'export const a = 1;',
    'packages/kube/src/samples.ts': "import { more } from './more.ts';",
    'packages/kube/src/more.ts': 'export const more = 1;',
    'packages/kube/src/a.test.ts': "import { s } from './samples.ts';",
  });
  expect(checkTestAids(tree)).toEqual([
    { file: 'packages/kube/src/more.ts', message },
    { file: 'packages/kube/src/samples.ts', message },
  ]);
});

test('the product does not import what is for tests only', () => {
  const tree = literalTree({
    'apps/cli/src/main.ts': "import { s } from './testing/s.ts';",
    'apps/cli/src/testing/s.ts': 'export const s = 1;',
  });
  expect(checkTestAids(tree)).toEqual([
    { file: 'apps/cli/src/main.ts', message: 'imports apps/cli/src/testing/s.ts, which is for tests only' },
  ]);
});
