// A tree as a flat list, parents before children, without recursion: chains of owners may be tens of thousands deep.

import type { TreeNode } from '@rectrace/trace';

/** parent: index of the parent in the list, -1 for the root. last: no sibling follows. */
export type FlatNode = { readonly node: TreeNode; readonly depth: number; readonly parent: number; readonly last: boolean };

/** Depth first, children in their order. maxDepth: levels below the root, 0 or absent = all. */
export function flattenTree(root: TreeNode, options: { readonly maxDepth?: number } = {}): readonly FlatNode[] {
  const limit = options.maxDepth === undefined || options.maxDepth === 0 ? Number.POSITIVE_INFINITY : options.maxDepth;
  const flat: FlatNode[] = [];
  const open: FlatNode[] = [{ node: root, depth: 0, parent: -1, last: true }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const index = flat.push(next) - 1;
    const { children } = next.node;
    if (next.depth >= limit) continue;
    for (let at = children.length - 1; at >= 0; at--) {
      const node = children[at];
      if (node !== undefined) open.push({ node, depth: next.depth + 1, parent: index, last: at === children.length - 1 });
    }
  }
  return flat;
}
