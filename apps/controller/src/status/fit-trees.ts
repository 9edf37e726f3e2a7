// The current and the initial object tree cut to a number of bytes, by levels from the root down.

import type { TreeNode } from '@rectrace/trace';
import type { ObjectTree } from '@rectrace/trace-api';
import type { OmittedObjects, TreeLevels } from './tree-levels.ts';
import { layOutTree, levelsSize, levelsWithin, omittedBelow, treeOfLevels } from './tree-levels.ts';

/** Room that a caller keeps for the list of types that were left out. */
export const OMITTED_TYPES_BYTES = 1536;

export type FittedTrees = {
  readonly current?: ObjectTree | undefined;
  readonly initial?: ObjectTree | undefined;
  readonly bytes: number;
  readonly omitted: OmittedObjects;
  readonly initialObjects: number;
};
export type Trees = { readonly current: TreeLevels; readonly initial: TreeLevels };

/** room in bytes. Whole trees where both fit, else the upper levels: a third of the room for the initial tree, what it leaves for the current one. */
export function fitTrees({ current, initial }: Trees, room: number): FittedTrees {
  const both = allLevels(current) + allLevels(initial) <= room;
  const initialLevels = levelsWithin(initial, both ? room : Math.max(room / 3, room - allLevels(current)));
  const initialBytes = levelsSize(initial, initialLevels);
  const currentLevels = levelsWithin(current, room - initialBytes);
  return {
    current: treeOfLevels(current, currentLevels),
    initial: treeOfLevels(initial, initialLevels),
    bytes: initialBytes + levelsSize(current, currentLevels),
    omitted: omittedBelow(current, { count: currentLevels, bytes: OMITTED_TYPES_BYTES - 64 }),
    initialObjects: omittedBelow(initial, { count: initialLevels, bytes: 0 }).objects,
  };
}

/** The levels of a tree that may be absent. limit in bytes: what certainly does not fit is not measured. */
export function layOut(tree: TreeNode | undefined, limit: number): TreeLevels {
  return tree === undefined ? { levels: [], objects: 0 } : layOutTree(tree, limit);
}

/** Bytes of the whole tree; endless where it exceeds its limit. */
export function allLevels(tree: TreeLevels): number {
  return levelsSize(tree, tree.levels.length);
}
