// Which file imports which, by relative imports: file -> files.
import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { SourceTree } from './source-tree.ts';
import { handWritten, isTest, isTestAid } from './source-tree.ts';

export type ModuleGraph = ReadonlyMap<string, readonly string[]>;

export function moduleGraph(tree: SourceTree): ModuleGraph {
  const files = handWritten(tree);
  const known = new Set(files);
  return new Map(files.map((file) => [file, targetsOf(file, tree.read(file)).filter((target) => known.has(target))]));
}

/** The starts themselves and all that they lead to. */
function reachable(graph: ModuleGraph, starts: readonly string[]): ReadonlySet<string> {
  const found = new Set(starts);
  // A set that grows while it is iterated hands out what was added.
  for (const file of found) for (const target of graph.get(file) ?? []) found.add(target);
  return found;
}

/** Files that tests lead to and no entry of a workspace does, nor a program that the product starts. */
export function testSupport(graph: ModuleGraph, tree: SourceTree): ReadonlySet<string> {
  const files = [...graph.keys()];
  const entries = files.filter((file) => /^(packages|apps)\/[^/]+\/src\/(index|main)\.ts$/.test(file));
  const product = reachable(graph, [...entries, ...programs(tree)]);
  const tested = reachable(graph, files.filter(isTest));
  return new Set([...tested].filter((file) => !product.has(file)));
}

/** What files of the product name as `new URL('./program.ts', import.meta.url)`. */
function programs(tree: SourceTree): readonly string[] {
  return handWritten(tree)
    .filter((file) => /^(packages|apps)\//.test(file) && !isTest(file) && !isTestAid(file))
    .flatMap((file) =>
      [...tree.read(file).matchAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g)].map(([, path = '']) =>
        posix.join(posix.dirname(file), path),
      ),
    );
}

function targetsOf(file: string, text: string): readonly string[] {
  return importsOf(file, text)
    .map(({ specifier }) => specifier)
    .filter((specifier) => specifier?.startsWith('.') === true)
    .map((specifier) => posix.join(posix.dirname(file), specifier ?? ''));
}
