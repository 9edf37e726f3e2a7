// Finds before evaluation what cannot work: wrong types, wrong numbers of arguments, conditions that are none. What depends on the object is
// left to evaluation.

import type { CelValue } from './cel-value.ts';
import { checkCallTypes } from './check-call.ts';
import { checkLiterals } from './check-literals.ts';
import type { ExpressionFault } from './expression-fault.ts';
import { fault } from './expression-fault.ts';
import type { CallNode, ComprehensionNode, IndexNode, ListNode, MapNode, Node, OptionalMapNode } from './expression-node.ts';
import { hintForField } from './name-hint.ts';
import type { StaticType } from './static-type.ts';
import * as types from './static-type.ts';
import { BOOL, DYN, formatType, INT, listOf, mapOf, optionalOf, STRING, unlessNull } from './static-type.ts';
import { fits, join } from './unify-types.ts';

/** Types by the names of variables; of any other nothing is known. */
type Scope = ReadonlyMap<string, StaticType>;
type Checked = StaticType | ExpressionFault;

const CONDITION_HINT = 'a condition compares something: object.status.readyReplicas == 3';
const CONVERT_HINT = 'convert one of them with int(), double(), string() or quantity()';
const KEY_KINDS = ['bool', 'int', 'uint', 'string'];

/** The type of an expression, or its first fault. */
export function checkTypes(node: Node, variables: Scope = new Map()): Checked {
  return check(node, variables);
}

/** The fault of a type that is neither bool nor unknown. */
export function checkCondition(type: StaticType, at: number): ExpressionFault | undefined {
  if (type.kind === 'dyn' || unlessNull(type) === BOOL) return undefined;
  const hint = type.kind === 'optional' ? 'say what an absent value counts as: .orValue(false)' : CONDITION_HINT;
  return fault(at, `this is of type ${formatType(type)}, not bool`, hint);
}

function check(node: Node, scope: Scope): Checked {
  switch (node.kind) {
    case 'literal':
      return literalType(node.value);
    case 'name':
      return scope.get(node.name) ?? DYN;
    case 'select':
      return checkSelection(node, scope);
    case 'has':
      return checkHas(node, scope);
    case 'call':
      return checkCall(node, scope);
    default:
      return checkStructure(node, scope);
  }
}

function checkStructure(node: Exclude<Node, { kind: 'literal' | 'name' | 'select' | 'has' | 'call' }>, scope: Scope): Checked {
  switch (node.kind) {
    case 'and':
    case 'or':
      return checkConditions(node.terms, scope) ?? BOOL;
    case 'conditional':
      return checkConditional(node, scope);
    case 'index':
      return checkIndex(node, scope);
    case 'list':
      return checkList(node, scope);
    case 'map':
      return checkMap(node, scope);
    case 'comprehension':
      return checkComprehension(node, scope);
    case 'optional-map':
      return checkOptionalMap(node, scope);
  }
}

const LITERAL_TYPES: { readonly [kind in CelValue['kind']]?: StaticType } = {
  null: types.NULL_TYPE,
  bool: BOOL,
  int: INT,
  uint: types.UINT,
  double: types.DOUBLE,
  string: STRING,
  bytes: types.BYTES,
  type: types.TYPE,
};

function literalType(value: CelValue): StaticType {
  return LITERAL_TYPES[value.kind] ?? DYN;
}

/** The type of operand.field; an optional operand gives an optional. */
function checkSelection(node: Node & { readonly kind: 'select' }, scope: Scope): Checked {
  const operand = check(node.operand, scope);
  if (operand.kind === 'fault') return operand;
  const inner = unlessNull(operand.kind === 'optional' ? operand.inner : operand);
  const field = fieldType(inner, node.field);
  if (field === undefined) return missingField(node, inner);
  return operand.kind === 'optional' || node.optional ? optionalOf(field) : field;
}

function missingField({ at, field }: Node & { readonly kind: 'select' }, type: StaticType): ExpressionFault {
  if (type.kind === 'object') return fault(at, `${type.name} has no field '${field}'`, hintForField(field, type.fields));
  return fault(at, `a value of type ${formatType(type)} has no field '${field}'`, 'only maps and objects have fields');
}

