// == != < <= > >= in and !.

import type { CelValue, ListValue, MapValue, Outcome } from '../cel-value.ts';
import { bool, FALSE, TRUE } from '../cel-value.ts';
import type { Order } from '../compare-values.ts';
import { compareValues } from '../compare-values.ts';
import { equalValues } from '../equal-values.ts';
import { listItem, listSize } from '../list-value.ts';
import { mapItem } from '../map-value.ts';
import type { CallContext, Overload } from '../overload.ts';
import { anyBool, anyListOf, anyMap, anyValue, declareFunction, take1, take2 } from '../overload.ts';
import type { StaticType } from '../static-type.ts';
import * as types from '../static-type.ts';

const NUMERIC: readonly StaticType[] = [types.INT, types.UINT, types.DOUBLE];
const ORDERED: readonly StaticType[] = [types.BOOL, types.STRING, types.BYTES, types.TIMESTAMP, types.DURATION];
const ORDERED_PAIRS: readonly (readonly [StaticType, StaticType])[] = [
  ...NUMERIC.flatMap((left) => NUMERIC.map((right) => [left, right] as const)),
  ...ORDERED.map((type) => [type, type] as const),
];
const K = types.parameter('K');

export const comparisonFunctions: readonly Overload[] = [
  declareFunction('==', {
    takes: take2(anyValue, anyValue),
    result: types.BOOL,
    call: ([left, right], context) => equality(left, right, context),
  }),
  declareFunction('!=', {
    takes: take2(anyValue, anyValue),
    result: types.BOOL,
    call: ([left, right], context) => negate(equality(left, right, context)),
  }),
  declareFunction('!', { takes: take1(anyBool), result: types.BOOL, call: ([value]) => bool(!value) }),
  ...ordering('<', (order) => order < 0),
  ...ordering('<=', (order) => order <= 0),
  ...ordering('>', (order) => order > 0),
  ...ordering('>=', (order) => order >= 0),
  declareFunction('in', {
    takes: take2(anyValue, anyListOf(anyValue.type)),
    result: types.BOOL,
    call: ([item, list], context) => isIn(item, list, context),
  }),
  declareFunction('in', { takes: take2({ ...anyValue, type: K }, anyMap), result: types.BOOL, call: isKey }),
];

/** Whether a list has an item equal to a value; items that cannot be compared with it count as different. */
export function isIn(item: CelValue, list: ListValue, context: CallContext): Outcome {
  const size = listSize(list);
  for (let index = 0; index < size; index += 1) {
    const spent = context.budget.spend(1);
    if (spent !== undefined) return spent;
    const other = listItem(list, index);
    const same = other === undefined ? false : equalValues(other, item, context);
    if (same === true) return TRUE;
    if (typeof same === 'object' && same.reason === 'limit') return same;
  }
  return FALSE;
}

function isKey([key, map]: readonly [CelValue, MapValue]): Outcome {
  return bool(mapItem(map, key) !== undefined);
}

function equality(left: CelValue, right: CelValue, context: CallContext): Outcome {
  const same = equalValues(left, right, context);
  return typeof same === 'boolean' ? bool(same) : same;
}

function negate(outcome: Outcome): Outcome {
  return outcome.kind === 'bool' ? bool(!outcome.value) : outcome;
}

/** One overload per pair of types that has an order; all of them compare whatever values come. */
function ordering(name: string, holds: (order: Order) => boolean): Overload[] {
  const call: Overload['call'] = (values) => {
    const [left, right] = values;
    const order = left === undefined || right === undefined ? undefined : compareValues(left, right);
    return typeof order === 'number' ? bool(holds(order)) : order;
  };
  return ORDERED_PAIRS.map((parameters) => ({ name, style: 'function', parameters, result: types.BOOL, call }));
}
