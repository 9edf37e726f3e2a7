// Everything a status could say about a root: the recorder's view of it and the changes of its latest cycle, in the trace's language.

import type { ObjectSummary as CountedObjects, Description, FullRootView, TreeNode } from '@rectrace/trace';
import type { ObjectSummary } from '@rectrace/trace-api';
import type { CycleWindow } from '../cycle-window.ts';
import { presentFields } from '../present-fields.ts';
import { cycleStatus } from './cycle-status.ts';
import type { StateDraft } from './fit-status.ts';
import type { LeanChange } from './trace-change.ts';
import { traceChange } from './trace-change.ts';
import { DEEPEST_LEVEL } from './tree-levels.ts';
import { clipText } from './wire-size.ts';

const LONGEST_API_VERSION = 317;
const LONGEST_KIND = 63;

export type DraftOptions = {
  readonly window: CycleWindow;
  /** Levels below the root; 0 = all. */
  readonly depth: number;
  readonly describe: (change: LeanChange) => Description;
};

export function draftState(view: FullRootView, { window, depth, describe }: DraftOptions): StateDraft {
  const cycle = view.cycles.at(-1);
  const cut = (tree: TreeNode | undefined): TreeNode | undefined =>
    tree === undefined || depth === 0 ? tree : upperLevels(tree, Math.min(depth, DEEPEST_LEVEL));
  return {
    ...presentFields({
      cycle: cycle === undefined ? undefined : cycleStatus(cycle),
      omittedRequests: cycle?.omittedRequests,
      tree: cut(view.tree),
      initialTree: cut(view.initialTree),
    }),
    summaries: view.summary.objectSummaries.map(objectSummary),
    changes: window.changes.flatMap((change) => traceChange(change, describe(change)) ?? []),
    totals: window.totals,
  };
}

function objectSummary({ apiVersion, kind, total, added, updated, deleted }: CountedObjects): ObjectSummary {
  const counted = (count: number): number | undefined => (count === 0 ? undefined : count);
  return {
    objectType: { apiVersion: clipText(apiVersion, LONGEST_API_VERSION), kind: clipText(kind, LONGEST_KIND) },
    total,
    changeSummary: presentFields({ added: counted(added), updated: counted(updated), deleted: counted(deleted) }),
  };
}

/** The tree down to a depth, which is small enough for a recursion. */
function upperLevels(node: TreeNode, depth: number): TreeNode {
  return { ...node, children: depth <= 0 ? [] : node.children.map((child) => upperLevels(child, depth - 1)) };
}
