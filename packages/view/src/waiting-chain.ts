// What a tree waits for: the chain from the root to each object that is not ready and has nothing unready below it, that nobody acts on, or that a
// Warning is about.

import type { KubeObject } from '@rectrace/kube';
import type { EventDetails, ObjectStates, Readiness, TreeNode } from '@rectrace/trace';
import { earlierText, readinessOf, reasonText, saysLittle, standsStill } from '@rectrace/trace';
import { eventText } from './change-text.ts';
import type { Line } from './line.ts';
import { span } from './line.ts';
import { shapeOf, toneOf } from './mark.ts';
import { objectName } from './object-name.ts';
import { layoutParagraph } from './paragraph.ts';
import { isWaiting, readinessMark } from './readiness-mark.ts';
import type { FlatNode } from './tree-walk.ts';
import { flattenTree } from './tree-walk.ts';

/**
 * chain: from the root to the leaf. alike: further leaves under the same parent with the same kind and reason. earlier: to what of before its
 * trouble belongs, '' = to what is asked for now.
 */
export type WaitingChain = {
  readonly chain: readonly TreeNode[];
  readonly readiness: Readiness;
  readonly alike: number;
  readonly earlier: string;
};

/**
 * What an object is judged by: its newest body. Where that names no reason, the newest Warning about it does, and where it has no message
 * either, the newest Event of any type.
 */
export type LeafKnowledge = {
  /** What readiness goes by. */
  readonly states: ObjectStates;
  bodyOf(uid: string): KubeObject | undefined;
  eventOf(uid: string, type: 'Warning' | 'any'): EventDetails | undefined;
};

/** Sorted as the tree is. */
export function waitingChains(root: TreeNode, knowledge: LeafKnowledge): readonly WaitingChain[] {
  const flat = flattenTree(root);
  const states = flat.map(({ node }) => stateOf(node, knowledge));
  const warned = flat.map(({ node }, index) => warningOf(node, { readiness: states[index], knowledge }));
  const leaves = leavesOf(flat, { states, warned });
  const told = states.map((state, index) => withWarning(state, warned[index]));
  const earlier = leaves.length === 0 ? [] : earlierTexts(flat, knowledge);
  return foldAlike(leaves, { flat, states: told, earlier }).map((waiting) => withEvent(waiting, knowledge));
}

type Waits = { readonly states: readonly (Readiness | undefined)[]; readonly warned: readonly (string | undefined)[] };

/** By index: what waits and has nothing below it that does, or is told all the same. */
function leavesOf(flat: readonly FlatNode[], { states, warned }: Waits): readonly number[] {
  const covered = new Set<number>();
  const leaves: number[] = [];
  for (let index = flat.length - 1; index >= 0; index--) {
    const state = states[index];
    const waits = state !== undefined && isWaiting(state);
    if (waits && (!covered.has(index) || warned[index] !== undefined || standsStill(state))) leaves.push(index);
    if (waits || covered.has(index)) covered.add(flat[index]?.parent ?? -1);
  }
  return leaves.toReversed();
}

/** Two or more lines a chain: its names, then the leaf's reason and message in full. width: undefined = without end. */
export function waitingLines(
  chains: readonly WaitingChain[],
  options: { readonly home: string; readonly width?: number | undefined },
): readonly Line[] {
  return chains.flatMap(({ chain, readiness, alike, earlier }) => {
    const mark = readinessMark(readiness);
    const names = chain.map(({ ref }) => objectName(ref, options.home)).join(' > ');
    const more = alike === 0 ? '' : ` and ${alike} more like it`;
    const said = [earlier, reasonText(readiness)].filter((part) => part !== '').join(': ');
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

type Flat = {
  readonly flat: readonly FlatNode[];
  readonly states: readonly (Readiness | undefined)[];
  readonly earlier: readonly string[];
};

/** By index; what is below an object is of what the object is of. */
function earlierTexts(flat: readonly FlatNode[], { bodyOf }: LeafKnowledge): readonly string[] {
  const texts: string[] = [];
  const bodies = flat.map(({ node }) => bodyOf(node.ref.uid));
  for (const [index, { parent }] of flat.entries()) texts.push(earlierText(bodies[parent], bodies[index]) || (texts[parent] ?? ''));
  return texts;
}

function foldAlike(leaves: readonly number[], { flat, states, earlier: texts }: Flat): readonly WaitingChain[] {
  const folded = new Map<string, WaitingChain>();
  for (const index of leaves) {
    const at = flat[index];
    const readiness = states[index];
    if (at === undefined || readiness === undefined) continue;
    const earlier = texts[index] ?? '';
    const key = [at.parent, at.node.ref.kind, readiness.reason, earlier].join(' ');
    const known = folded.get(key);
    folded.set(
      key,
      known === undefined ? { chain: chainTo(flat, index), readiness, alike: 0, earlier } : { ...known, alike: known.alike + 1 },
    );
  }
  return [...folded.values()];
}

/** What goes tells in its finalizers what it waits for; an Event of the time before does not. */
function warningOf(
  { ref }: TreeNode,
  { readiness, knowledge }: { readonly readiness: Readiness | undefined; readonly knowledge: LeafKnowledge },
): string | undefined {
  if (readiness === undefined || !isWaiting(readiness) || !saysLittle(readiness) || readiness.reason === 'Terminating') return undefined;
  const event = knowledge.eventOf(ref.uid, 'Warning');
  return event === undefined ? undefined : eventText(event);
}

function withWarning(readiness: Readiness | undefined, warning: string | undefined): Readiness | undefined {
  if (readiness === undefined || warning === undefined) return readiness;
  return { ...readiness, message: [readiness.message, warning].filter((part) => part !== '').join('; ') };
}

function withEvent(waiting: WaitingChain, { eventOf }: LeafKnowledge): WaitingChain {
  const { readiness, chain } = waiting;
  if (readiness.message !== '' || readiness.reason === 'Terminating') return waiting;
  const event = eventOf(chain.at(-1)?.ref.uid ?? '', 'any');
  return event === undefined ? waiting : { ...waiting, readiness: { ...readiness, message: eventText(event) } };
}

function chainTo(flat: readonly FlatNode[], leaf: number): readonly TreeNode[] {
  const chain: TreeNode[] = [];
  for (let at = flat[leaf]; at !== undefined; at = flat[at.parent]) chain.push(at.node);
  return chain.reverse();
}
