// Holds what the recorder made of a case against what is expected; says every difference in one line.

import { formatJson } from '@rectrace/kube';
import { causeText, requestText } from '@rectrace/view';
import type { Outcome } from './outcome.ts';
import {
  changeLine,
  cycleLine,
  depthOf,
  diffLines,
  eventTimeLines,
  fightLines,
  memberCounts,
  membersText,
  summaryLines,
  treeText,
  versionLines,
  wantLine,
  writerLines,
} from './outcome-lines.ts';
import type { Expectation } from './scenario.ts';

/** Differences; none = the case holds. exact: also counters, wants and signals, which depend on how often and in which order messages came. */
export function checkCase(
  outcome: Outcome,
  { expect, exact }: { readonly expect: Expectation; readonly exact: boolean },
): readonly string[] {
  return [...checkStory(outcome, expect), ...checkView(outcome, expect), ...(exact ? checkTelling(outcome, expect) : [])];
}

function checkStory({ changes, gaps, view }: Outcome, expect: Expectation): readonly string[] {
  const gapLines = gaps.map(({ scope, from, to, reason }) => `${scope} ${from}-${to} ${reason}`);
  return [
    ...compareLists('changes', expect.changes, changes.map(changeLine)),
    ...compareLists('cycles', expect.cycles, view.cycles.map(cycleLine)),
    ...compareLists(
      'causes',
      expect.causes,
      view.cycles.map(({ cause }) => causeText(cause)),
    ),
    ...compareLists(
      'requests',
      expect.requests,
      view.cycles.flatMap((cycle) => cycle.requests.map((request) => requestText(request, cycle))),
    ),
    ...compareLists('gaps', expect.gaps, gapLines),
    ...compareLists('diffs', expect.diffs, diffLines(changes)),
    ...compareLists('versions', expect.versions, versionLines(changes)),
    ...compareLists('writers', expect.writers, writerLines(changes)),
    ...compareLists('fights', expect.fights, fightLines(changes)),
    ...compareLists('eventTimes', expect.eventTimes, eventTimeLines(changes)),
    ...compareCounts('count of', expect.counts, (type) => countOf(type, changes)),
    ...leaks(changes, expect.nowhere ?? []),
  ];
}

function checkView({ view }: Outcome, expect: Expectation): readonly string[] {
  const counts = memberCounts(view.tree);
  return [
    ...compareLists('summary', expect.summary, summaryLines(view)),
    ...compareLists('tree', linesOf(expect.tree), linesOf(treeText(view.tree)) ?? []),
    ...compareLists('members', linesOf(expect.members), linesOf(membersText(view.tree)) ?? []),
    ...compareLists('initialTree', linesOf(expect.initialTree), linesOf(treeText(view.initialTree)) ?? []),
    ...compareCounts('members of kind', expect.memberCounts, (kind) => counts.get(kind) ?? 0),
    ...compareValue('depth', expect.depth, depthOf(view.tree)),
    ...compareValue('verdict', expect.verdict, view.verdict?.kind ?? 'none'),
  ];
}

function checkTelling({ signals, counters, wants }: Outcome, expect: Expectation): readonly string[] {
  const given = new Map(Object.entries(counters));
  return [
    ...compareLists(
      'signals',
      expect.signals,
      signals.map(({ kind, cycle }) => `${kind} ${cycle.number}`),
    ),
    ...compareLists('wants', expect.wants, wants.map(wantLine)),
    ...compareCounts('counter', expect.counters, (name) => given.get(name)),
  ];
}

/** Texts that must not stand anywhere in what was told, plainly or in base64. */
function leaks(changes: Outcome['changes'], secrets: readonly string[]): readonly string[] {
  const told = changes.map((change) => formatJson(change)).join('\n');
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')]);
  return forms.filter((form) => told.includes(form)).map((form) => `'${form}' is told in clear`);
}

/** 'Creation', 'Update' …, 'all', or a noise class in parentheses. */
function countOf(type: string, changes: Outcome['changes']): number {
  if (type === 'all') return changes.length;
  if (type.startsWith('(')) return changes.filter((change) => `(${change.noise ?? ''})` === type).length;
  return changes.filter((change) => change.type === type).length;
}

function linesOf(text: string | undefined): readonly string[] | undefined {
  return text?.trimEnd().split('\n');
}

function compareLists(what: string, wanted: readonly string[] | undefined, got: readonly string[]): readonly string[] {
  if (wanted === undefined || (wanted.length === got.length && wanted.every((line, index) => line === got[index]))) return [];
  const missing = wanted.filter((line) => !got.includes(line)).map((line) => `${what}: missing '${line}'`);
  const surplus = got.filter((line) => !wanted.includes(line)).map((line) => `${what}: surplus '${line}'`);
  return missing.length + surplus.length > 0
    ? [...missing, ...surplus]
    : [`${what}: wanted ${wanted.length} in another order or number: ${got.join(' | ')}`];
}

function compareCounts(
  what: string,
  wanted: { readonly [name: string]: number } | undefined,
  got: (name: string) => number | undefined,
): readonly string[] {
  return Object.entries(wanted ?? {}).flatMap(([name, count]) => compareValue(`${what} ${name}`, count, got(name)));
}

function compareValue(what: string, wanted: unknown, got: unknown): readonly string[] {
  return wanted === undefined || wanted === got ? [] : [`${what}: wanted ${String(wanted)}, got ${String(got)}`];
}
