// A tree as a viewer may see it: objects of kinds he may not get are left out, what hangs on them moves up. Iterative.

import type { TreeNode } from '@rectrace/trace';
import { compareRefs } from '@rectrace/trace';
import type { KindAt } from './viewer-rights.ts';

/** Every kind and namespace that stands in the tree or that it links to. */
export function kindsInTree(root: TreeNode): Iterable<KindAt> {
  const kinds = new Map<string, KindAt>();
  for (const node of nodesOf(root)) {
    for (const { group, kind, namespace } of [node.ref, ...node.links.map(({ ref }) => ref)])
      kinds.set(`${group}/${kind}/${namespace}`, { group, kind, namespace });
  }
  return kinds.values();
}

/** undefined where the root itself is hidden. */
export function visibleTree(root: TreeNode, may: (at: KindAt) => boolean): TreeNode | undefined {
  const shown = new Map<TreeNode, readonly TreeNode[]>();
  for (const node of nodesOf(root).reverse()) {
    const children = node.children.flatMap((child) => shown.get(child) ?? []).sort((a, b) => compareRefs(a.ref, b.ref));
    const links = node.links.filter(({ ref }) => may(ref));
    shown.set(node, may(node.ref) ? [{ ...node, children, links }] : children);
  }
  return may(root.ref) ? shown.get(root)?.[0] : undefined;
}

/** Parents before their children. */
function nodesOf(root: TreeNode): TreeNode[] {
  const nodes = [root];
  for (const { children } of nodes) for (const child of children) nodes.push(child);
  return nodes;
}
