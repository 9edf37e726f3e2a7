// Reads an expression by CEL's grammar, with optional fields (.? and [?) and macros, which become comprehensions.

import { double, FALSE, int, NULL, string, TRUE, uint } from './cel-value.ts';
import { expandMacro } from './expand-macro.ts';
import type { ExpressionFault } from './expression-fault.ts';
import { fault } from './expression-fault.ts';
import type { EntryNode, LiteralNode, Node } from './expression-node.ts';
import { scanTokens } from './scan-tokens.ts';
import type { Token } from './token.ts';
import { TokenCursor } from './token-cursor.ts';

type Parsed = Node | ExpressionFault;
type Level = { readonly symbols: readonly string[]; readonly words: readonly string[] };

const DEPTH_LIMIT = 100;
const BINARY_LEVELS: readonly Level[] = [
  { symbols: ['==', '!=', '<', '<=', '>', '>='], words: ['in'] },
  { symbols: ['+', '-'], words: [] },
  { symbols: ['*', '/', '%'], words: [] },
];
const KEYWORDS = ['true', 'false', 'null', 'in'];
const RESERVED = 'as break const continue else for function if import let loop package namespace return var void while'.split(' ');
const RESERVED_HINT = 'conditions are written with && || ! and a ? b : c; there are no statements';

/** The expression as a tree, or its first fault. */
export function parseExpression(source: string): Parsed {
  const tokens = scanTokens(source);
  if ('kind' in tokens) return tokens;
  const cursor = new TokenCursor(tokens);
  if (cursor.atEnd) return fault(0, 'the expression is empty');
  const node = parseConditional(cursor);
  if (node.kind === 'fault' || cursor.atEnd) return node;
  return cursor.unexpectedOperator();
}

function parseConditional(cursor: TokenCursor): Parsed {
  if (!cursor.descend(DEPTH_LIMIT))
    return fault(cursor.token.at, `the expression is nested deeper than ${DEPTH_LIMIT}`, 'split it, or use fewer parentheses');
  const condition = parseLogic(cursor, 'or');
  const node = condition.kind === 'fault' ? condition : parseBranches(cursor, condition);
  cursor.ascend();
  return node;
}

function parseBranches(cursor: TokenCursor, condition: Node): Parsed {
  const { at } = cursor.token;
  if (!cursor.takes('?')) return condition;
  const whenTrue = parseLogic(cursor, 'or');
  if (whenTrue.kind === 'fault') return whenTrue;
  if (!cursor.takes(':')) return cursor.unexpected("':' and the value for the other case");
  const whenFalse = parseConditional(cursor);
  return whenFalse.kind === 'fault' ? whenFalse : { kind: 'conditional', at, condition, whenTrue, whenFalse };
}

function parseLogic(cursor: TokenCursor, kind: 'or' | 'and'): Parsed {
  const first = parseTerm(cursor, kind);
  const { at } = cursor.token;
  const symbol = kind === 'or' ? '||' : '&&';
  if (first.kind === 'fault' || !cursor.sees(symbol)) return first;
  const terms: Node[] = [first];
  const marks: number[] = [];
  while (cursor.sees(symbol)) {
    marks.push(cursor.advance().at);
    const term = parseTerm(cursor, kind);
    if (term.kind === 'fault') return term;
    terms.push(term);
  }
  return { kind, at, terms, marks };
}

function parseTerm(cursor: TokenCursor, kind: 'or' | 'and'): Parsed {
  return kind === 'or' ? parseLogic(cursor, 'and') : parseBinary(cursor, 0);
}

function parseBinary(cursor: TokenCursor, depth: number): Parsed {
  const level = BINARY_LEVELS[depth];
  if (level === undefined) return parseUnary(cursor);
  let left = parseBinary(cursor, depth + 1);
  while (left.kind !== 'fault' && isOperator(cursor.token, level)) {
    const operator = cursor.advance();
    const right: Parsed = parseBinary(cursor, depth + 1);
    if (right.kind === 'fault') return right;
    left = { kind: 'call', at: operator.at, mark: operator.at, name: operator.text, style: 'function', arguments: [left, right] };
  }
  return left;
}

