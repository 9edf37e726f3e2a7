// Refuses circles of files that import each other inside one workspace; type-only imports count.
import type { ModuleGraph } from './module-graph.ts';
import { moduleGraph } from './module-graph.ts';
import type { Finding, SourceTree } from './source-tree.ts';

export function checkFileCycles(tree: SourceTree): readonly Finding[] {
  const graph = moduleGraph(tree);
  const done = new Set<string>();
  return [...graph.keys()].flatMap((file) => {
    const circle = circleFrom(file, graph, done);
    return circle === undefined ? [] : [{ file: circle[0] ?? file, message: `circle of imports: ${circle.join(' -> ')}` }];
  });
}

/** Depth first; `done` holds the files from which no new circle can be found, so each circle is told once. */
function circleFrom(start: string, graph: ModuleGraph, done: Set<string>): readonly string[] | undefined {
  const walk = (file: string, path: readonly string[]): readonly string[] | undefined => {
    const seenAt = path.indexOf(file);
    if (seenAt >= 0) return [...path.slice(seenAt), file];
    if (done.has(file)) return undefined;
    const circle = firstOf(graph.get(file) ?? [], (target) => walk(target, [...path, file]));
    done.add(file);
    return circle;
  };
  return walk(start, []);
}

function firstOf<T, R>(items: readonly T[], look: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
