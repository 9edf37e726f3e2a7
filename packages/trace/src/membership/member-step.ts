// One entry as a root's tree took it.

import type { Uid } from '@rectrace/kube';
import type { Entry } from '../entry.ts';
import type { GraphNode } from './object-graph.ts';

/** What an entry did to one object of the tree. before/after: its node and whether it was a member of this tree. */
export type MemberStep = {
  readonly entry: Entry;
  readonly uid: Uid;
  readonly before: GraphNode | undefined;
  readonly after: GraphNode | undefined;
  readonly wasMember: boolean;
  readonly isMember: boolean;
};
