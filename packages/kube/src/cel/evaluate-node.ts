// Evaluates an expression whose names and types are settled. A failure passes through everything except && || all exists, which may not need
// the failing part, and optionals.

import type { CelValue, Failure, MapEntry, MapValue, OptionalValue, Outcome } from './cel-value.ts';
import { bool, failure, isFailure, list, NONE, some } from './cel-value.ts';
import { asCondition, decide } from './condition.ts';
import { evaluateComprehension } from './evaluate-comprehension.ts';
import type { Evaluation, Scope } from './evaluation.ts';
import { limitFailure } from './evaluation-budget.ts';
import type { CallNode, IndexNode, ListNode, LogicNode, MapNode, Node, OptionalMapNode, SelectNode } from './expression-node.ts';
import { formatPath } from './expression-node.ts';
import { listItem, listSize } from './list-value.ts';
import { mapField, mapItem, mapKeyId } from './map-value.ts';
import { callFunction } from './standard-functions.ts';
import { typeNameOf } from './type-name.ts';

const EXCEEDED = 'the expression costs more than it may';

export function evaluateNode(node: Node, evaluation: Evaluation): Outcome {
  const spent = evaluation.context.budget.spend(1);
  if (spent !== undefined) return spent;
  const outcome = evaluatePlain(node, evaluation);
  return evaluation.context.meter?.charge(node, outcome) ? limitFailure(EXCEEDED) : outcome;
}

function evaluatePlain(node: Node, evaluation: Evaluation): Outcome {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'name':
      return lookUp(node.name, evaluation.scope);
    case 'select':
      return evaluateSelect(node, evaluation);
    case 'has':
      return evaluateHas(node, evaluation);
    case 'index':
      return evaluateIndex(node, evaluation);
    case 'call':
      return evaluateCall(node, evaluation);
    case 'and':
    case 'or':
      return decide(node.kind === 'or', termsOf(node, evaluation));
    default:
      return evaluateStructure(node, evaluation);
  }
}

function evaluateStructure(
  node: Exclude<Node, { kind: 'literal' | 'name' | 'select' | 'has' | 'index' | 'call' | 'and' | 'or' }>,
  evaluation: Evaluation,
): Outcome {
  switch (node.kind) {
    case 'conditional':
      return evaluateConditional(node, evaluation);
    case 'list':
      return evaluateList(node, evaluation);
    case 'map':
      return evaluateMap(node, evaluation);
    case 'comprehension':
      return evaluateComprehension(node, evaluation, evaluateNode);
    case 'optional-map':
      return evaluateOptionalMap(node, evaluation);
  }
}

function lookUp(name: string, scope: Scope | undefined): Outcome {
  let current = scope;
  while (current !== undefined && current.name !== name) current = current.outer;
  return current?.value ?? failure(`the variable ${name} has no value`);
}

function absent(node: SelectNode | IndexNode, key: string): Failure {
  const path = formatPath(node);
  return { kind: 'failure', reason: 'absent', message: `there is no ${path}`, path, wire: `no such key: ${key}` };
}

/** A value that an optional holds, or the value itself; undefined for an empty optional. */
function unwrapped(value: CelValue): CelValue | undefined {
  return value.kind === 'optional' ? value.value : value;
}

function asOptional(value: CelValue | undefined): OptionalValue {
  return value === undefined ? NONE : some(value);
}

function evaluateSelect(node: SelectNode, evaluation: Evaluation): Outcome {
  const operand = evaluateNode(node.operand, evaluation);
  if (isFailure(operand)) return operand;
  const found = fieldOf(operand, node.field);
  if (found !== undefined && isFailure(found)) return found;
  return node.optional || operand.kind === 'optional' ? asOptional(found) : (found ?? absent(node, node.field));
}

/** A field of a map, or of the map in an optional; nothing else has fields. Asking a list for one is a mistake. */
function fieldOf(operand: CelValue, field: string): CelValue | Failure | undefined {
  const inner = unwrapped(operand);
  if (inner?.kind === 'list') return failure(`a list has no field '${field}': look at its items with exists(), all() or [0]`);
  if (inner?.kind === 'lazy') return inner.field(field);
  return inner?.kind === 'map' ? mapField(inner, field) : undefined;
}

function evaluateHas(node: Node & { readonly kind: 'has' }, evaluation: Evaluation): Outcome {
  const operand = evaluateNode(node.operand, evaluation);
  const found = isFailure(operand) ? operand : fieldOf(operand, node.field);
  return found !== undefined && isFailure(found) ? found : bool(found !== undefined);
}

function evaluateIndex(node: IndexNode, evaluation: Evaluation): Outcome {
  const operand = evaluateNode(node.operand, evaluation);
  if (isFailure(operand)) return operand;
  const key = evaluateNode(node.key, evaluation);
  if (isFailure(key)) return key;
  const inner = unwrapped(operand);
  const found = inner === undefined ? undefined : itemOf(inner, key);
  if (found !== undefined && isFailure(found)) return found;
  if (node.optional || operand.kind === 'optional') return asOptional(found);
  return found ?? missingItem(node, operand, key);
}

