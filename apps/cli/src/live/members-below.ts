// The objects of a tree besides its root.

import type { KubeObject } from '@rectrace/kube';
import type { TreeNode } from '@rectrace/trace';
import { flattenTree } from '@rectrace/view';

/** Those whose body is known; absent tree = none. */
export function membersBelow(tree: TreeNode | undefined, bodyOf: (uid: string) => KubeObject | undefined): readonly KubeObject[] {
  if (tree === undefined) return [];
  const below = flattenTree(tree).filter(({ node }) => node.ref.uid !== tree.ref.uid);
  return below.flatMap(({ node }) => bodyOf(node.ref.uid) ?? []);
}