function fieldType(type: StaticType, name: string): StaticType | undefined {
  if (type.kind === 'dyn') return DYN;
  if (type.kind === 'object') return type.fields.get(name);
  return type.kind === 'map' && (type.key === STRING || type.key.kind === 'dyn') ? type.value : undefined;
}

function checkHas(node: Node & { readonly kind: 'has' }, scope: Scope): Checked {
  const selected = checkSelection({ ...node, kind: 'select', optional: false }, scope);
  return selected.kind === 'fault' ? selected : BOOL;
}

function checkConditions(nodes: readonly Node[], scope: Scope): ExpressionFault | undefined {
  for (const node of nodes) {
    const type = check(node, scope);
    const wrong = type.kind === 'fault' ? type : checkCondition(type, node.at);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function checkConditional(node: Node & { readonly kind: 'conditional' }, scope: Scope): Checked {
  const wrong = checkConditions([node.condition], scope);
  if (wrong !== undefined) return wrong;
  const [whenTrue, whenFalse] = [check(node.whenTrue, scope), check(node.whenFalse, scope)];
  if (whenTrue.kind === 'fault') return whenTrue;
  if (whenFalse.kind === 'fault') return whenFalse;
  const both = join(whenTrue, whenFalse);
  return both ?? fault(node.at, `the two results are of types ${formatType(whenTrue)} and ${formatType(whenFalse)}`, CONVERT_HINT);
}

function checkIndex(node: IndexNode, scope: Scope): Checked {
  const [operand, key] = [check(node.operand, scope), check(node.key, scope)];
  if (operand.kind === 'fault') return operand;
  if (key.kind === 'fault') return key;
  const inner = unlessNull(operand.kind === 'optional' ? operand.inner : operand);
  const item = itemType(inner, key);
  if (item === undefined)
    return fault(
      node.at,
      `a value of type ${formatType(inner)} cannot be indexed by one of type ${formatType(key)}`,
      'lists are indexed by numbers, maps by their keys',
    );
  return operand.kind === 'optional' || node.optional ? optionalOf(item) : item;
}

function itemType(container: StaticType, key: StaticType): StaticType | undefined {
  if (container.kind === 'dyn') return DYN;
  if (container.kind === 'object') return fits(STRING, key, new Map()) ? DYN : undefined;
  if (container.kind === 'list') return fits(INT, key, new Map()) ? container.element : undefined;
  return container.kind === 'map' && fits(container.key, key, new Map()) ? container.value : undefined;
}

function checkList(node: ListNode, scope: Scope): Checked {
  const element = joinAll(node.items, scope);
  return element.kind === 'fault' ? element : listOf(element);
}

/** The values of a format may be of different types, also in lists among them. */
function checkMixedList(node: ListNode, scope: Scope): Checked {
  for (const item of node.items) {
    const type = item.value.kind === 'list' ? checkMixedList(item.value, scope) : partType(item, scope);
    if (type.kind === 'fault') return type;
  }
  return listOf(DYN);
}

type Part = { readonly value: Node; readonly optional: boolean };

/** The type that covers all parts of a literal; dyn where there are none. */
function joinAll(parts: readonly Part[], scope: Scope): Checked {
  let joined: StaticType | undefined;
  for (const part of parts) {
    const type = partType(part, scope);
    if (type.kind === 'fault') return type;
    const both = joined === undefined ? type : join(joined, type);
    if (both === undefined)
      return fault(
        part.value.at,
        `this is of type ${formatType(type)}, what comes before it of type ${formatType(joined ?? DYN)}`,
        'all values of a list or map are of one type; dyn() lifts that',
      );
    joined = both;
  }
  return joined ?? DYN;
}

function partType({ value, optional }: Part, scope: Scope): Checked {
  const type = check(value, scope);
  if (type.kind === 'fault' || !optional || type.kind === 'dyn') return type;
  return type.kind === 'optional'
    ? type.inner
    : fault(value.at, `'?' takes an optional, not a value of type ${formatType(type)}`, 'leave the ? out, or write optional.of(…)');
}

function checkMap(node: MapNode, scope: Scope): Checked {
  const key = joinAll(
    node.entries.map((entry) => ({ value: entry.key, optional: false })),
    scope,
  );
  if (key.kind === 'fault') return key;
  if (key.kind !== 'dyn' && !KEY_KINDS.includes(formatType(key)))
    return fault(node.at, `a key cannot be of type ${formatType(key)}`, 'keys are texts, whole numbers or bools');
  const value = joinAll(node.entries, scope);
  return value.kind === 'fault' ? value : mapOf(key, value);
}

function checkComprehension(node: ComprehensionNode, scope: Scope): Checked {
  const range = check(node.range, scope);
  if (range.kind === 'fault') return range;
  const variables = variableTypes(range, node.variables.length);
  if (variables === undefined)
    return fault(node.at, `${node.macro}() works on lists and maps, not on a value of type ${formatType(range)}`, CONDITION_HINT);
  const inner = new Map([...scope, ...node.variables.map((name, index) => [name, variables[index] ?? DYN] as const)]);
  const condition =
    node.macro === 'all' || node.macro === 'exists' || node.macro === 'existsOne' || node.macro === 'filter' ? node.body : node.filter;
  const wrong = condition === undefined ? undefined : checkConditions([condition], inner);
  const body = wrong ?? check(node.body, inner);
  return body.kind === 'fault' ? body : comprehensionType(node, { range, first: variables[0] ?? DYN, body });
}

/** The types of a comprehension's variables, or undefined where there is nothing to iterate over. */
function variableTypes(range: StaticType, count: number): readonly StaticType[] | undefined {
  if (range.kind === 'dyn') return [DYN, DYN];
  if (range.kind === 'nullable') return variableTypes(range.inner, count);
  if (range.kind === 'object') return [STRING, DYN];
  if (range.kind === 'list') return count === 1 ? [range.element] : [INT, range.element];
  return range.kind === 'map' ? [range.key, range.value] : undefined;
}

type ComprehensionTypes = { readonly range: StaticType; readonly first: StaticType; readonly body: StaticType };

function comprehensionType(node: ComprehensionNode, { range, first, body }: ComprehensionTypes): Checked {
  switch (node.macro) {
    case 'all':
    case 'exists':
    case 'existsOne':
      return BOOL;
    case 'map':
    case 'transformList':
      return listOf(body);
    case 'filter':
      return listOf(first);
    case 'sortBy':
      return range.kind === 'map' ? fault(node.at, 'sortBy() works on lists', 'sort the keys: map.map(k, k).sort()') : range;
    case 'transformMap':
      return mapOf(first, body);
    case 'transformMapEntry':
      return body.kind === 'map' || body.kind === 'dyn'
        ? body
        : fault(node.body.at, 'transformMapEntry() gives a map with one entry', 'write {key: value}');
  }
}

function checkOptionalMap(node: OptionalMapNode, scope: Scope): Checked {
  const operand = check(node.operand, scope);
  if (operand.kind === 'fault') return operand;
  if (operand.kind !== 'optional' && operand.kind !== 'dyn')
    return fault(
      node.at,
      `this works on optionals, not on a value of type ${formatType(operand)}`,
      'read the field as an optional: object.?status',
    );
  const body = check(node.body, new Map([...scope, [node.variable, operand.kind === 'optional' ? operand.inner : DYN]]));
  if (body.kind === 'fault' || !node.flat) return body.kind === 'fault' ? body : optionalOf(body);
  return body.kind === 'optional' || body.kind === 'dyn'
    ? body
    : fault(node.body.at, 'optFlatMap() takes an expression that gives an optional', 'use optMap()');
}

function checkCall(node: CallNode, scope: Scope): Checked {
  const argumentTypes: StaticType[] = [];
  for (const argument of node.arguments) {
    const type = node.name === 'format' && argument.kind === 'list' ? checkMixedList(argument, scope) : check(argument, scope);
    if (type.kind === 'fault') return type;
    argumentTypes.push(type);
  }
  const result = checkCallTypes(node, argumentTypes);
  return result.kind === 'fault' ? result : (checkLiterals(node) ?? result);
}
