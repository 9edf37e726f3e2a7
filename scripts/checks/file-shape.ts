// Refuses grab-bag names and files that have outgrown themselves.
import type { Finding, SourceTree } from './source-tree.ts';
import { isGenerated } from './source-tree.ts';

const GRAB_BAGS = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared', 'types']);
const MOST_LINES = 600;

export function checkFileShape(tree: SourceTree): readonly Finding[] {
  const written = tree.files.filter((file) => /\.(tsx?|mjs|go)$/.test(file) && !isGenerated(file));
  return written.flatMap((file) => [...grabBag(file), ...tooLong(file, tree.read(file))]);
}

function grabBag(file: string): readonly Finding[] {
  const found = file.split('/').find((part) => GRAB_BAGS.has(part.replace(/(\.test)?\.\w+$/, '')));
  return found === undefined ? [] : [{ file, message: `"${found}" says nothing about what is in it` }];
}

function tooLong(file: string, text: string): readonly Finding[] {
  const lines = text.split('\n').length - 1;
  return lines <= MOST_LINES ? [] : [{ file, message: `${lines} lines; a file is split at ${MOST_LINES}` }];
}
