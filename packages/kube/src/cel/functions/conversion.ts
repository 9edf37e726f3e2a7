// int() uint() double() string() bytes() bool() duration() timestamp() dyn() type() and size().

import type { Outcome } from '../cel-value.ts';
import { bool, double, failure, int, string, uint } from '../cel-value.ts';
import type { EvaluationBudget } from '../evaluation-budget.ts';
import { listSize } from '../list-value.ts';
import { mapSize } from '../map-value.ts';
import { formatDouble, parseDouble, parseInt64, parseUint64 } from '../number-text.ts';
import type { CallContext, Overload, Parameter } from '../overload.ts';
import {
  anyBool,
  anyBytes,
  anyDouble,
  anyDuration,
  anyInt,
  anyList,
  anyMap,
  anyString,
  anyTimestamp,
  anyUint,
  anyValue,
  declareFunction,
  declareMethod,
  take1,
} from '../overload.ts';
import type { StaticType } from '../static-type.ts';
import * as types from '../static-type.ts';
import { formatDuration, formatTimestamp, isTimestamp, parseDuration, parseTimestamp } from '../time-text.ts';
import { typeNameOf } from '../type-name.ts';
import { decodeUtf8, encodeUtf8 } from '../utf8.ts';

const NANOS_PER_SECOND = 1_000_000_000n;
const TRUE_TEXTS = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE_TEXTS = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

export const conversionFunctions: readonly Overload[] = [
  convert('int', { from: anyInt, to: types.INT, as: int }),
  convert('int', { from: anyUint, to: types.INT, as: (value) => int64(value) }),
  convert('int', { from: anyDouble, to: types.INT, as: doubleToInt }),
  convert('int', { from: anyString, to: types.INT, as: (text) => parsed('int', { value: parseInt64(text), wrap: int }) }),
  convert('int', { from: anyTimestamp, to: types.INT, as: (nanos) => int(floorSeconds(nanos)) }),
  convert('int', { from: anyDuration, to: types.INT, as: int }),
  convert('uint', { from: anyUint, to: types.UINT, as: uint }),
  convert('uint', { from: anyInt, to: types.UINT, as: (value) => uint64(value) }),
  convert('uint', { from: anyDouble, to: types.UINT, as: doubleToUint }),
  convert('uint', { from: anyString, to: types.UINT, as: (text) => parsed('uint', { value: parseUint64(text), wrap: uint }) }),
  convert('double', { from: anyDouble, to: types.DOUBLE, as: double }),
  convert('double', { from: anyInt, to: types.DOUBLE, as: (value) => double(Number(value)) }),
  convert('double', { from: anyUint, to: types.DOUBLE, as: (value) => double(Number(value)) }),
  convert('double', { from: anyString, to: types.DOUBLE, as: (text) => parsed('double', { value: parseDouble(text), wrap: double }) }),
  convert('string', { from: anyString, to: types.STRING, as: string }),
  convert('string', { from: anyBool, to: types.STRING, as: (value) => string(String(value)) }),
  convert('string', { from: anyInt, to: types.STRING, as: (value) => string(value.toString()) }),
  convert('string', { from: anyUint, to: types.STRING, as: (value) => string(value.toString()) }),
  convert('string', { from: anyDouble, to: types.STRING, as: (value) => string(formatDouble(value)) }),
  convert('string', { from: anyBytes, to: types.STRING, as: textOf }),
  convert('string', { from: anyTimestamp, to: types.STRING, as: (nanos) => string(formatTimestamp(nanos)) }),
  convert('string', { from: anyDuration, to: types.STRING, as: (nanos) => string(formatDuration(nanos)) }),
  convert('bytes', { from: anyBytes, to: types.BYTES, as: (value) => ({ kind: 'bytes', value }) }),
  convert('bytes', {
    from: anyString,
    to: types.BYTES,
    as: (text, { budget }) => budget.spendText(text.length) ?? { kind: 'bytes', value: encodeUtf8(text) },
  }),
  convert('bool', { from: anyBool, to: types.BOOL, as: bool }),
  convert('bool', { from: anyString, to: types.BOOL, as: truthOf }),
  convert('duration', { from: anyDuration, to: types.DURATION, as: (nanos) => ({ kind: 'duration', nanos }) }),
  convert('duration', { from: anyInt, to: types.DURATION, as: (nanos) => ({ kind: 'duration', nanos }) }),
  convert('duration', { from: anyString, to: types.DURATION, as: toDuration }),
  convert('timestamp', { from: anyTimestamp, to: types.TIMESTAMP, as: (nanos) => ({ kind: 'timestamp', nanos }) }),
  convert('timestamp', { from: anyInt, to: types.TIMESTAMP, as: fromSeconds }),
  convert('timestamp', { from: anyString, to: types.TIMESTAMP, as: toTimestamp }),
  convert('dyn', { from: anyValue, to: types.DYN, as: (value) => value }),
  convert('type', { from: anyValue, to: types.TYPE, as: (value) => ({ kind: 'type', name: typeNameOf(value) }) }),
  ...size(anyString, (text, { budget }) => budget.spendText(text.length) ?? int(codePointCount(text))),
  ...size(anyBytes, (bytes) => int(bytes.length)),
  ...size(anyList, (list) => int(listSize(list))),
  ...size(anyMap, (map, { budget }) => countKeys(mapSize(map), budget)),
];

