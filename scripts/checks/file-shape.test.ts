import { expect, test } from 'vitest';
import { checkFileShape } from './file-shape.ts';
import { literalTree } from './source-tree.ts';

test('grab-bag names of files and folders are refused', () => {
  const tree = literalTree({
    'packages/kube/src/util.ts': '',
    'packages/kube/src/helpers.test.ts': '',
    'packages/kube/src/common/sort.ts': '',
    'packages/kube/src/stable-sort.ts': '',
    'packages/kube/src/resource-types.ts': '',
  });
  expect(checkFileShape(tree).map(({ file }) => file)).toEqual([
    'packages/kube/src/common/sort.ts',
    'packages/kube/src/helpers.test.ts',
    'packages/kube/src/util.ts',
  ]);
});

test('601 lines are too many, 600 are not, and generated files may be long', () => {
  const tree = literalTree({
    'packages/kube/src/long.ts': 'x\n'.repeat(601),
    'packages/kube/src/full.ts': 'x\n'.repeat(600),
    'packages/kube/src/generated/table.ts': 'x\n'.repeat(5_000),
  });
  expect(checkFileShape(tree)).toEqual([{ file: 'packages/kube/src/long.ts', message: '601 lines; a file is split at 600' }]);
});
