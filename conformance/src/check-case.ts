// Holds what the recorder made of a case against what is expected; says every difference in one line.

import { changeLine, cycleLine, diffLines, type Outcome, summaryLines, treeText } from './outcome.ts';
import type { Expectation } from './scenario.ts';

/** Differences; none = the case holds. exact: also counters and signals, which depend on how often and in which order messages came. */
export function checkCase(
  outcome: Outcome,
  { expect, exact }: { readonly expect: Expectation; readonly exact: boolean },
): readonly string[] {
  const { view, changes } = outcome;
  const differences = [
    ...compareLists('changes', expect.changes, changes.map(changeLine)),
    ...compareLists('cycles', expect.cycles, view.cycles.map(cycleLine)),
    ...compareLists(
      'gaps',
      expect.gaps,
      outcome.gaps.map(({ scope, from, to, reason }) => `${scope} ${from}-${to} ${reason}`),
    ),
    ...compareLists('summary', expect.summary, summaryLines(view)),
    ...compareLists('diffs', expect.diffs, diffLines(changes)),
    ...compareLists('tree', expect.tree?.trimEnd().split('\n'), treeText(view.tree).split('\n')),
    ...Object.entries(expect.counts ?? {}).flatMap(([type, count]) => compareValue(`count of ${type}`, count, countOf(type, outcome))),
    ...(expect.verdict === undefined ? [] : compareValue('verdict', expect.verdict, view.verdict?.kind ?? 'none')),
  ];
  if (!exact) return differences;
  return [
    ...differences,
    ...compareLists(
      'signals',
      expect.signals,
      outcome.signals.map(({ kind, cycle }) => `${kind} ${cycle.number}`),
    ),
    ...Object.entries(expect.counters ?? {}).flatMap(([name, count]) =>
      compareValue(name, count, new Map(Object.entries(outcome.counters)).get(name)),
    ),
  ];
}

/** 'Creation', 'Update' …, 'all', or a noise class in parentheses. */
function countOf(type: string, { changes }: Outcome): number {
  if (type === 'all') return changes.length;
  if (type.startsWith('(')) return changes.filter((change) => `(${change.noise ?? ''})` === type).length;
  return changes.filter((change) => change.type === type).length;
}

function compareLists(what: string, wanted: readonly string[] | undefined, got: readonly string[]): readonly string[] {
  if (wanted === undefined || (wanted.length === got.length && wanted.every((line, index) => line === got[index]))) return [];
  const missing = wanted.filter((line) => !got.includes(line)).map((line) => `${what}: missing '${line}'`);
  const surplus = got.filter((line) => !wanted.includes(line)).map((line) => `${what}: surplus '${line}'`);
  return missing.length + surplus.length > 0
    ? [...missing, ...surplus]
    : [`${what}: wanted ${wanted.length} in another order or number: ${got.join(' | ')}`];
}

function compareValue(what: string, wanted: unknown, got: unknown): readonly string[] {
  return wanted === got ? [] : [`${what}: wanted ${String(wanted)}, got ${String(got)}`];
}
