// How the root of a story or of a recording stands: the one judgement of @rectrace/trace, with the bodies that are at hand.

import type { KubeObject } from '@rectrace/kube';
import type { Cycle, ObjectStates, TerminalState, TreeNode, Verdict } from '@rectrace/trace';
import { terminalStateOf } from '@rectrace/trace';
import { flattenTree, homeOf, terminalText } from '@rectrace/view';

export type Standing = {
  readonly verdict?: Verdict | undefined;
  readonly tree?: TreeNode | undefined;
  readonly cycles: readonly Cycle[];
  readonly states: ObjectStates;
  bodyOf(uid: string): KubeObject | undefined;
};

export function standingOf({ verdict, tree, cycles, states, bodyOf }: Standing): TerminalState {
  const nodes = tree === undefined ? [] : flattenTree(tree).filter(({ node }) => !node.gone);
  const [root, ...members] = nodes.map(({ node }) => bodyOf(node.ref.uid));
  return terminalStateOf({
    verdict,
    root: tree?.gone === true ? undefined : root,
    members: members.filter((body) => body !== undefined),
    cycle: cycles.at(-1),
    states,
  });
}

/** Nothing is going on: no cycle that has not ended and held, and nothing in the tree that is under way. Of a root that is gone its cycle alone tells. */
export function isSettled(standing: Standing & { readonly gone: boolean }): boolean {
  if ((standing.cycles.at(-1)?.state ?? 'closed') !== 'closed') return false;
  return standing.gone || standing.tree === undefined || ['terminal', 'failed'].includes(standingOf(standing).kind);
}

/** 'terminal', 'not terminal: Pod/web-1 Unschedulable', 'state unknown'. */
export function storyStateText(story: Standing): string {
  return terminalText(standingOf(story), story.tree === undefined ? '' : homeOf(story.tree.ref));
}
