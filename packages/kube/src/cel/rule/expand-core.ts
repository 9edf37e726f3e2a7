// Writes out the macros of an expression.

import { FALSE, int, string, TRUE } from '../cel-value.ts';
import type { CallNode, ComprehensionNode, LogicNode, Node, OptionalMapNode } from '../expression-node.ts';
import type { CallCore, Core, FoldCore } from './core-node.ts';
import { ACCUMULATOR } from './core-node.ts';

const OPERATORS: Readonly<Record<string, string>> = { '-_': '-_', '!': '!_', in: '@in' };
const UNUSED = '#unused';
const SORTED = '@__sortBy_input__';

export function expandCore(node: Node): Core {
  switch (node.kind) {
    case 'literal':
      return { kind: 'const', at: node.at, value: node.value };
    case 'name':
      return { kind: 'ident', at: node.at, name: node.name };
    case 'select':
      return expandSelect(node);
    case 'has':
      return { kind: 'select', at: node.mark, operand: expandCore(node.operand), field: node.field, test: true };
    case 'index':
      return call(node.at, node.optional ? '_[?_]' : '_[_]', [node.operand, node.key].map(expandCore));
    case 'call':
      return expandCall(node);
    case 'and':
    case 'or':
      return balance(node, { low: 0, high: node.marks.length - 1 });
    default:
      return expandStructure(node);
  }
}

function expandStructure(node: Exclude<Node, { kind: 'literal' | 'name' | 'select' | 'has' | 'index' | 'call' | 'and' | 'or' }>): Core {
  switch (node.kind) {
    case 'conditional':
      return call(node.at, '_?_:_', [node.condition, node.whenTrue, node.whenFalse].map(expandCore));
    case 'list':
      return { kind: 'list', at: node.at, items: node.items.map(({ value, optional }) => ({ value: expandCore(value), optional })) };
    case 'map':
      return {
        kind: 'map',
        at: node.at,
        entries: node.entries.map(({ key, value, optional }) => ({ key: expandCore(key), value: expandCore(value), optional })),
      };
    case 'comprehension':
      return node.macro === 'sortBy' ? expandSort(node) : expandFold(node, expandCore(node.range));
    case 'optional-map':
      return expandOptionalMap(node);
  }
}

function call(at: number, name: string, args: readonly Core[]): CallCore {
  return { kind: 'call', at, name, target: undefined, args };
}

function method(at: number, name: string, [target, ...args]: readonly [Core, ...Core[]]): CallCore {
  return { kind: 'call', at, name, target, args };
}

function ident(at: number, name: string): Core {
  return { kind: 'ident', at, name };
}

function literal(at: number, value: typeof TRUE): Core {
  return { kind: 'const', at, value };
}

function expandSelect(node: Node & { readonly kind: 'select' }): Core {
  const operand = expandCore(node.operand);
  if (!node.optional) return { kind: 'select', at: node.mark, operand, field: node.field, test: false };
  return call(node.mark, '_?._', [operand, { kind: 'const', at: node.at, value: string(node.field) }]);
}

function expandCall(node: CallNode): Core {
  const [first, ...rest] = node.arguments.map(expandCore);
  if (node.style === 'method' && first !== undefined) return method(node.mark, node.name, [first, ...rest]);
  const args = first === undefined ? [] : [first, ...rest];
  const isOperator = !/^[A-Za-z]/.test(node.name) || node.name === 'in';
  return call(node.mark, isOperator ? (OPERATORS[node.name] ?? `_${node.name}_`) : node.name, args);
}

type Span = { readonly low: number; readonly high: number };

/** Long chains become trees that are not deep. */
function balance(node: LogicNode, { low, high }: Span): Core {
  const middle = Math.floor((low + high + 1) / 2);
  const term = (index: number): Core => expandCore(node.terms[index] ?? node);
  const left = middle === low ? term(middle) : balance(node, { low, high: middle - 1 });
  const right = middle === high ? term(middle + 1) : balance(node, { low: middle + 1, high });
  return call(node.marks[middle] ?? node.at, node.kind === 'and' ? '_&&_' : '_||_', [left, right]);
}

