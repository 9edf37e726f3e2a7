// Which file imports which, by relative imports: file -> files.
import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { SourceTree } from './source-tree.ts';
import { handWritten, isTest } from './source-tree.ts';

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

/** Files that tests lead to and no entry of a workspace does. */
export function testSupport(graph: ModuleGraph): ReadonlySet<string> {
  const files = [...graph.keys()];
  const product = reachable(
    graph,
    files.filter((file) => /^(packages|apps)\/[^/]+\/src\/(index|main)\.ts$/.test(file)),
  );
  const tested = reachable(graph, files.filter(isTest));
  return new Set([...tested].filter((file) => !product.has(file)));
}

function targetsOf(file: string, text: string): readonly string[] {
  return importsOf(file, text)
    .map(({ specifier }) => specifier)
    .filter((specifier) => specifier?.startsWith('.') === true)
    .map((specifier) => posix.join(posix.dirname(file), specifier ?? ''));
}
