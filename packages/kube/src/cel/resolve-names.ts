// Settles what the names in an expression mean: variables, types (net.IP) and functions with a dotted name (sets.contains). What means nothing
// is the expression's fault.

import type { ExpressionFault } from './expression-fault.ts';
import { fault } from './expression-fault.ts';
import type { CallNode, ComprehensionNode, EntryNode, Node } from './expression-node.ts';
import { hintForFunction, hintForName } from './name-hint.ts';
import { FUNCTIONS } from './standard-functions.ts';

/** The names an expression may use: the given variables and those of the comprehensions around. */
type Scope = {
  readonly variables: readonly string[];
  readonly local: readonly string[];
  readonly depth: number;
  readonly nesting: number;
  readonly library: ReadonlySet<string>;
};
type Resolved = Node | ExpressionFault;

const NESTING_LIMIT = 3;
const TYPE_NAMES = new Set(
  'bool int uint double string bytes list map null_type type optional_type net.IP net.CIDR google.protobuf.Timestamp google.protobuf.Duration'.split(
    ' ',
  ),
);

/**
 * The expression with all names settled, or its first fault. `nesting`: how many comprehensions may stand inside each other; `library`: the
 * functions that may be called beside the standard ones.
 */
export function resolveNames(
  node: Node,
  variables: readonly string[],
  { nesting = NESTING_LIMIT, library = NO_LIBRARY }: Partial<Pick<Scope, 'nesting' | 'library'>> = {},
): Resolved {
  return resolve(node, { variables, local: [], depth: 0, nesting, library });
}

const NO_LIBRARY: ReadonlySet<string> = new Set();

function resolve(node: Node, scope: Scope): Resolved {
  switch (node.kind) {
    case 'literal':
      return node;
    case 'name':
      return resolveName(node, scope);
    case 'select':
    case 'has':
      return resolveSelection(node, scope);
    case 'call':
      return resolveCall(node, scope);
    case 'comprehension':
      return resolveComprehension(node, scope);
    default:
      return resolveParts(node, scope);
  }
}

function resolveParts(
  node: Exclude<Node, { kind: 'literal' | 'name' | 'select' | 'has' | 'call' | 'comprehension' }>,
  scope: Scope,
): Resolved {
  switch (node.kind) {
    case 'index':
      return resolveAll([node.operand, node.key], scope, ([operand = node.operand, key = node.key]) => ({ ...node, operand, key }));
    case 'and':
    case 'or':
      return resolveAll(node.terms, scope, (terms) => ({ ...node, terms }));
    case 'conditional':
      return resolveAll([node.condition, node.whenTrue, node.whenFalse], scope, ([condition = node, whenTrue = node, whenFalse = node]) => {
        return { ...node, condition, whenTrue, whenFalse };
      });
    case 'list':
      return resolveAll(
        node.items.map((item) => item.value),
        scope,
        (values) => ({ ...node, items: node.items.map((item, index) => ({ ...item, value: values[index] ?? item.value })) }),
      );
    case 'map':
      return resolveAll(
        node.entries.flatMap((entry) => [entry.key, entry.value]),
        scope,
        (nodes) => ({ ...node, entries: node.entries.map((entry, index) => withNodes(entry, nodes.slice(2 * index))) }),
      );
    case 'optional-map': {
      const operand = resolve(node.operand, scope);
      if (operand.kind === 'fault') return operand;
      const body = resolve(node.body, { ...scope, local: [...scope.local, node.variable] });
      return body.kind === 'fault' ? body : { ...node, operand, body };
    }
  }
}

function withNodes(entry: EntryNode, [key = entry.key, value = entry.value]: readonly Node[]): EntryNode {
  return { ...entry, key, value };
}

function resolveAll(nodes: readonly Node[], scope: Scope, build: (resolved: readonly Node[]) => Node): Resolved {
  const resolved: Node[] = [];
  for (const node of nodes) {
    const part = resolve(node, scope);
    if (part.kind === 'fault') return part;
    resolved.push(part);
  }
  return build(resolved);
}

