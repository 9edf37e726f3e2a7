// What a tree waits for: the chain from the root to each object that is not ready and has nothing unready below it.

import type { KubeObject } from '@rectrace/kube';
import type { ObjectStates, Readiness, TreeNode } from '@rectrace/trace';
import { readinessOf } from '@rectrace/trace';
import type { Line } from './line.ts';
import { span } from './line.ts';
import { shapeOf, toneOf } from './mark.ts';
import { objectName } from './object-name.ts';
import { layoutParagraph } from './paragraph.ts';
import { isWaiting, readinessMark } from './readiness-mark.ts';
import type { FlatNode } from './tree-walk.ts';
import { flattenTree } from './tree-walk.ts';

/** chain: from the root to the leaf. alike: further leaves under the same parent with the same kind and reason. */
export type WaitingChain = { readonly chain: readonly TreeNode[]; readonly readiness: Readiness; readonly alike: number };

/** What a leaf is judged by: its newest body; what the newest Event about it says speaks where the body has no message. */
export type LeafKnowledge = {
  /** What readiness goes by. */
  readonly states: ObjectStates;
  bodyOf(uid: string): KubeObject | undefined;
  eventTextOf(uid: string): string | undefined;
};

/** Sorted as the tree is. */
export function waitingChains(root: TreeNode, knowledge: LeafKnowledge): readonly WaitingChain[] {
  const flat = flattenTree(root);
  const states = flat.map(({ node }) => stateOf(node, knowledge));
  const covered = new Set<number>();
  const leaves: number[] = [];
  for (let index = flat.length - 1; index >= 0; index--) {
    const parent = flat[index]?.parent ?? -1;
    const state = states[index];
    const waits = state !== undefined && isWaiting(state);
    if (waits && !covered.has(index)) leaves.push(index);
    if (waits || covered.has(index)) covered.add(parent);
  }
  return foldAlike(leaves.toReversed(), { flat, states }).map((waiting) => withEvent(waiting, knowledge.eventTextOf));
}

/** Two or more lines a chain: its names, then the leaf's reason and message in full. width: undefined = without end. */
export function waitingLines(
  chains: readonly WaitingChain[],
  options: { readonly home: string; readonly width?: number | undefined },
): readonly Line[] {
  return chains.flatMap(({ chain, readiness, alike }) => {
    const mark = readinessMark(readiness);
    const names = chain.map(({ ref }) => objectName(ref, options.home)).join(' > ');
    const more = alike === 0 ? '' : ` and ${alike} more like it`;
    const said = [readiness.reason || readiness.status, readiness.message].filter((part) => part !== '').join(': ');
    const head = layoutParagraph(names + more, { label: `${shapeOf(mark)} `, labelTone: toneOf(mark), width: options.width });
    return [...head, ...layoutParagraph(said, { label: '    ', tone: toneOf(mark), width: options.width })];
  });
}

/** 'everything is ready', as a line. */
export function nothingWaits(): Line {
  return [span(`${shapeOf('ready')} `, 'good'), span('nothing in the tree is waiting')];
}

function stateOf(node: TreeNode, { bodyOf, states }: LeafKnowledge): Readiness | undefined {
  const body = node.gone ? undefined : bodyOf(node.ref.uid);
  return body === undefined ? undefined : readinessOf(body, states);
}

type Flat = { readonly flat: readonly FlatNode[]; readonly states: readonly (Readiness | undefined)[] };

function foldAlike(leaves: readonly number[], { flat, states }: Flat): readonly WaitingChain[] {
  const folded = new Map<string, WaitingChain>();
  for (const index of leaves) {
    const at = flat[index];
    const readiness = states[index];
    if (at === undefined || readiness === undefined) continue;
    const key = [at.parent, at.node.ref.kind, readiness.reason].join(' ');
    const known = folded.get(key);
    folded.set(key, known === undefined ? { chain: chainTo(flat, index), readiness, alike: 0 } : { ...known, alike: known.alike + 1 });
  }
  return [...folded.values()];
}

function withEvent(waiting: WaitingChain, eventTextOf: LeafKnowledge['eventTextOf']): WaitingChain {
  const { readiness, chain } = waiting;
  const said = readiness.message === '' ? eventTextOf(chain.at(-1)?.ref.uid ?? '') : undefined;
  return said === undefined ? waiting : { ...waiting, readiness: { ...readiness, message: said } };
}

function chainTo(flat: readonly FlatNode[], leaf: number): readonly TreeNode[] {
  const chain: TreeNode[] = [];
  for (let at = flat[leaf]; at !== undefined; at = flat[at.parent]) chain.push(at.node);
  return chain.reverse();
}