function isOperator(token: Token, level: Level): boolean {
  if (token.kind === 'symbol') return level.symbols.includes(token.text);
  return token.kind === 'name' && level.words.includes(token.text);
}

function parseUnary(cursor: TokenCursor): Parsed {
  const operators: Token[] = [];
  while (cursor.sees('!') || cursor.sees('-')) operators.push(cursor.advance());
  const negative = operators.at(-1)?.text === '-' && (cursor.token.kind === 'int' || cursor.token.kind === 'double');
  const sign = negative ? operators.pop() : undefined;
  const operand = parseMember(cursor, sign);
  if (operand.kind === 'fault') return operand;
  return withoutPairs(operators).reduceRight<Node>((node, { text, at }) => {
    return { kind: 'call', at, mark: at, name: text === '-' ? '-_' : '!', style: 'function', arguments: [node] };
  }, operand);
}

/** As in cel-go an even number of the same operators in a row is none, however many. */
function withoutPairs(operators: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (const operator of operators) {
    if (kept.at(-1)?.text === operator.text) kept.pop();
    else kept.push(operator);
  }
  return kept;
}

function parseMember(cursor: TokenCursor, sign: Token | undefined): Parsed {
  let node = parsePrimary(cursor, sign);
  while (node.kind !== 'fault' && (cursor.sees('.') || cursor.sees('['))) {
    node = cursor.sees('.') ? parseSelection(cursor, node) : parseIndex(cursor, node);
  }
  return node;
}

function parseSelection(cursor: TokenCursor, operand: Node): Parsed {
  const dot = cursor.advance();
  const optional = cursor.takes('?');
  const { token } = cursor;
  if (token.kind !== 'name') return cursor.unexpected('the name of a field or function');
  if (KEYWORDS.includes(token.text))
    return fault(token.at, `'${token.text}' cannot be a field name here`, `write ["${token.text}"] instead of .${token.text}`);
  cursor.advance();
  if (optional || !cursor.sees('(')) return { kind: 'select', at: token.at, mark: dot.at, operand, field: token.text, optional };
  const mark = cursor.token.at;
  const rest = parseArguments(cursor);
  if ('kind' in rest) return rest;
  return (
    expandMacro({ name: token.text, at: token.at, mark, receiver: operand, arguments: rest }) ?? {
      kind: 'call',
      at: token.at,
      mark,
      name: token.text,
      style: 'method',
      arguments: [operand, ...rest],
    }
  );
}

function parseIndex(cursor: TokenCursor, operand: Node): Parsed {
  const opening = cursor.advance();
  const optional = cursor.takes('?');
  const key = parseConditional(cursor);
  if (key.kind === 'fault') return key;
  return cursor.close(']', opening) ?? { kind: 'index', at: opening.at, operand, key, optional };
}

function parseArguments(cursor: TokenCursor): readonly Node[] | ExpressionFault {
  const opening = cursor.advance();
  if (cursor.takes(')')) return [];
  const nodes: Node[] = [];
  do {
    const node = parseConditional(cursor);
    if (node.kind === 'fault') return node;
    nodes.push(node);
  } while (cursor.takes(','));
  return cursor.close(')', opening) ?? nodes;
}

function parsePrimary(cursor: TokenCursor, sign: Token | undefined): Parsed {
  const { token } = cursor;
  if (token.kind === 'name') return parseName(cursor);
  if (token.kind !== 'symbol') return parseLiteral(cursor, sign);
  if (token.text === '(') return parseGroup(cursor);
  if (token.text === '[') return parseList(cursor);
  if (token.text === '{') return parseMap(cursor);
  if (token.text !== '.' || cursor.next.kind !== 'name') return cursor.unexpectedOperand();
  cursor.advance();
  return parseName(cursor);
}

