// Advice for names that mean nothing: what was probably meant.

import { MACRO_NAMES } from './expand-macro.ts';
import { nearestName } from './nearest-name.ts';
import { FUNCTIONS } from './standard-functions.ts';
import type { StaticType } from './static-type.ts';
import { formatType } from './static-type.ts';

const ROOT_ALIASES = ['self', 'root', 'this', 'obj', 'it', 'item', 'resource', 'target', 'oldSelf', 'oldObject', 'instance', 'cr'];
const TOP_FIELDS = ['apiVersion', 'kind', 'metadata', 'spec', 'status', 'data'];

const CONSTANTS = ['true', 'false', 'null'];
const ROOT_HINT = 'the root object is called object';
const SIZE_HINT = 'use size(): size(object.spec.list)';
const HAS_HINT = 'use has(): has(object.status.phase)';
const EMPTY_HINT = 'compare the size: size(object.spec.list) == 0';
const EXISTS_HINT = 'use exists(): object.status.conditions.exists(c, c.type == "Ready")';
const CLOCK_HINT = 'an expression sees the object only, not the time';
const DEFAULT_HINT = 'read the field as an optional: object.?status.?phase.orValue("")';

const FUNCTION_HINTS: { readonly [name: string]: string } = {
  len: SIZE_HINT,
  length: SIZE_HINT,
  count: SIZE_HINT,
  empty: EMPTY_HINT,
  isempty: EMPTY_HINT,
  exists: HAS_HINT,
  defined: HAS_HINT,
  isset: HAS_HINT,
  present: HAS_HINT,
  any: EXISTS_HINT,
  some: EXISTS_HINT,
  every: 'use all(): object.status.conditions.all(c, c.status == "True")',
  includes: 'use contains() for texts, in for lists and maps',
  has: 'use "key" in map, or has(object.status.phase)',
  now: CLOCK_HINT,
  today: CLOCK_HINT,
  tolower: 'use lowerAscii()',
  tolowercase: 'use lowerAscii()',
  lower: 'use lowerAscii()',
  toupper: 'use upperAscii()',
  touppercase: 'use upperAscii()',
  upper: 'use upperAscii()',
  default: DEFAULT_HINT,
  coalesce: DEFAULT_HINT,
  orelse: DEFAULT_HINT,
  regex: 'use matches(): object.metadata.name.matches("^db-")',
  match: 'use matches(): object.metadata.name.matches("^db-")',
  like: 'use matches(): object.metadata.name.matches("^db-")',
  tostring: 'use string()',
  str: 'use string()',
  toint: 'use int()',
  parseint: 'use int()',
  number: 'use int() or double()',
  float: 'use double()',
  date: 'use timestamp()',
  authorizer: 'the authorizer is not available: an expression sees the object only',
};

/** Advice for an undeclared name, given the names that are declared, the innermost first. */
export function hintForName(name: string, declared: readonly string[]): string {
  const hasObject = declared.includes('object');
  if (hasObject && ROOT_ALIASES.includes(name)) return ROOT_HINT;
  if (hasObject && TOP_FIELDS.includes(name)) return `write object.${name}`;
  if (name === 'authorizer' || name === 'request') return 'an expression sees the object only, not a request';
  const near = nearestName(name, [...declared, ...CONSTANTS]);
  if (near !== undefined) return `did you mean ${near}?`;
  if (FUNCTIONS.has(name)) return `${name} is a function: ${name}(…)`;
  const names = hasObject && declared.length === 1 ? ROOT_HINT : `declared are ${declared.toSorted().join(', ')}`;
  return `${names}; a text stands in quotes: "${name}"`;
}

/** Advice for a field that a known form has not. */
export function hintForField(name: string, fields: ReadonlyMap<string, StaticType>): string {
  const near = nearestName(name, fields.keys());
  return `${near === undefined ? '' : `did you mean ${near}? `}there are ${fieldsText(fields)}`;
}

/** Fields as messages list them: 'name (string), time (string)'. */
export function fieldsText(fields: ReadonlyMap<string, StaticType>): string {
  return [...fields].map(([field, type]) => `${field} (${formatType(type)})`).join(', ');
}

/** Advice for an unknown function. */
export function hintForFunction(name: string, style: 'function' | 'method'): string {
  const known = knownHint(name);
  if (known !== undefined) return known;
  const named = [...FUNCTIONS].filter(([candidate]) => /^[A-Za-z]/.test(candidate));
  const sameStyle = named.filter(([, overloads]) => overloads.some((overload) => overload.style === style));
  const near = nearestName(name, [...sameStyle.map(([candidate]) => candidate), ...MACRO_NAMES]) ?? nearestName(name, FUNCTIONS.keys());
  return near === undefined ? "functions are CEL's own and those of Kubernetes 1.35" : `did you mean ${near}()?`;
}

function knownHint(name: string): string | undefined {
  const [first = '', ...rest] = name.toLowerCase().split('.');
  const key = rest.length === 0 || first === 'authorizer' ? first : name.toLowerCase();
  return Object.hasOwn(FUNCTION_HINTS, key) ? FUNCTION_HINTS[key] : undefined;
}
