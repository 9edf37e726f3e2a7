// A case: requests that both servers get, in the same order.
import type { Subject } from './subject.ts';

export type DifferentialCase = {
  /** Row of the table of wire behaviours that it is about. */
  readonly row: number;
  readonly title: string;
  /** `namespace` exists and is the case's own. */
  readonly run: (subject: Subject, namespace: string) => Promise<void>;
};

export function differentialCase(row: number, title: string, run: DifferentialCase['run']): DifferentialCase {
  return { row, title, run };
}
