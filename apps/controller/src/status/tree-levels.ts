// An object tree laid out level by level: what each depth costs on the wire, and the tree cut at a depth. Iterative, so that a chain of
// any length is safe.

import type { TreeNode } from '@rectrace/trace';
import type { ObjectTree, Omitted } from '@rectrace/trace-api';
import { objectReference } from './object-reference.ts';
import { wireSize } from './wire-size.ts';
import { withinBytes } from './within-bytes.ts';

/** JSON decoders of clients and servers give up on deep nesting; no tree on the wire is deeper than this. */
export const DEEPEST_LEVEL = 64;
/** Bytes of {"primary":,"secondaries":[]}, around a node's reference. */
const NODE_BYTES = 32;
const SHOWN_TYPES = 30;

type LaidNode = { readonly node: TreeNode; readonly parent: number };
type Level = { readonly nodes: readonly LaidNode[]; readonly bytes: number };

/** levels[0] is the root. bytes of a level count its references and brackets; levels past the limit are not measured and count as endless. */
export type TreeLevels = { readonly levels: readonly Level[]; readonly objects: number };

/** Lays out what is there now: objects that are gone stand only where something still hangs on them, the root always. limit in bytes. */
export function layOutTree(root: TreeNode, limit: number): TreeLevels {
  const living = livingNodes(root);
  const levels: Level[] = [];
  let nodes: LaidNode[] = [{ node: root, parent: -1 }];
  let objects = 0;
  let used = 0;
  while (nodes.length > 0) {
    const bytes = used > limit ? Number.POSITIVE_INFINITY : sum(nodes.map(({ node }) => NODE_BYTES + wireSize(referenceOf(node))));
    levels.push({ nodes, bytes });
    used += bytes;
    objects += nodes.length;
    nodes = nodes.flatMap(({ node }, parent) =>
      node.children.filter((child) => living.has(child)).map((child) => ({ node: child, parent })),
    );
  }
  return { levels, objects };
}

export type OmittedObjects = { readonly objects: number; readonly types: NonNullable<Omitted['objectsByType']> };

/** How many levels, the root's included, fit into so many bytes; at least 1. */
export function levelsWithin(tree: TreeLevels, bytes: number): number {
  let used = 0;
  for (const [depth, level] of tree.levels.entries()) {
    used += level.bytes;
    if (depth > 0 && (used > bytes || depth >= DEEPEST_LEVEL)) return depth;
  }
  return tree.levels.length;
}

/** Bytes of the first levels. */
export function levelsSize(tree: TreeLevels, count: number): number {
  return sum(tree.levels.slice(0, count).map(({ bytes }) => bytes));
}

/** The wire tree of the first levels. */
export function treeOfLevels({ levels }: TreeLevels, count: number): ObjectTree | undefined {
  let below: ReadonlyMap<number, readonly ObjectTree[]> = new Map();
  for (const { nodes } of levels.slice(0, count).reverse()) {
    const trees = new Map<number, ObjectTree[]>();
    for (const [index, { node, parent }] of nodes.entries()) {
      const tree = withSecondaries(node, below.get(index) ?? []);
      const siblings = trees.get(parent);
      if (siblings === undefined) trees.set(parent, [tree]);
      else siblings.push(tree);
    }
    below = trees;
  }
  return below.get(-1)?.[0];
}

/** How many objects the levels from `count` on hold, and of which types: the most frequent ones that fit `bytes`, sorted by apiVersion and kind. */
export function omittedBelow({ levels }: TreeLevels, { count, bytes }: { readonly count: number; readonly bytes: number }): OmittedObjects {
  const counts = new Map<string, { apiVersion: string; kind: string; count: number }>();
  let objects = 0;
  for (const { nodes } of levels.slice(count)) {
    objects += nodes.length;
    for (const { node } of nodes) {
      const { apiVersion, kind } = referenceOf(node);
      const key = `${apiVersion} ${kind}`;
      counts.set(key, { apiVersion, kind, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  const most = [...counts.values()].sort((a, b) => b.count - a.count || byType(a, b)).slice(0, SHOWN_TYPES);
  return { objects, types: [...withinBytes(most, bytes)].sort(byType) };
}

type ObjectType = { readonly apiVersion: string; readonly kind: string };

/** Order by apiVersion, then kind. */
export function byType(a: ObjectType, b: ObjectType): number {
  return order(a.apiVersion, b.apiVersion) || order(a.kind, b.kind);
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function livingNodes(root: TreeNode): ReadonlySet<TreeNode> {
  const all: { readonly node: TreeNode; readonly parent: TreeNode | undefined }[] = [{ node: root, parent: undefined }];
  for (const { node } of all) for (const child of node.children) all.push({ node: child, parent: node });
  const living = new Set<TreeNode>([root]);
  for (const { node, parent } of all.reverse()) {
    if (!node.gone) living.add(node);
    if (living.has(node) && parent !== undefined) living.add(parent);
  }
  return living;
}

function withSecondaries(node: TreeNode, secondaries: readonly ObjectTree[]): ObjectTree {
  return { primary: referenceOf(node), ...(secondaries.length === 0 ? {} : { secondaries }) };
}

function referenceOf({ ref, resourceVersion }: TreeNode): ObjectTree['primary'] {
  return objectReference(ref, resourceVersion);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
