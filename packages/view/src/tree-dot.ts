// The object tree in Graphviz' language.

import { formatRef } from '@rectrace/kube';
import type { TreeLink, TreeNode } from '@rectrace/trace';
import { readinessOf } from '@rectrace/trace';
import { cleanLine } from './clean-text.ts';
import type { TreeOptions } from './tree-rows.ts';
import { flattenTree } from './tree-walk.ts';

/** Members as boxes with their readiness, edges by reason, links dashed. */
export function treeDot(root: TreeNode, options: Pick<TreeOptions, 'bodyOf' | 'states'>): string {
  const flat = flattenTree(root);
  const members = new Set(flat.map(({ node }) => node.ref.uid));
  const nodes = flat.map(
    ({ node }) => `  ${quote(node.ref.uid)} [label=${quote(labelOf(node, options))}${node.gone ? ', style=dotted' : ''}];`,
  );
  const edges = flat.flatMap(({ node, parent }) => {
    const above = flat[parent]?.node;
    return above === undefined ? [] : [`  ${quote(above.ref.uid)} -> ${quote(node.ref.uid)} [label=${quote(node.reason?.kind ?? '')}];`];
  });
  const links = flat.flatMap(({ node }) =>
    node.links.map(
      ({ ref, reason }) => `  ${quote(node.ref.uid)} -> ${quote(targetOf(ref, members))} [label=${quote(reason)}, style=dashed];`,
    ),
  );
  return ['digraph tree {', '  rankdir=LR;', '  node [shape=box];', ...nodes, ...edges, ...links, '}'].join('\n');
}

function labelOf(node: TreeNode, { bodyOf, states }: Pick<TreeOptions, 'bodyOf' | 'states'>): string {
  const body = bodyOf(node.ref.uid);
  const readiness = body === undefined || node.gone ? undefined : readinessOf(body, states);
  const words =
    readiness === undefined
      ? []
      : [readiness.status, readiness.reason === readiness.status ? '' : readiness.reason].filter((part) => part !== '');
  const state = words.length === 0 ? '' : `\n${words.join(' ')}`;
  return formatRef(node.ref) + state;
}

function targetOf(ref: TreeLink['ref'], members: ReadonlySet<string>): string {
  return members.has(ref.uid) ? ref.uid : formatRef(ref);
}

function quote(text: string): string {
  const lines = text.split('\n').map((line) => cleanLine(line).replaceAll('\\', '\\\\').replaceAll('"', '\\"'));
  return `"${lines.join('\\n')}"`;
}
