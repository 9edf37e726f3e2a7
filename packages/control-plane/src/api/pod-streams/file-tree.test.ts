import { expect, test } from 'vitest';
import { absolute, filesAt, isFile, isFolder, treeWith, withFile } from './file-tree.ts';

const TREE = treeWith({ '/data/a': 'in a', '/data/below/b': 'in b', '/database': 'c', '/data': 'both' });

test('what is at a path and below it', () => {
  const paths = (place: string): readonly string[] => filesAt(TREE, place).map(([path]) => path);
  expect(paths('/data')).toEqual(['/data', '/data/a', '/data/below/b']);
  expect(paths('/data/below')).toEqual(['/data/below/b']);
  expect(paths('/')).toEqual(['/data', '/data/a', '/data/below/b', '/database']);
  expect(paths('/dat')).toEqual([]);
  expect(['/', '/data', '/data/below', '/data/a', '/dat'].map((path) => isFolder(TREE, path))).toEqual([true, true, true, false, false]);
  expect(['/data', '/data/below', '/data/a'].map((path) => isFile(TREE, path))).toEqual([true, false, true]);
});

test('contents, paths and their steps are counted, replaced ones once', () => {
  const one = treeWith({ '/a/b': 'four' });
  expect(one.extent).toEqual({ bytes: 8, names: 2 });
  const two = withFile(one, '/a/c/d', Uint8Array.of(1, 2));
  expect(two.extent).toEqual({ bytes: 16, names: 5 });
  expect(withFile(two, '/a/b', new Uint8Array()).extent).toEqual({ bytes: 12, names: 5 });
  expect(one.extent).toEqual({ bytes: 8, names: 2 });
});

test.each([
  ['a/./b', '/x', '/x/a/b'],
  ['../../..', '/x', '/'],
  ['//a//b/', '/x', '/a/b'],
])('%j seen from %j is %j', (path, folder, expected) => {
  expect(absolute(path, folder)).toBe(expected);
});
