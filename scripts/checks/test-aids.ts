// What only tests use is told apart from the product by its folder: testing/, e2e/ or faults/. Exports that only tests use are knip's to find.
import type { ModuleGraph } from './module-graph.ts';
import { moduleGraph, testSupport } from './module-graph.ts';
import type { Finding, SourceTree } from './source-tree.ts';
import { isTest, isTestAid } from './source-tree.ts';

export function checkTestAids(tree: SourceTree): readonly Finding[] {
  const graph = moduleGraph(tree);
  return [...strayAids(graph, tree), ...shippedAids(graph)];
}

function strayAids(graph: ModuleGraph, tree: SourceTree): readonly Finding[] {
  return [...testSupport(graph, tree)]
    .filter((file) => /^(packages|apps)\//.test(file) && !isTest(file) && !isTestAid(file))
    .sort()
    .map((file) => ({ file, message: 'only tests lead here: it belongs into a folder testing/, e2e/ or faults/, or is not needed' }));
}

function shippedAids(graph: ModuleGraph): readonly Finding[] {
  return [...graph]
    .filter(([file]) => /^(packages|apps)\//.test(file) && !isTest(file) && !isTestAid(file))
    .flatMap(([file, targets]) =>
      targets.filter(isTestAid).map((target) => ({ file, message: `imports ${target}, which is for tests only` })),
    );
}
