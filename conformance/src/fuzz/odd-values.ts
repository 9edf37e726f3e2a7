// Values that programs stumble over.
import type { Json, JsonObject } from '@rectrace/kube';
import type { Chance } from '../differential/random/chance.ts';

/** Keys that mean something to JavaScript, and some that mean something to Kubernetes. */
export const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '$patch',
  '$setElementOrder/containers',
  '$retainKeys',
  '',
  '.',
  'f:',
  'k:{"name":"a"}',
  '日本',
  '\u0000',
  '\ud800',
  'a'.repeat(300),
];

const ODD_TEXTS = [
  ...ODD_KEYS,
  'null',
  '\r\nX-Injected: yes',
  '%0d%0aX-Injected: yes',
  "'; DROP TABLE pods; --",
  '{{7*7}}',
  '../../../../etc/passwd',
  '\u202e\ufeff',
  'é'.repeat(70),
  'a,b,c',
  'a=b,c!=d,e in (f,g)',
  '2147483648',
  '-1',
  '1e999',
  '0x10',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '1Ei',
  '9223372036854775808Ei',
];

/** As they stand in JSON. */
export const ODD_NUMBERS = [
  '0',
  '-0',
  '1e308',
  '1e400',
  '-1e400',
  '5e-324',
  '1e-400',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '0.1',
  '1.0',
  '1E5',
  `1${'0'.repeat(400)}`,
  `0.${'0'.repeat(400)}1`,
];

export function oddText(chance: Chance): string {
  return chance.happens(0.05) ? chance.pick(['a', 'b.', '-', 'é']).repeat(1 + chance.below(20_000)) : chance.pick(ODD_TEXTS);
}

/** Any value, nested a little. */
export function oddValue(chance: Chance, depth = 3): Json {
  if (depth > 0 && chance.happens(0.4)) return chance.happens(0.5) ? oddObject(chance, depth) : oddList(chance, depth);
  const scalars: readonly (() => Json)[] = [
    () => oddText(chance),
    () => chance.pick([null, true, false]),
    () => chance.pick([0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]),
    () => 2n ** BigInt(chance.below(200)),
  ];
  return chance.pick(scalars)();
}

function oddObject(chance: Chance, depth: number): JsonObject {
  const entries = Array.from({ length: chance.below(4) }, () => [chance.pick(ODD_KEYS), oddValue(chance, depth - 1)] as const);
  return Object.fromEntries(entries);
}

function oddList(chance: Chance, depth: number): readonly Json[] {
  return Array.from({ length: chance.below(4) }, () => oddValue(chance, depth - 1));
}

export function randomBytes(chance: Chance, most: number): Buffer {
  return Buffer.from(Array.from({ length: chance.below(most) }, () => chance.below(256)));
}