type Loop = Pick<FoldCore, 'init' | 'condition' | 'step' | 'result'>;

function expandFold(node: ComprehensionNode, range: Core): Core {
  return { kind: 'fold', at: node.mark, range, variables: node.variables, accu: ACCUMULATOR, ...loopOf(node) };
}

function loopOf(node: ComprehensionNode): Loop {
  const at = node.mark;
  const accu = ident(at, ACCUMULATOR);
  const body = expandCore(node.body);
  const always = literal(at, TRUE);
  const filtered = (step: Core): Core => (node.filter === undefined ? step : call(at, '_?_:_', [expandCore(node.filter), step, accu]));
  const append = (item: Core): Core => call(at, '_+_', [accu, { kind: 'list', at, items: [{ value: item, optional: false }] }]);
  const emptyList: Core = { kind: 'list', at, items: [] };
  const emptyMap: Core = { kind: 'map', at, entries: [] };
  switch (node.macro) {
    case 'all':
      return { init: always, condition: call(at, '@not_strictly_false', [accu]), step: call(at, '_&&_', [accu, body]), result: accu };
    case 'exists':
      return { ...existsLoop(at, accu), step: call(at, '_||_', [accu, body]) };
    case 'existsOne':
      return existsOneLoop(at, { accu, body });
    case 'filter':
      return {
        init: emptyList,
        condition: always,
        step: call(at, '_?_:_', [body, append(ident(at, node.variables[0])), accu]),
        result: accu,
      };
    case 'transformMap':
      return {
        init: emptyMap,
        condition: always,
        step: filtered(call(at, 'cel.@mapInsert', [accu, ident(at, node.variables[0]), body])),
        result: accu,
      };
    case 'transformMapEntry':
      return { init: emptyMap, condition: always, step: filtered(call(at, 'cel.@mapInsert', [accu, body])), result: accu };
    default:
      return { init: emptyList, condition: always, step: filtered(append(body)), result: accu };
  }
}

function existsLoop(at: number, accu: Core): Omit<Loop, 'step'> {
  return { init: literal(at, FALSE), condition: call(at, '@not_strictly_false', [call(at, '!_', [accu])]), result: accu };
}

function existsOneLoop(at: number, { accu, body }: { readonly accu: Core; readonly body: Core }): Loop {
  const one: Core = { kind: 'const', at, value: int(1) };
  return {
    init: { kind: 'const', at, value: int(0) },
    condition: literal(at, TRUE),
    step: call(at, '_?_:_', [body, call(at, '_+_', [accu, one]), accu]),
    result: call(at, '_==_', [accu, one]),
  };
}

/** A variable for a part: a fold over nothing. */
function bind(at: number, { name, value, result }: { readonly name: string; readonly value: Core; readonly result: Core }): Core {
  const range: Core = { kind: 'list', at, items: [] };
  return {
    kind: 'fold',
    at,
    range,
    variables: [UNUSED],
    accu: name,
    init: value,
    condition: literal(at, FALSE),
    step: ident(at, name),
    result,
  };
}

function expandSort(node: ComprehensionNode): Core {
  const at = node.mark;
  const keys = expandFold({ ...node, macro: 'map' }, ident(at, SORTED));
  const result = method(at, '@sortByAssociatedKeys', [ident(at, SORTED), keys]);
  return bind(at, { name: SORTED, value: expandCore(node.range), result });
}

function expandOptionalMap(node: OptionalMapNode): Core {
  const at = node.mark;
  const value = method(at, 'value', [expandCore(node.operand)]);
  const mapped = bind(at, { name: node.variable, value, result: expandCore(node.body) });
  const present = node.flat ? mapped : call(at, 'optional.of', [mapped]);
  return call(at, '_?_:_', [method(at, 'hasValue', [expandCore(node.operand)]), present, call(at, 'optional.none', [])]);
}
