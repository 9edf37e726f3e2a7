// Texts written into an expression that can never be read: a wrong regular expression, quantity, address or time is found before evaluation.

import type { CelValue } from './cel-value.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import type { ExpressionFault } from './expression-fault.ts';
import { fault } from './expression-fault.ts';
import type { CallNode } from './expression-node.ts';
import { formatValue, parseFormat } from './functions/text-format.ts';
import { compilePattern } from './re2-pattern.ts';
import { callFunction } from './standard-functions.ts';

const CONVERSIONS = new Set([
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'duration',
  'timestamp',
  'quantity',
  'url',
  'ip',
  'cidr',
  'semver',
]);
const PATTERN_FUNCTIONS = new Set(['matches', 'find', 'findAll']);
const FORMAT_HINT = 'clauses are %s %d %f %e %b %o %x and %%, one per value';
const PATTERN_HINT = 'regular expressions follow RE2: no look-around, no back references; write r"…" to keep backslashes';

/** The fault of a literal argument, if there is one. */
export function checkLiterals(node: CallNode): ExpressionFault | undefined {
  if (PATTERN_FUNCTIONS.has(node.name)) return checkPattern(node);
  if (node.name === 'format' && node.style === 'method') return checkFormat(node);
  return CONVERSIONS.has(node.name) && node.style === 'function' ? checkConversion(node) : undefined;
}

function checkPattern(node: CallNode): ExpressionFault | undefined {
  const source = node.arguments[1];
  if (source?.kind !== 'literal' || source.value.kind !== 'string') return undefined;
  const pattern = compilePattern(source.value.value);
  return pattern.kind === 'failure' ? fault(source.at, pattern.message, PATTERN_HINT) : undefined;
}

/** Compares a format with the list of values it is given. */
function checkFormat(node: CallNode): ExpressionFault | undefined {
  const [format, values] = node.arguments;
  if (format?.kind !== 'literal' || format.value.kind !== 'string' || values?.kind !== 'list') return undefined;
  const pieces = parseFormat(format.value.value);
  if ('kind' in pieces) return fault(format.at, pieces.message, FORMAT_HINT);
  const clauses = pieces.flatMap((piece) => (piece.kind === 'clause' ? [piece] : []));
  const { items } = values;
  if (clauses.length !== items.length)
    return fault(values.at, `the format has ${clauses.length} clauses for ${items.length} values`, FORMAT_HINT);
  for (const [index, item] of items.entries()) {
    const clause = clauses[index];
    const text = clause === undefined || item.value.kind !== 'literal' ? '' : formatValue(clause, item.value.value);
    if (typeof text !== 'string') return fault(item.value.at, text.message, FORMAT_HINT);
  }
  return undefined;
}

function checkConversion(node: CallNode): ExpressionFault | undefined {
  const values: CelValue[] = [];
  for (const argument of node.arguments) {
    if (argument.kind !== 'literal') return undefined;
    values.push(argument.value);
  }
  const outcome = callFunction({ name: node.name, style: node.style, values }, { budget: new EvaluationBudget(), patterns: new Map() });
  return outcome.kind === 'failure' ? fault(node.arguments[0]?.at ?? node.at, outcome.message, 'correct the text in quotes') : undefined;
}
