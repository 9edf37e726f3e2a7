// + - * / % and negation: 64-bit integers that overflow are errors, doubles follow IEEE 754, times keep within their range.

import type { ListValue, Outcome } from '../cel-value.ts';
import { double, failure, int, list, string, uint } from '../cel-value.ts';
import { equalValues } from '../equal-values.ts';
import { listItems, listSize } from '../list-value.ts';
import type { CallContext, Overload, Parameter } from '../overload.ts';
import {
  anyBytes,
  anyDouble,
  anyDuration,
  anyInt,
  anyList,
  anyString,
  anyTimestamp,
  anyUint,
  declareFunction,
  take1,
  take2,
} from '../overload.ts';
import * as types from '../static-type.ts';
import { isDuration, isTimestamp } from '../time-text.ts';
import { isUnordered, joinUnordered } from '../unordered-list.ts';

export const arithmeticFunctions: readonly Overload[] = [
  integers('+', (a, b) => int64(a + b)),
  integers('-', (a, b) => int64(a - b)),
  integers('*', (a, b) => int64(a * b)),
  integers('/', (a, b) => (b === 0n ? failure('division by zero') : int64(a / b))),
  integers('%', modulo),
  unsigned('+', (a, b) => uint64(a + b)),
  unsigned('-', (a, b) => uint64(a - b)),
  unsigned('*', (a, b) => uint64(a * b)),
  unsigned('/', (a, b) => (b === 0n ? failure('division by zero') : uint64(a / b))),
  unsigned('%', (a, b) => (b === 0n ? failure('modulus by zero') : uint64(a % b))),
  doubles('+', (a, b) => a + b),
  doubles('-', (a, b) => a - b),
  doubles('*', (a, b) => a * b),
  doubles('/', (a, b) => a / b),
  declareFunction('-_', { takes: take1(anyInt), result: types.INT, call: ([value]) => int64(-value) }),
  declareFunction('-_', { takes: take1(anyDouble), result: types.DOUBLE, call: ([value]) => double(-value) }),
  declareFunction('+', { takes: take2(anyString, anyString), result: types.STRING, call: joinTexts }),
  declareFunction('+', { takes: take2(anyBytes, anyBytes), result: types.BYTES, call: joinBytes }),
  declareFunction('+', { takes: take2(anyList, anyList), result: anyList.type, call: joinLists }),
  times('+', { of: [anyDuration, anyDuration], gives: 'duration', as: (a, b) => a + b }),
  times('+', { of: [anyTimestamp, anyDuration], gives: 'timestamp', as: (a, b) => a + b }),
  times('+', { of: [anyDuration, anyTimestamp], gives: 'timestamp', as: (a, b) => a + b }),
  times('-', { of: [anyDuration, anyDuration], gives: 'duration', as: (a, b) => a - b }),
  times('-', { of: [anyTimestamp, anyDuration], gives: 'timestamp', as: (a, b) => a - b }),
  times('-', { of: [anyTimestamp, anyTimestamp], gives: 'duration', as: (a, b) => a - b }),
];

function integers(name: string, as: (left: bigint, right: bigint) => Outcome): Overload {
  return declareFunction(name, { takes: take2(anyInt, anyInt), result: types.INT, call: ([left, right]) => as(left, right) });
}

function unsigned(name: string, as: (left: bigint, right: bigint) => Outcome): Overload {
  return declareFunction(name, { takes: take2(anyUint, anyUint), result: types.UINT, call: ([left, right]) => as(left, right) });
}

function doubles(name: string, as: (left: number, right: number) => number): Overload {
  return declareFunction(name, {
    takes: take2(anyDouble, anyDouble),
    result: types.DOUBLE,
    call: ([left, right]) => double(as(left, right)),
  });
}

type TimeRule = {
  readonly of: readonly [Parameter<bigint>, Parameter<bigint>];
  readonly gives: 'duration' | 'timestamp';
  readonly as: (left: bigint, right: bigint) => bigint;
};

function times(name: string, rule: TimeRule): Overload {
  return declareFunction(name, {
    takes: take2(rule.of[0], rule.of[1]),
    result: rule.gives === 'duration' ? types.DURATION : types.TIMESTAMP,
    call: ([left, right]) => timeOutcome(rule.gives, rule.as(left, right)),
  });
}

function timeOutcome(kind: 'duration' | 'timestamp', nanos: bigint): Outcome {
  const fits = kind === 'duration' ? isDuration(nanos) : isTimestamp(nanos);
  return fits ? { kind, nanos } : failure(`${kind} overflow`);
}

/** As the quotient would overflow, so does the remainder of the least integer and -1. */
function modulo(left: bigint, right: bigint): Outcome {
  if (right === 0n) return failure('modulus by zero');
  const quotient = int64(left / right);
  return quotient.kind === 'failure' ? quotient : int(left % right);
}

function int64(value: bigint): Outcome {
  return BigInt.asIntN(64, value) === value ? int(value) : failure('integer overflow');
}

function uint64(value: bigint): Outcome {
  return BigInt.asUintN(64, value) === value ? uint(value) : failure('unsigned integer overflow');
}

function joinTexts([left, right]: readonly [string, string], { budget }: CallContext): Outcome {
  return budget.spendText(left.length + right.length) ?? string(left + right);
}

function joinBytes([left, right]: readonly [Uint8Array, Uint8Array], { budget }: CallContext): Outcome {
  return budget.spendText(left.length + right.length) ?? { kind: 'bytes', value: Uint8Array.from([...left, ...right]) };
}

function joinLists([left, right]: readonly [ListValue, ListValue], { budget }: CallContext): Outcome {
  const spent = budget.spend(listSize(left) + listSize(right));
  if (spent !== undefined) return spent;
  if (isUnordered(left)) return joinUnordered(left, listItems(right), (a, b) => equalValues(a, b, { budget }));
  return list([...listItems(left), ...listItems(right)]);
}
