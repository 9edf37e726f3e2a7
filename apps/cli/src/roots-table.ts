// What there is to trace, as rows: problems first.

import type { JsonObject, ObjectRef } from '@rectrace/kube';
import { formatInstant, formatRef } from '@rectrace/kube';
import type { Verdict } from '@rectrace/trace';
import type { Column, Row, Table } from '@rectrace/view';
import { cell, formatAge, objectJson, shapeOf, toneOf } from '@rectrace/view';

/** since: when it has been terminal, or not; milliseconds since the epoch, undefined where nobody knows. reason: why it is not terminal, or the newest thing said of it. */
export type RootState = {
  readonly ref: ObjectRef;
  readonly verdict: Verdict | undefined;
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
  const key = ({ ref, verdict }: RootState): string => `${verdict?.kind === 'true' ? 1 : 0} ${ref.namespace} ${ref.kind} ${ref.name}`;
  return [...roots].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}

/** One entry of `roots -o json`. terminal is null where it can not be told; since is absent then. */
export function rootJson({ ref, verdict, since, reason }: RootState): JsonObject {
  return {
    object: objectJson(ref),
    terminal: verdict === undefined ? null : verdict.kind === 'true',
    ...(since === undefined ? {} : { since: formatInstant(since) }),
    reason,
  };
}

function rootRow(
  { ref, verdict, since, reason }: RootState,
  { now, namespaces }: { readonly now: number; readonly namespaces: boolean },
): Row {
  const mark = markOf(verdict);
  const words = { ready: 'yes', notReady: 'no', unknown: 'unknown' } as const;
  const name = namespaces ? `${ref.kind}/${ref.name}` : formatRef({ ...ref, namespace: '' });
  return {
    cells: [
      ...(namespaces ? [cell(ref.namespace)] : []),
      cell(name),
      cell(`${shapeOf(mark)} ${words[mark]}`, toneOf(mark)),
      cell(since === undefined ? '?' : formatAge(now - since)),
      cell(reason, mark === 'notReady' ? toneOf(mark) : undefined),
    ],
    marks: [mark],
  };
}

function markOf(verdict: Verdict | undefined): 'ready' | 'notReady' | 'unknown' {
  if (verdict === undefined) return 'unknown';
  return verdict.kind === 'true' ? 'ready' : 'notReady';
}
