// The object tree as rows: name with its branch, readiness, reason, age; more with wide.

import type { KubeObject } from '@rectrace/kube';
import { formatRef, parseInstant } from '@rectrace/kube';
import type { ObjectStates, Readiness, TreeNode } from '@rectrace/trace';
import { readinessOf } from '@rectrace/trace';
import { formatAge } from './duration.ts';
import type { Mark } from './mark.ts';
import { shapeOf, toneOf } from './mark.ts';
import { homeOf, objectName } from './object-name.ts';
import { readinessMark } from './readiness-mark.ts';
import type { Column, Row, Table } from './table.ts';
import { cell } from './table.ts';
import type { FlatNode } from './tree-walk.ts';
import { flattenTree } from './tree-walk.ts';

/**
 * bodyOf: the newest known body of an object. states: what readiness goes by. now: milliseconds since the epoch. depth: levels below the root, 0 = all. limit: rows at
 * most; a last row states the remainder. wide: full text, why each object hangs there, and its links.
 */
export type TreeOptions = {
  readonly bodyOf: (uid: string) => KubeObject | undefined;
  readonly states: ObjectStates;
  readonly now: number;
  readonly depth?: number;
  readonly limit?: number;
  readonly wide?: boolean;
};

/** Deeper branches are drawn at this level, with their true level named. */
const DRAWN_LEVELS = 30;

const COLUMNS: readonly Column[] = [
  { title: 'NAME', fit: 'cutMiddle', min: 16 },
  { title: 'READY', fit: 'keep' },
  { title: 'REASON', fit: 'below' },
  { title: 'AGE', fit: 'drop', alignRight: true },
];
const WIDE: readonly Column[] = [
  { title: 'VIA', fit: 'drop' },
  { title: 'LINKS', fit: 'below' },
  { title: 'MESSAGE', fit: 'below' },
];

/** One row a node, parents before children. */
export function treeTable(root: TreeNode, options: TreeOptions): Table {
  const flat = flattenTree(root, { ...(options.depth === undefined ? {} : { maxDepth: options.depth }) });
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const rails = railsOf(flat);
  const home = homeOf(root.ref);
  const rows = flat.slice(0, limit).map((at, index) => treeRow(at, { rails: rails[index] ?? NO_RAILS, home, options }));
  const left = flat.length - rows.length;
  const rest: readonly Row[] =
    left > 0 ? [{ cells: [cell(`… ${left} more objects (--depth or -o json shows them)`, 'faint')], marks: ['none'] }] : [];
  return { columns: options.wide === true ? [...COLUMNS, ...WIDE] : COLUMNS, rows: [...rows, ...rest] };
}

type Rails = { readonly branch: string; readonly rail: string };
const NO_RAILS: Rails = { branch: '', rail: '' };

/** The drawn prefix of each node and what goes on below it. */
function railsOf(flat: readonly FlatNode[]): readonly Rails[] {
  const rails: Rails[] = [];
  for (const at of flat) rails.push(railOf(at, rails[at.parent]?.rail ?? ''));
  return rails;
}

function railOf({ depth, last }: FlatNode, above: string): Rails {
  if (depth === 0) return NO_RAILS;
  if (depth > DRAWN_LEVELS) return { branch: `${above}(level ${depth}) `, rail: above };
  return last ? { branch: `${above}└─ `, rail: `${above}   ` } : { branch: `${above}├─ `, rail: `${above}│  ` };
}

type NodeFrame = { readonly rails: Rails; readonly home: string; readonly options: TreeOptions };

function treeRow({ node }: FlatNode, { rails, home, options }: NodeFrame): Row {
  const body = options.bodyOf(node.ref.uid);
  const readiness = body === undefined || node.gone ? undefined : readinessOf(body, options.states);
  const mark = nodeMark(node, readiness);
  const tone = mark === 'none' ? undefined : toneOf(mark);
  const cells = [
    cell(`${rails.branch}${objectName(node.ref, home)}`, node.gone ? 'faint' : undefined),
    cell(readyText(mark, readiness), tone),
    cell(reasonText(node, readiness), tone),
    cell(ageOf(body, options.now)),
  ];
  const wide = [cell(viaOf(node)), cell(linksOf(node, home)), cell(readiness?.message ?? '')];
  return { cells: options.wide === true ? [...cells, ...wide] : cells, marks: [mark], rail: rails.rail };
}

function nodeMark(node: TreeNode, readiness: Readiness | undefined): Mark {
  if (node.gone) return 'gone';
  return readiness === undefined ? 'unknown' : readinessMark(readiness);
}

function reasonText(node: TreeNode, readiness: Readiness | undefined): string {
  const reason = readiness === undefined || readiness.reason === readiness.status ? '' : readiness.reason;
  return [node.gone ? 'gone' : '', reason, node.cyclic ? 'owns itself' : ''].filter((part) => part !== '').join(', ');
}

function readyText(mark: Mark, readiness: Readiness | undefined): string {
  if (mark === 'gone' || readiness === undefined) return shapeOf(mark);
  if (mark === 'none') return readiness.status === '' ? '-' : readiness.status;
  return `${shapeOf(mark)} ${readiness.status === '' ? readiness.ready : readiness.status}`;
}

function ageOf(body: KubeObject | undefined, now: number): string {
  const created = parseInstant(body?.metadata.creationTimestamp);
  return created === undefined ? '-' : formatAge(now - created);
}

function viaOf({ reason }: TreeNode): string {
  if (reason === undefined) return '';
  return reason.kind === 'owner' ? 'owner' : `${reason.kind} (${reason.rule})`;
}

function linksOf({ links }: TreeNode, home: string): string {
  return links.map(({ ref, reason }) => `${reason} ${ref.namespace === home ? `${ref.kind}/${ref.name}` : formatRef(ref)}`).join(', ');
}
