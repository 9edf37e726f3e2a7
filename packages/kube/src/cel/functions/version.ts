// semver() and its methods.

import type { Outcome } from '../cel-value.ts';
import { bool, failure, int } from '../cel-value.ts';
import type { Overload } from '../overload.ts';
import { anyBool, anySemver, anyString, declareFunction, declareMethod, take1, take2 } from '../overload.ts';
import type { InvalidVersion, SemverValue } from '../semantic-version.ts';
import { compareSemver, parseLenientSemver, parseSemver } from '../semantic-version.ts';
import { BOOL, INT, SEMVER } from '../static-type.ts';

export const versionFunctions: readonly Overload[] = [
  declareFunction('semver', { takes: take1(anyString), result: SEMVER, call: ([text]) => toSemver([text, false]) }),
  declareFunction('semver', { takes: take2(anyString, anyBool), result: SEMVER, call: toSemver }),
  declareFunction('isSemver', { takes: take1(anyString), result: BOOL, call: ([text]) => bool(parseSemver(text).kind === 'semver') }),
  declareFunction('isSemver', { takes: take2(anyString, anyBool), result: BOOL, call: (values) => bool(parse(values).kind === 'semver') }),
  declareMethod('major', { takes: take1(anySemver), result: INT, call: ([version]) => number(version.major) }),
  declareMethod('minor', { takes: take1(anySemver), result: INT, call: ([version]) => number(version.minor) }),
  declareMethod('patch', { takes: take1(anySemver), result: INT, call: ([version]) => number(version.patch) }),
  declareMethod('isGreaterThan', {
    takes: take2(anySemver, anySemver),
    result: BOOL,
    call: ([left, right]) => bool(compareSemver(left, right) > 0),
  }),
  declareMethod('isLessThan', {
    takes: take2(anySemver, anySemver),
    result: BOOL,
    call: ([left, right]) => bool(compareSemver(left, right) < 0),
  }),
  declareMethod('compareTo', { takes: take2(anySemver, anySemver), result: INT, call: ([left, right]) => int(compareSemver(left, right)) }),
];

function parse([text, normalize]: readonly [string, boolean]): SemverValue | InvalidVersion {
  return normalize ? parseLenientSemver(text) : parseSemver(text);
}

function toSemver(values: readonly [string, boolean]): Outcome {
  const version = parse(values);
  return version.kind === 'semver' ? version : failure(`the text is not a semantic version: ${version.reason}`);
}

function number(value: bigint): Outcome {
  return BigInt.asIntN(64, value) === value ? int(value) : failure('integer overflow');
}
