// How a root stands, without its tree: what a listing or a count of roots needs.

import type { ObjectRef } from '@rectrace/kube';
import type { CycleState } from './cycle.ts';
import type { CycleFold } from './cycles/cycle-fold.ts';
import type { Verdict } from './facts.ts';
import type { ObjectGraph } from './membership/object-graph.ts';

export type RootStanding = {
  /** The object that holds the root's name now, or held it last; absent = never seen. */
  readonly ref?: ObjectRef;
  readonly gone: boolean;
  /** Of the root's newest revision; absent = never seen. */
  readonly verdict?: Verdict;
  /** State of the latest cycle; absent = there was none. */
  readonly cycle?: CycleState;
};

export function rootStanding(
  id: string,
  { fold, graph }: { readonly fold: CycleFold; readonly graph: Pick<ObjectGraph, 'node'> },
): RootStanding {
  const uid = fold.membership.root.value;
  const node = uid === undefined ? undefined : graph.node(uid);
  const verdict = node?.facts.verdicts[id];
  const cycle = fold.latest()?.state;
  return {
    gone: node?.gone ?? false,
    ...(node === undefined ? {} : { ref: node.facts.ref }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(cycle === undefined ? {} : { cycle }),
  };
}