function resolveName(node: Node & { readonly kind: 'name' }, scope: Scope): Resolved {
  if (isVariable(node.name, scope)) return node;
  if (TYPE_NAMES.has(node.name)) return typeLiteral(node.at, node.name);
  return fault(node.at, `'${node.name}' is not declared`, hintForName(node.name, [...scope.local.toReversed(), ...scope.variables]));
}

function isVariable(name: string, scope: Scope): boolean {
  return scope.local.includes(name) || scope.variables.includes(name);
}

function typeLiteral(at: number, name: string): Node {
  return { kind: 'literal', at, value: { kind: 'type', name } };
}

function resolveSelection(node: Node & { readonly kind: 'select' | 'has' }, scope: Scope): Resolved {
  const dotted = dottedName(node);
  if (dotted !== undefined && node.kind === 'select' && scope.variables.includes(dotted))
    return { kind: 'name', at: node.at, name: dotted };
  if (dotted !== undefined && TYPE_NAMES.has(dotted) && !isVariable(rootOf(dotted), scope)) return typeLiteral(node.at, dotted);
  const operand = resolve(node.operand, scope);
  return operand.kind === 'fault' ? operand : { ...node, operand };
}

function resolveCall(node: CallNode, scope: Scope): Resolved {
  const [receiver, ...rest] = node.arguments;
  const dotted = node.style === 'method' && receiver !== undefined ? dottedName(receiver) : undefined;
  const qualified = dotted === undefined ? undefined : `${dotted}.${node.name}`;
  if (qualified !== undefined && FUNCTIONS.has(qualified)) {
    return resolveAll(rest, scope, (nodes) => ({ ...node, name: qualified, style: 'function', arguments: nodes }));
  }
  if (isFunction(node.name, scope)) return resolveAll(node.arguments, scope, (nodes) => ({ ...node, arguments: nodes }));
  const namespace = dotted !== undefined && !isVariable(rootOf(dotted), scope) ? qualified : undefined;
  return resolveUnknown({ ...node, name: namespace ?? node.name, arguments: namespace === undefined ? node.arguments : [] }, scope);
}

function isFunction(name: string, { library }: Scope): boolean {
  return FUNCTIONS.has(name) || library.has(name);
}

/** A fault in what a method is called on comes before the method: in a chain of calls the first one is told. */
function resolveUnknown(node: CallNode, scope: Scope): Resolved {
  const [receiver] = node.style === 'method' ? node.arguments : [];
  const resolved = receiver === undefined ? node : resolve(receiver, scope);
  return resolved.kind === 'fault'
    ? resolved
    : fault(node.at, `there is no function '${node.name}'`, hintForFunction(node.name, node.style));
}

/** The dotted name that a chain of plain fields spells, or undefined for anything else. */
function dottedName(node: Node): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'select' || node.optional) return undefined;
  const operand = dottedName(node.operand);
  return operand === undefined ? undefined : `${operand}.${node.field}`;
}

function rootOf(dotted: string): string {
  return dotted.split('.')[0] ?? '';
}

function resolveComprehension(node: ComprehensionNode, scope: Scope): Resolved {
  if (scope.depth >= scope.nesting)
    return fault(
      node.at,
      `more than ${scope.nesting} comprehensions inside each other`,
      'each one multiplies the work; look at fewer lists at once',
    );
  const range = resolve(node.range, scope);
  if (range.kind === 'fault') return range;
  const inner = { ...scope, local: [...scope.local, ...node.variables], depth: scope.depth + 1 };
  const filter = node.filter === undefined ? undefined : resolve(node.filter, inner);
  if (filter?.kind === 'fault') return filter;
  const body = resolve(node.body, inner);
  return body.kind === 'fault' ? body : { ...node, range, filter, body };
}
