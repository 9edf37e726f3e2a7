// Refuses circles of files that import each other inside one workspace; type-only imports count.
import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { Finding, SourceTree } from './source-tree.ts';
import { handWritten } from './source-tree.ts';

export function checkFileCycles(tree: SourceTree): readonly Finding[] {
  const files = handWritten(tree);
  const known = new Set(files);
  const graph = new Map(files.map((file) => [file, targetsOf(file, tree.read(file)).filter((target) => known.has(target))]));
  const done = new Set<string>();
  return files.flatMap((file) => {
    const circle = circleFrom(file, graph, done);
    return circle === undefined ? [] : [{ file: circle[0] ?? file, message: `circle of imports: ${circle.join(' -> ')}` }];
  });
}

function targetsOf(file: string, text: string): readonly string[] {
  return importsOf(file, text)
    .map(({ specifier }) => specifier)
    .filter((specifier) => specifier?.startsWith('.') === true)
    .map((specifier) => posix.join(posix.dirname(file), specifier ?? ''));
}

/** Depth first; `done` holds the files from which no new circle can be found, so each circle is told once. */
function circleFrom(start: string, graph: ReadonlyMap<string, readonly string[]>, done: Set<string>): readonly string[] | undefined {
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
