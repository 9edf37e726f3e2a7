import { expect, test } from 'vitest';
import { checkFileCycles } from './file-cycles.ts';
import { literalTree } from './source-tree.ts';

test('a circle of three files is told once, with its way', () => {
  const tree = literalTree({
    'packages/kube/src/a.ts': "import { b } from './b.ts';",
    'packages/kube/src/b.ts': "import { c } from './deep/c.ts';",
    'packages/kube/src/deep/c.ts': "import type { A } from '../a.ts';",
    'packages/kube/src/d.ts': "import { a } from './a.ts';",
  });
  expect(checkFileCycles(tree)).toEqual([
    {
      file: 'packages/kube/src/a.ts',
      message:
        'circle of imports: packages/kube/src/a.ts -> packages/kube/src/b.ts -> packages/kube/src/deep/c.ts -> packages/kube/src/a.ts',
    },
  ]);
});

test('two ways to the same file are no circle', () => {
  const tree = literalTree({
    'packages/kube/src/a.ts': "import './b.ts'; import './c.ts';",
    'packages/kube/src/b.ts': "import './c.ts';",
    'packages/kube/src/c.ts': 'export const c = 1;',
  });
  expect(checkFileCycles(tree)).toEqual([]);
});
