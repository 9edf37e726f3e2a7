// What there is to trace, as rows: problems first.

import type { JsonObject, ObjectRef } from '@rectrace/kube';
import { formatInstant, formatRef } from '@rectrace/kube';
import type { TerminalState } from '@rectrace/trace';
import type { Column, Row, Table } from '@rectrace/view';
import { cell, formatAge, objectJson, shapeOf, terminalMark, toneOf } from '@rectrace/view';

/** since: when it has been terminal, or not; milliseconds since the epoch, undefined where nobody knows. reason: why it is not terminal, or failed. */
export type RootState = {
  readonly ref: ObjectRef;
  readonly state: TerminalState;
  readonly since: number | undefined;
  readonly reason: string;
};

const COLUMNS: readonly Column[] = [
  { title: 'ROOT', fit: 'cutMiddle', min: 14 },
  { title: 'TERMINAL', fit: 'keep' },
  { title: 'SINCE', fit: 'keep', alignRight: true },
  { title: 'REASON', fit: 'below' },
];

/** now: milliseconds since the epoch. namespaces: a column for them. */
export function rootsTable(
  roots: readonly RootState[],
  { now, namespaces }: { readonly now: number; readonly namespaces: boolean },
): Table {
  const front: readonly Column[] = namespaces ? [{ title: 'NAMESPACE', fit: 'cut', min: 8 }] : [];
  return { columns: [...front, ...COLUMNS], rows: sortRoots(roots).map((root) => rootRow(root, { now, namespaces })) };
}

/** What is not terminal first, then by namespace, kind and name. */
export function sortRoots(roots: readonly RootState[]): readonly RootState[] {
  const key = ({ ref, state }: RootState): string => `${state.kind === 'terminal' ? 1 : 0} ${ref.namespace} ${ref.kind} ${ref.name}`;
  return [...roots].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}

/** One entry of `roots -o json`. terminal is null where it can not be told; since is absent then. A root that failed is at its end, too. */
export function rootJson({ ref, state, since, reason }: RootState): JsonObject {
  return {
    object: objectJson(ref),
    terminal: state.kind === 'unknown' ? null : isAtEnd(state),
    failed: state.kind === 'failed',
    ...(since === undefined ? {} : { since: formatInstant(since) }),
    reason,
  };
}

function rootRow(
  { ref, state, since, reason }: RootState,
  { now, namespaces }: { readonly now: number; readonly namespaces: boolean },
): Row {
  const mark = terminalMark(state);
  const name = namespaces ? `${ref.kind}/${ref.name}` : formatRef({ ...ref, namespace: '' });
  return {
    cells: [
      ...(namespaces ? [cell(ref.namespace)] : []),
      cell(name),
      cell(`${shapeOf(mark)} ${wordOf(state)}`, toneOf(mark)),
      cell(since === undefined ? '?' : formatAge(now - since)),
      cell(reason, mark === 'notReady' ? toneOf(mark) : undefined),
    ],
    marks: [mark],
  };
}

function wordOf({ kind }: TerminalState): string {
  if (kind === 'terminal') return 'yes';
  return kind === 'failed' || kind === 'unknown' ? kind : 'no';
}

/** Its state expression holds and nothing of it is under way, whether it ended well or not. */
export function isAtEnd({ kind }: TerminalState): boolean {
  return kind === 'terminal' || kind === 'failed';
}