type Conversion<T> = { readonly from: Parameter<T>; readonly to: StaticType; readonly as: (value: T, context: CallContext) => Outcome };

function convert<T>(name: string, conversion: Conversion<T>): Overload {
  const { from, to, as } = conversion;
  return declareFunction(name, { takes: take1(from), result: to, call: ([value], context) => as(value, context) });
}

function size<T>(of: Parameter<T>, as: (value: T, context: CallContext) => Outcome): readonly Overload[] {
  const declaration = { takes: take1(of), result: types.INT, call: ([value]: readonly [T], context: CallContext) => as(value, context) };
  return [declareFunction('size', declaration), declareMethod('size', declaration)];
}

/** Counting keys takes time, other than the length of a list. */
function countKeys(count: number, budget: EvaluationBudget): Outcome {
  return budget.spend(count) ?? int(count);
}

function codePointCount(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function int64(value: bigint): Outcome {
  return BigInt.asIntN(64, value) === value ? int(value) : failure('integer overflow');
}

function uint64(value: bigint): Outcome {
  return BigInt.asUintN(64, value) === value ? uint(value) : failure('unsigned integer overflow');
}

/** As in Kubernetes the least integer is out of reach. */
function doubleToInt(value: number): Outcome {
  return Math.abs(value) < 2 ** 63 ? int(BigInt(Math.trunc(value))) : failure('integer overflow');
}

function doubleToUint(value: number): Outcome {
  return value >= 0 && value < 2 ** 64 ? uint(BigInt(Math.trunc(value))) : failure('unsigned integer overflow');
}

type Parsed<T> = { readonly value: T | undefined; readonly wrap: (value: T) => Outcome };

/** Messages never show the text: it may come from an object. */
function parsed<T>(type: string, { value, wrap }: Parsed<T>): Outcome {
  return value === undefined ? failure(`the text is not ${type === 'int' ? 'an' : 'a'} ${type}`, conversionError(type)) : wrap(value);
}

function conversionError(type: string): string {
  return `type conversion error from 'string' to '${type}'`;
}

function textOf(bytes: Uint8Array, { budget }: CallContext): Outcome {
  const spent = budget.spendText(bytes.length);
  if (spent !== undefined) return spent;
  const text = decodeUtf8(bytes);
  return text === undefined ? failure('the bytes are not UTF-8') : string(text);
}

function truthOf(text: string): Outcome {
  if (TRUE_TEXTS.includes(text)) return bool(true);
  return FALSE_TEXTS.includes(text) ? bool(false) : failure('the text is not a bool', conversionError('bool'));
}

function toDuration(text: string): Outcome {
  const nanos = parseDuration(text);
  return nanos === undefined
    ? failure('the text is not a duration such as 1h30m or 1.5s', conversionError('google.protobuf.Duration'))
    : { kind: 'duration', nanos };
}

function toTimestamp(text: string): Outcome {
  const nanos = parseTimestamp(text);
  return nanos === undefined
    ? failure('the text is not a time such as 2024-01-31T12:00:00Z', conversionError('google.protobuf.Timestamp'))
    : { kind: 'timestamp', nanos };
}

function fromSeconds(seconds: bigint): Outcome {
  const nanos = seconds * NANOS_PER_SECOND;
  return isTimestamp(nanos) ? { kind: 'timestamp', nanos } : failure('timestamp overflow');
}

function floorSeconds(nanos: bigint): bigint {
  return nanos < 0n && nanos % NANOS_PER_SECOND !== 0n ? nanos / NANOS_PER_SECOND - 1n : nanos / NANOS_PER_SECOND;
}
