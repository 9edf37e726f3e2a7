// What came of a case or a recording as text lines that an expectation can be written in.

import type { Json } from '@rectrace/kube';
import { formatJson, formatRef } from '@rectrace/kube';
import type { Change, Cycle, CycleInstant, RootView, TreeNode, Want } from '@rectrace/trace';
import { CASE_START } from './case-message.ts';

/** 'Creation Pod/plain/a#u2 (noise) ~inferred', and for Events their reason and message. */
export function changeLine({ type, ref, noise, certainty, event }: Change): string {
  const said = event === undefined ? '' : ` ${event.reason}: ${event.message}${event.count > 1 ? ` x${event.count}` : ''}`;
  return `${type} ${formatRef(ref)}#${ref.uid}${said}${noise === undefined ? '' : ` (${noise})`}${certainty === 'observed' ? '' : ` ~${certainty}`}`;
}

/** '1 closed created 0.0-1.2 (≤0.0 or ≥0.0 where nobody saw when it was) requests=generation,deletion initiators=x'; times in seconds; '+2' behind requests: so many more were not kept. */
export function cycleLine({ number, state, cause, start, end, requests, omittedRequests }: Cycle): string {
  const more = omittedRequests === undefined ? '' : `+${omittedRequests}`;
  const extras = [
    ...(requests.length === 0 ? [] : [`requests=${requests.map((request) => request.kind).join(',')}${more}`]),
    ...(cause.initiators.length === 0 ? [] : [`initiators=${cause.initiators.map((ref) => ref.name).join(',')}`]),
  ];
  return [`${number} ${state} ${cause.kind} ${instantText(start)}-${instantText(end)}`, ...extras].join(' ');
}

function instantText(instant: CycleInstant | undefined): string {
  if (instant === undefined) return '';
  const bound = instant.noLater === true ? '≤' : '';
  return `${instant.noEarlier === true ? '≥' : bound}${seconds(instant.time)}`;
}

/** One line a node, two spaces a level: 'Pod/a', with (gone), (cyclic) and its links. */
export function treeText(tree: TreeNode | undefined): string {
  return nodesOf(tree)
    .map(({ node, depth }) => {
      const links = node.links.map((link) => ` -> ${link.ref.kind}/${link.ref.name} (${link.reason})`).join('');
      const marks = `${node.gone ? ' (gone)' : ''}${node.cyclic ? ' (cyclic)' : ''}`;
      return `${'  '.repeat(depth)}${node.ref.kind}/${node.ref.name}${marks}${links}`;
    })
    .join('\n');
}

/** As treeText, without marks and links. */
export function membersText(tree: TreeNode | undefined): string {
  return nodesOf(tree)
    .map(({ node, depth }) => `${'  '.repeat(depth)}${node.ref.kind}/${node.ref.name}`)
    .join('\n');
}

/** How many objects of each kind are in a tree. */
export function memberCounts(tree: TreeNode | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { node } of nodesOf(tree)) counts.set(node.ref.kind, (counts.get(node.ref.kind) ?? 0) + 1);
  return counts;
}

/** Levels of a tree; 1 = the root alone. */
export function depthOf(tree: TreeNode | undefined): number {
  return nodesOf(tree).reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0);
}

function nodesOf(tree: TreeNode | undefined): readonly { readonly node: TreeNode; readonly depth: number }[] {
  const nodes: { readonly node: TreeNode; readonly depth: number }[] = [];
  const open: { readonly node: TreeNode; readonly depth: number }[] = tree === undefined ? [] : [{ node: tree, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    nodes.push(next);
    for (const child of [...next.node.children].reverse()) open.push({ node: child, depth: next.depth + 1 });
  }
  return nodes;
}

/** 'v1 Pod 3 added 1 updated 2' */
export function summaryLines(view: RootView): readonly string[] {
  return view.summary.objectSummaries.map((row) => {
    const counts = (['added', 'updated', 'deleted'] as const).filter((name) => row[name] > 0).map((name) => ` ${name} ${row[name]}`);
    return `${row.apiVersion} ${row.kind} ${row.total}${counts.join('')}`;
  });
}

/** 'Pod/plain/a spec.x: 1 -> 2' */
export function diffLines(changes: readonly Change[]): readonly string[] {
  return changes.flatMap((change) =>
    change.diff.map(({ path, before, after }) => `${formatRef(change.ref)} ${path.join('.')}: ${text(before)} -> ${text(after)}`),
  );
}

/** 'Update Deployment/plain/web by kubectl', of changes whose writer is known. */
export function writerLines(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ type, ref, writer }) => (writer === undefined ? [] : [`${type} ${formatRef(ref)} by ${writer.manager}`]));
}

/** 'Deletion Pod/plain/a 14', Events left out. */
export function versionLines(changes: readonly Change[]): readonly string[] {
  return changes
    .filter(({ type }) => type !== 'Event')
    .map(({ type, ref, resourceVersion }) => `${type} ${formatRef(ref)} ${resourceVersion}`);
}

/** The newest state of every fight: 'Deployment/plain/web spec.replicas x3'. */
export function fightLines(changes: readonly Change[]): readonly string[] {
  const newest = new Map<string, number>();
  for (const { ref, fight } of changes) if (fight !== undefined) newest.set(`${formatRef(ref)} ${fight.path.join('.')}`, fight.count);
  return [...newest].map(([field, count]) => `${field} x${count}`);
}

/** 'Scheduled 2026-11-30T10:00:00.000Z' */
export function eventTimeLines(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ event, time }) => (event === undefined ? [] : [`${event.reason} ${new Date(time).toISOString()}`]));
}

/** 'Promote Pod/plain/a 12', 'WatchNamespace plain' */
export function wantLine(want: Want): string {
  return want.kind === 'Promote' ? `Promote ${formatRef(want.ref)} ${want.resourceVersion}` : `WatchNamespace ${want.namespace}`;
}

function text(value: unknown): string {
  if (value === undefined) return '-';
  return formatJson(value as Json);
}

function seconds(ms: number): string {
  return ((ms - CASE_START) / 1000).toFixed(1);
}
