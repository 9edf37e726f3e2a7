// quantity() and its methods.

import type { Quantity } from '../../quantity.ts';
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  quantityAsInt64,
  quantityAsNumber,
  quantityOf,
  subtractQuantities,
} from '../../quantity.ts';
import type { Outcome } from '../cel-value.ts';
import { bool, double, failure, int } from '../cel-value.ts';
import type { Overload } from '../overload.ts';
import { anyInt, anyQuantity, anyString, declareFunction, declareMethod, take1, take2 } from '../overload.ts';
import { BOOL, DOUBLE, INT, QUANTITY } from '../static-type.ts';

const sign = {
  takes: take1(anyQuantity),
  result: INT,
  call: ([quantity]: readonly [Quantity]) => int(compareQuantities(quantity, quantityOf(0n))),
};

/** In the words of the API server. */
const MALFORMED = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

export const quantityFunctions: readonly Overload[] = [
  declareFunction('quantity', { takes: take1(anyString), result: QUANTITY, call: toQuantity }),
  declareFunction('isQuantity', { takes: take1(anyString), result: BOOL, call: ([text]) => bool(parseQuantity(text).kind === 'quantity') }),
  declareFunction('sign', sign),
  declareMethod('sign', sign),
  declareMethod('isInteger', {
    takes: take1(anyQuantity),
    result: BOOL,
    call: ([quantity]) => bool(quantityAsInt64(quantity).kind === 'integer'),
  }),
  declareMethod('asInteger', { takes: take1(anyQuantity), result: INT, call: asInteger }),
  declareMethod('asApproximateFloat', {
    takes: take1(anyQuantity),
    result: DOUBLE,
    call: ([quantity]) => double(quantityAsNumber(quantity)),
  }),
  declareMethod('add', { takes: take2(anyQuantity, anyQuantity), result: QUANTITY, call: ([left, right]) => addQuantities(left, right) }),
  declareMethod('add', {
    takes: take2(anyQuantity, anyInt),
    result: QUANTITY,
    call: ([left, right]) => addQuantities(left, quantityOf(right)),
  }),
  declareMethod('sub', {
    takes: take2(anyQuantity, anyQuantity),
    result: QUANTITY,
    call: ([left, right]) => subtractQuantities(left, right),
  }),
  declareMethod('sub', {
    takes: take2(anyQuantity, anyInt),
    result: QUANTITY,
    call: ([left, right]) => subtractQuantities(left, quantityOf(right)),
  }),
  declareMethod('isGreaterThan', {
    takes: take2(anyQuantity, anyQuantity),
    result: BOOL,
    call: ([left, right]) => bool(compareQuantities(left, right) > 0),
  }),
  declareMethod('isLessThan', {
    takes: take2(anyQuantity, anyQuantity),
    result: BOOL,
    call: ([left, right]) => bool(compareQuantities(left, right) < 0),
  }),
  declareMethod('compareTo', {
    takes: take2(anyQuantity, anyQuantity),
    result: INT,
    call: ([left, right]) => int(compareQuantities(left, right)),
  }),
];

function toQuantity([text]: readonly [string]): Outcome {
  const quantity = parseQuantity(text);
  return quantity.kind === 'quantity' ? quantity : failure(`the text is not a quantity: ${quantity.reason}`, MALFORMED);
}

function asInteger([quantity]: readonly [Quantity]): Outcome {
  const integer = quantityAsInt64(quantity);
  return integer.kind === 'integer' ? int(integer.value) : failure('the quantity is not a 64-bit integer');
}
