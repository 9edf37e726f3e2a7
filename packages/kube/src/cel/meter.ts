// Counts what an evaluation costs, part by part; each method says whether a limit is passed.

import type { CelValue, Outcome } from './cel-value.ts';
import type { CallNode, ComprehensionNode, Node } from './expression-node.ts';

export interface Meter {
  /** A part that has been evaluated. */
  charge(node: Node, outcome: Outcome): boolean;
  /** A call, before it is made. */
  chargeCall(node: CallNode, values: readonly CelValue[]): boolean;
  /** The rounds of a macro, before they are made. */
  chargeRounds(node: ComprehensionNode, rounds: number): boolean;
}