/** The item under a key; undefined where there is none, also because the value has no items. */
function itemOf(container: CelValue, key: CelValue): CelValue | Failure | undefined {
  switch (container.kind) {
    case 'list': {
      const index = indexOf(key);
      return typeof index === 'number' ? listItem(container, index) : index;
    }
    case 'map':
      return mapItem(container, key);
    default:
      return undefined;
  }
}

function indexOf(key: CelValue): number | Failure {
  if (key.kind !== 'int' && key.kind !== 'uint' && key.kind !== 'double') return failure(`a list cannot be indexed by ${typeNameOf(key)}`);
  const index = Number(key.value);
  return Number.isInteger(index) ? index : failure(`a list has no item ${index}`);
}

function missingItem(node: IndexNode, container: CelValue, key: CelValue): Failure {
  if (container.kind === 'map' || container.kind === 'null') return absent(node, 'value' in key ? String(key.value) : '');
  if (container.kind !== 'list' || !('value' in key)) return failure(`a value of type ${typeNameOf(container)} cannot be indexed`);
  return failure(
    `${formatPath(node.operand)} has no item ${key.value}: it has ${listSize(container)}`,
    `index out of bounds: ${key.value}`,
  );
}

function evaluateCall(node: CallNode, evaluation: Evaluation): Outcome {
  const [receiver, otherwise] = node.arguments;
  const lazy = node.style === 'method' && (node.name === 'or' || node.name === 'orValue');
  if (lazy && receiver !== undefined && otherwise !== undefined) return evaluateOtherwise(node, [receiver, otherwise], evaluation);
  const values: CelValue[] = [];
  for (const argument of node.arguments) {
    const value = evaluateNode(argument, evaluation);
    if (isFailure(value)) return value;
    values.push(value);
  }
  if (evaluation.context.meter?.chargeCall(node, values)) return limitFailure(EXCEEDED);
  return callFunction({ name: node.name, style: node.style, values }, evaluation.context);
}

/** optional.or(other) and optional.orValue(value): the second part counts only where the first is empty. */
function evaluateOtherwise(node: CallNode, [receiver, otherwise]: readonly [Node, Node], evaluation: Evaluation): Outcome {
  const first = evaluateNode(receiver, evaluation);
  if (isFailure(first)) return first;
  if (first.kind !== 'optional') return failure(`${node.name}() works on optionals, not on ${typeNameOf(first)}`);
  if (first.value !== undefined) return node.name === 'or' ? first : first.value;
  return evaluateNode(otherwise, evaluation);
}

/** The terms' values, each evaluated only when it is asked for. */
function* termsOf(node: LogicNode, evaluation: Evaluation): Iterable<Outcome> {
  for (const term of node.terms) yield evaluateNode(term, evaluation);
}

function evaluateConditional(node: Node & { readonly kind: 'conditional' }, evaluation: Evaluation): Outcome {
  const condition = asCondition(evaluateNode(node.condition, evaluation));
  if (isFailure(condition)) return condition;
  return evaluateNode(condition.value ? node.whenTrue : node.whenFalse, evaluation);
}

function evaluateList(node: ListNode, evaluation: Evaluation): Outcome {
  const items: CelValue[] = [];
  for (const item of node.items) {
    const value = evaluatePart(item, evaluation);
    if (value === undefined) continue;
    if (isFailure(value)) return value;
    items.push(value);
  }
  return list(items);
}

/** A part of a literal; undefined for an optional part that is empty. */
function evaluatePart(part: { readonly value: Node; readonly optional: boolean }, evaluation: Evaluation): Outcome | undefined {
  const value = evaluateNode(part.value, evaluation);
  if (!part.optional || isFailure(value)) return value;
  return value.kind === 'optional' ? value.value : failure(`'?' takes an optional, not ${typeNameOf(value)}`);
}

function evaluateMap(node: MapNode, evaluation: Evaluation): MapValue | Failure {
  const entries = new Map<string, MapEntry>();
  for (const entry of node.entries) {
    const key = evaluateNode(entry.key, evaluation);
    if (isFailure(key)) return key;
    const id = mapKeyId(key);
    if (id === undefined) return failure(`a key cannot be of type ${typeNameOf(key)}`);
    const value = evaluatePart(entry, evaluation);
    if (value !== undefined && isFailure(value)) return value;
    if (value !== undefined) entries.set(id, { key, value });
  }
  return { kind: 'map', entries };
}

function evaluateOptionalMap(node: OptionalMapNode, evaluation: Evaluation): Outcome {
  const operand = evaluateNode(node.operand, evaluation);
  if (isFailure(operand)) return operand;
  if (operand.kind !== 'optional') return failure(`optMap() works on optionals, not on ${typeNameOf(operand)}`);
  if (operand.value === undefined) return NONE;
  const scope = { name: node.variable, value: operand.value, outer: evaluation.scope };
  const mapped = evaluateNode(node.body, { ...evaluation, scope });
  if (isFailure(mapped) || !node.flat) return isFailure(mapped) ? mapped : some(mapped);
  return mapped.kind === 'optional' ? mapped : failure(`optFlatMap() takes an optional, not ${typeNameOf(mapped)}`);
}
