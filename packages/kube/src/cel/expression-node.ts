// The parts of an expression. `at` is where a message about a part points: an operator, a field's or function's name, or the part's start.
// `mark` is where the API server points instead: the dot before a field, the parenthesis of a call.

import type { CelValue } from './cel-value.ts';

type At = { readonly at: number };
type Mark = { readonly mark: number };

export type LiteralNode = At & { readonly kind: 'literal'; readonly value: CelValue };
export type NameNode = At & { readonly kind: 'name'; readonly name: string };
/** operand.field, or operand.?field. */
export type SelectNode = At &
  Mark & { readonly kind: 'select'; readonly operand: Node; readonly field: string; readonly optional: boolean };
/** has(operand.field). */
export type HasNode = At & Mark & { readonly kind: 'has'; readonly operand: Node; readonly field: string };
/** operand[key], or operand[?key]. */
export type IndexNode = At & { readonly kind: 'index'; readonly operand: Node; readonly key: Node; readonly optional: boolean };
/** A function, method (then the receiver is the first argument) or operator. */
export type CallNode = At &
  Mark & {
    readonly kind: 'call';
    readonly name: string;
    readonly style: 'function' | 'method';
    readonly arguments: readonly Node[];
  };
/** `marks`: of all the operators. */
export type LogicNode = At & { readonly kind: 'and' | 'or'; readonly terms: readonly Node[]; readonly marks: readonly number[] };
export type ConditionalNode = At & {
  readonly kind: 'conditional';
  readonly condition: Node;
  readonly whenTrue: Node;
  readonly whenFalse: Node;
};
export type ListNode = At & { readonly kind: 'list'; readonly items: readonly { readonly value: Node; readonly optional: boolean }[] };
export type EntryNode = { readonly key: Node; readonly value: Node; readonly optional: boolean };
export type MapNode = At & { readonly kind: 'map'; readonly entries: readonly EntryNode[] };
export type Macro = 'all' | 'exists' | 'existsOne' | 'map' | 'filter' | 'transformList' | 'transformMap' | 'transformMapEntry' | 'sortBy';
/** range.macro(variables…, [filter], body); one variable is the item or key, two are index or key and value. */
export type ComprehensionNode = At &
  Mark & {
    readonly kind: 'comprehension';
    readonly macro: Macro;
    readonly range: Node;
    readonly variables: readonly [string] | readonly [string, string];
    readonly filter: Node | undefined;
    readonly body: Node;
  };
/** operand.optMap(variable, body); flat: operand.optFlatMap(variable, body). */
export type OptionalMapNode = At &
  Mark & {
    readonly kind: 'optional-map';
    readonly flat: boolean;
    readonly operand: Node;
    readonly variable: string;
    readonly body: Node;
  };

export type Node =
  | LiteralNode
  | NameNode
  | SelectNode
  | HasNode
  | IndexNode
  | CallNode
  | LogicNode
  | ConditionalNode
  | ListNode
  | MapNode
  | ComprehensionNode
  | OptionalMapNode;

/** The parts directly inside a part. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'select':
    case 'has':
      return [node.operand];
    case 'index':
      return [node.operand, node.key];
    case 'call':
      return node.arguments;
    case 'and':
    case 'or':
      return node.terms;
    case 'conditional':
      return [node.condition, node.whenTrue, node.whenFalse];
    case 'list':
      return node.items.map((item) => item.value);
    case 'map':
      return node.entries.flatMap((entry) => [entry.key, entry.value]);
    case 'comprehension':
      return node.filter === undefined ? [node.range, node.body] : [node.range, node.filter, node.body];
    case 'optional-map':
      return [node.operand, node.body];
  }
}

/** A chain of names and fields as it is written, e.g. object.status.phase or object.metadata.labels["app"]; other parts as …. */
export function formatPath(node: Node): string {
  switch (node.kind) {
    case 'name':
      return node.name;
    case 'select':
    case 'has':
      return `${formatPath(node.operand)}.${node.field}`;
    case 'index':
      return `${formatPath(node.operand)}[${formatKey(node.key)}]`;
    default:
      return '…';
  }
}

function formatKey(key: Node): string {
  if (key.kind !== 'literal') return formatPath(key);
  const { value } = key;
  if (value.kind === 'string') return JSON.stringify(value.value);
  return 'value' in value ? String(value.value) : '…';
}