function parseGroup(cursor: TokenCursor): Parsed {
  const opening = cursor.advance();
  const node = parseConditional(cursor);
  return node.kind === 'fault' ? node : (cursor.close(')', opening) ?? node);
}

function parseName(cursor: TokenCursor): Parsed {
  const { text, at } = cursor.advance();
  if (text === 'true' || text === 'false') return { kind: 'literal', at, value: text === 'true' ? TRUE : FALSE };
  if (text === 'null') return { kind: 'literal', at, value: NULL };
  if (text === 'in') return fault(at, "'in' has no value on its left", 'write "item" in object.spec.list');
  if (RESERVED.includes(text)) return fault(at, `'${text}' is a reserved word`, RESERVED_HINT);
  if (!cursor.sees('(')) return { kind: 'name', at, name: text };
  const mark = cursor.token.at;
  const nodes = parseArguments(cursor);
  if ('kind' in nodes) return nodes;
  return (
    expandMacro({ name: text, at, mark, receiver: undefined, arguments: nodes }) ?? {
      kind: 'call',
      at,
      mark,
      name: text,
      style: 'function',
      arguments: nodes,
    }
  );
}

function parseLiteral(cursor: TokenCursor, sign: Token | undefined): Parsed {
  const token = cursor.advance();
  const at = sign?.at ?? token.at;
  switch (token.kind) {
    case 'string':
      return { kind: 'literal', at, value: string(token.value) };
    case 'bytes':
      return { kind: 'literal', at, value: { kind: 'bytes', value: token.value } };
    case 'double':
      return { kind: 'literal', at, value: double(sign === undefined ? Number(token.text) : -Number(token.text)) };
    case 'int':
    case 'uint':
      return integerLiteral(token, sign);
    default:
      return cursor.unexpectedOperand();
  }
}

function integerLiteral(token: Token, sign: Token | undefined): LiteralNode | ExpressionFault {
  const at = sign?.at ?? token.at;
  const size = BigInt(token.text.replace(/u$/i, ''));
  const value = sign === undefined ? size : -size;
  const unsigned = token.kind === 'uint';
  const fits = unsigned ? BigInt.asUintN(64, value) === value : BigInt.asIntN(64, value) === value;
  if (!fits) return fault(at, `${value} does not fit 64 bits`, 'write quantity("…") for larger numbers');
  return { kind: 'literal', at, value: unsigned ? uint(value) : int(value) };
}

function parseList(cursor: TokenCursor): Parsed {
  const opening = cursor.advance();
  const items: { readonly value: Node; readonly optional: boolean }[] = [];
  while (!cursor.sees(']')) {
    const optional = cursor.takes('?');
    const value = parseConditional(cursor);
    if (value.kind === 'fault') return value;
    items.push({ value, optional });
    if (!cursor.takes(',')) break;
  }
  return cursor.close(']', opening) ?? { kind: 'list', at: opening.at, items };
}

function parseMap(cursor: TokenCursor): Parsed {
  const opening = cursor.advance();
  const entries: EntryNode[] = [];
  while (!cursor.sees('}')) {
    const entry = parseEntry(cursor);
    if ('kind' in entry) return entry;
    entries.push(entry);
    if (!cursor.takes(',')) break;
  }
  return cursor.close('}', opening) ?? { kind: 'map', at: opening.at, entries };
}

function parseEntry(cursor: TokenCursor): EntryNode | ExpressionFault {
  const optional = cursor.takes('?');
  const key = parseConditional(cursor);
  if (key.kind === 'fault') return key;
  if (!cursor.takes(':')) return cursor.unexpected("':' and the value of the key");
  const value = parseConditional(cursor);
  return value.kind === 'fault' ? value : { key, value, optional };
}
