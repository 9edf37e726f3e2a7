// Functions on optionals. or and orValue evaluate their argument only when it is needed; evaluation sees to that.

import type { CelValue, ListValue, OptionalValue, Outcome } from '../cel-value.ts';
import { bool, failure, list, NONE, some } from '../cel-value.ts';
import { listItem, listItems, listSize } from '../list-value.ts';
import { isEmptyMap } from '../map-value.ts';
import type { CallContext, Overload, Parameter } from '../overload.ts';
import { anyList, anyListOf, anyOptional, anyValue, declareFunction, declareMethod, take1, take2, takeNothing } from '../overload.ts';
import { BOOL } from '../static-type.ts';
import { typeNameOf } from '../type-name.ts';

const T = anyValue.type;
const anyOptionals: Parameter<ListValue> = anyListOf(anyOptional.type);

export const optionalFunctions: readonly Overload[] = [
  declareFunction('optional.of', { takes: take1(anyValue), result: anyOptional.type, call: ([value]) => some(value) }),
  declareFunction('optional.ofNonZeroValue', {
    takes: take1(anyValue),
    result: anyOptional.type,
    call: ([value]) => (isZero(value) ? NONE : some(value)),
  }),
  declareFunction('optional.none', { takes: takeNothing, result: anyOptional.type, call: () => NONE }),
  declareFunction('optional.unwrap', { takes: take1(anyOptionals), result: anyList.type, call: unwrap }),
  declareMethod('unwrapOpt', { takes: take1(anyOptionals), result: anyList.type, call: unwrap }),
  declareMethod('hasValue', { takes: take1(anyOptional), result: BOOL, call: ([optional]) => bool(optional.value !== undefined) }),
  declareMethod('value', {
    takes: take1(anyOptional),
    result: T,
    call: ([optional]) => optional.value ?? failure('the optional has no value'),
  }),
  declareMethod('or', {
    takes: take2(anyOptional, anyOptional),
    result: anyOptional.type,
    call: ([first, second]) => firstPresent(first, second),
  }),
  declareMethod('orValue', {
    takes: take2(anyOptional, anyValue),
    result: T,
    call: ([optional, otherwise]) => optional.value ?? otherwise,
  }),
  declareMethod('first', { takes: take1(anyList), result: anyOptional.type, call: ([items]) => itemAt(items, 0) }),
  declareMethod('last', { takes: take1(anyList), result: anyOptional.type, call: ([items]) => itemAt(items, listSize(items) - 1) }),
];

function firstPresent(first: OptionalValue, second: OptionalValue): OptionalValue {
  return first.value === undefined ? second : first;
}

function itemAt(items: ListValue, index: number): OptionalValue {
  const item = listItem(items, index);
  return item === undefined ? NONE : some(item);
}

function unwrap([optionals]: readonly [ListValue], { budget }: CallContext): Outcome {
  const spent = budget.spend(listSize(optionals));
  if (spent !== undefined) return spent;
  const values: CelValue[] = [];
  for (const item of listItems(optionals)) {
    if (item.kind !== 'optional') return failure(`unwrap takes optionals, not ${typeNameOf(item)}`);
    if (item.value !== undefined) values.push(item.value);
  }
  return list(values);
}

function isZero(value: CelValue): boolean {
  switch (value.kind) {
    case 'null':
      return true;
    case 'list':
      return listSize(value) === 0;
    case 'map':
      return isEmptyMap(value);
    case 'bytes':
      return value.value.length === 0;
    case 'duration':
      return value.nanos === 0n;
    case 'bool':
    case 'int':
    case 'uint':
    case 'double':
    case 'string':
      return !value.value;
    default:
      return false;
  }
}
