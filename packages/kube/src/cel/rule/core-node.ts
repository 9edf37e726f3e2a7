// An expression with its macros written out, as the API server checks it and estimates its cost: comprehensions are folds, operators are calls
// of functions with the API server's names.

import type { CelValue } from '../cel-value.ts';

type At = { readonly at: number };

export type ConstCore = At & { readonly kind: 'const'; readonly value: CelValue };
export type IdentCore = At & { readonly kind: 'ident'; readonly name: string };
/** `test`: whether only the presence of the field counts. */
export type SelectCore = At & { readonly kind: 'select'; readonly operand: Core; readonly field: string; readonly test: boolean };
export type CallCore = At & {
  readonly kind: 'call';
  readonly name: string;
  /** Of a method. */
  readonly target: Core | undefined;
  readonly args: readonly Core[];
};
export type PartCore = { readonly value: Core; readonly optional: boolean };
export type EntryCore = PartCore & { readonly key: Core };
export type ListCore = At & { readonly kind: 'list'; readonly items: readonly PartCore[] };
export type MapCore = At & { readonly kind: 'map'; readonly entries: readonly EntryCore[] };
/** accu = init; for the variables of each item of the range, while the condition holds: accu = step; then the result. */
export type FoldCore = At & {
  readonly kind: 'fold';
  readonly range: Core;
  readonly variables: readonly [string] | readonly [string, string];
  readonly accu: string;
  readonly init: Core;
  readonly condition: Core;
  readonly step: Core;
  readonly result: Core;
};

export type Core = ConstCore | IdentCore | SelectCore | CallCore | ListCore | MapCore | FoldCore;

/** The accumulator of all macros that go through a range. */
export const ACCUMULATOR = '@result';

/** The parts directly inside a part. */
export function coreParts(core: Core): readonly Core[] {
  switch (core.kind) {
    case 'const':
    case 'ident':
      return [];
    case 'select':
      return [core.operand];
    case 'call':
      return core.target === undefined ? core.args : [core.target, ...core.args];
    case 'list':
      return core.items.map(({ value }) => value);
    case 'map':
      return core.entries.flatMap(({ key, value }) => [key, value]);
    case 'fold':
      return [core.range, core.init, core.condition, core.step, core.result];
  }
}

/** A part and all parts inside of it. */
export function allCores(core: Core): readonly Core[] {
  return [core, ...coreParts(core).flatMap(allCores)];
}
