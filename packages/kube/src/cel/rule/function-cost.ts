// What the call of a function costs, and how large its result may be.

import type { StaticType } from '../static-type.ts';
import type { Core } from './core-node.ts';
import type { Signature } from './core-signatures.ts';
import type { Range } from './size-range.ts';
import { add, fixed, multiply, scale, UNKNOWN, union } from './size-range.ts';
import { LIST_COST, PER_CHARACTER, PER_PATTERN_CHARACTER } from './unit-cost.ts';

const LONGEST_FORMAT_PATTERN = 128;
const LONGEST_FORMAT_NAME = 64;

export type SizedPart = {
  readonly core: Core;
  readonly type: StaticType | undefined;
  readonly size: Range | undefined;
  /** Of the items of a list, as far as the schema says (`true`), or of the part itself. */
  readonly itemSize: (items: boolean) => Range | undefined;
};

export type Called = {
  readonly name: string;
  readonly overload: Signature;
  readonly target: SizedPart | undefined;
  readonly args: readonly SizedPart[];
  readonly argCosts: readonly Range[];
};

export type CallCost = { readonly cost: Range; readonly size: Range | undefined };

type Own = { readonly cost: Range; readonly size?: Range | undefined };
type Rule = (called: Called) => Own | undefined;

const ONE: Own = { cost: fixed(1) };

export function functionCost(called: Called): CallCost {
  const special = junctorCost(called);
  if (special !== undefined) return special;
  const own = (RULES[called.name] ?? everythingElse)(called) ?? ONE;
  return { cost: add(own.cost, ...called.argCosts), size: own.size };
}

/** Of && || and ?: not all parts may be needed. */
function junctorCost({ name, args, argCosts }: Called): CallCost | undefined {
  const [first = fixed(0), second = fixed(0), third = fixed(0)] = argCosts;
  if (name === '_&&_' || name === '_||_') return { cost: { min: first.min, max: add(first, second).max }, size: undefined };
  if (name !== '_?_:_') return undefined;
  return { cost: add(first, union(second, third)), size: union(sizeOf(args[1]), sizeOf(args[2])) };
}

function everythingElse(): Own {
  return ONE;
}

function sizeOf(part: SizedPart | undefined): Range {
  return part?.size ?? UNKNOWN;
}

function scalarName(type: StaticType | undefined): string {
  return type?.kind === 'scalar' ? type.name : (type?.kind ?? '');
}

/** Goes through the argument or target once. */
function traversal(of: 'target' | 'argument', { factor = PER_CHARACTER, sized = false } = {}): Rule {
  return ({ target, args }) => {
    const part = of === 'target' ? target : args[0];
    if (part === undefined) return undefined;
    const size = sizeOf(part);
    return { cost: scale(size, factor), size: sized ? size : undefined };
  };
}

const ordering: Rule = ({ overload, args }) => {
  const [left] = overload.parameters;
  return ['string', 'bytes'].includes(scalarName(left)) ? compared(args) : ONE;
};

function compared(args: readonly SizedPart[]): Own {
  const most = Math.min(sizeOf(args[0]).max, sizeOf(args[1]).max);
  return { cost: scale({ min: most > 0 ? 1 : 0, max: most }, PER_CHARACTER) };
}

const CONSTANT_EQUALITY = ['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver'];

const equality: Rule = ({ args }) => {
  const [left, right] = args.map(({ type }) => scalarName(type));
  if (left !== right || left === undefined) return compared(args);
  if (CONSTANT_EQUALITY.includes(left)) return ONE;
  if (left === 'kubernetes.NamedFormat') return { cost: scale({ min: 1, max: LONGEST_FORMAT_NAME }, PER_CHARACTER) };
  if (left === 'kubernetes.URL') return { cost: scale({ min: 1, max: args[1]?.size?.max ?? 1 }, PER_CHARACTER) };
  return compared(args);
};

const plus: Rule = ({ overload, args }) => {
  const [left] = overload.parameters;
  const size = add(sizeOf(args[0]), sizeOf(args[1]));
  if (left?.kind === 'list') return { cost: fixed(1), size };
  return ['string', 'bytes'].includes(scalarName(left)) ? { cost: scale(size, PER_CHARACTER), size } : ONE;
};

const membership: Rule = ({ overload, args }) => (overload.parameters[1]?.kind === 'list' ? { cost: sizeOf(args[1]) } : ONE);

const matching: Rule = ({ target, args }) => {
  if (target === undefined) return ONE;
  return { cost: multiply(scale(add(sizeOf(target), fixed(1)), PER_CHARACTER), scale(sizeOf(args[0]), PER_PATTERN_CHARACTER)) };
};

const finding: Rule = (called) => {
  const cost = matching(called)?.cost ?? fixed(1);
  return { cost, size: { min: 0, max: sizeOf(called.target).max } };
};

const containing: Rule = ({ target, args }) => ({
  cost: multiply(scale(sizeOf(target), PER_CHARACTER), scale(sizeOf(args[0]), PER_CHARACTER)),
});

const perItem: Rule = ({ target }) => {
  if (target === undefined) return undefined;
  const { type } = target;
  if (type?.kind !== 'list' && type?.kind !== 'map') return { cost: scale(sizeOf(target), PER_CHARACTER) };
  const item = type.kind === 'list' ? type.element : type.key;
  const text = ['string', 'bytes'].includes(scalarName(item));
  const each = text ? add(fixed(1), scale(target.itemSize(true) ?? UNKNOWN, PER_CHARACTER)) : fixed(1);
  return { cost: multiply(sizeOf(target), each) };
};

const replacing: Rule = ({ target, args }) => {
  const [size, old, replacement] = [sizeOf(target), sizeOf(args[0]), sizeOf(args[1])];
  const most = mostReplaced(size, { old, replacement });
  const least = leastReplaced(size, { old, replacement });
  const result = { min: least.count * replacement.min + least.kept, max: most.count * replacement.max + most.kept };
  return { cost: scale(size, 2 * PER_CHARACTER), size: { min: Math.min(result.min, UNKNOWN.max), max: Math.min(result.max, UNKNOWN.max) } };
};

type Replacing = { readonly old: Range; readonly replacement: Range };
type Replaced = { readonly count: number; readonly kept: number };

function mostReplaced(size: Range, { old, replacement }: Replacing): Replaced {
  if (old.min === 0) return { count: size.max + 1, kept: size.max };
  return replacement.max <= old.min ? { count: 0, kept: size.max } : { count: Math.ceil(size.max / old.min), kept: 0 };
}

function leastReplaced(size: Range, { old, replacement }: Replacing): Replaced {
  if (old.max === 0) return { count: size.min + 1, kept: size.min };
  return old.max <= replacement.min ? { count: 0, kept: size.min } : { count: Math.ceil(size.min / old.max), kept: 0 };
}

const splitting: Rule = ({ target, args }) => {
  const size = sizeOf(target);
  return { cost: scale(size, 2 * PER_CHARACTER), size: { min: 0, max: integerIn(args[1]) ?? size.max } };
};

function integerIn(part: SizedPart | undefined): number | undefined {
  const core = part?.core;
  return core?.kind === 'const' && core.value.kind === 'int' ? Number(core.value.value) : undefined;
}

const joining: Rule = ({ target, args }) => {
  if (target === undefined) return undefined;
  const size = sizeOf(target);
  const items = multiply(size, target.itemSize(true) ?? UNKNOWN);
  const gaps = { min: Math.max(size.min - 1, 0), max: Math.max(size.max - 1, 0) };
  const all = args[0] === undefined ? items : add(items, multiply(sizeOf(args[0]), gaps));
  return { cost: scale(all, PER_CHARACTER), size: all };
};

const ADDRESS: Range = { min: 4, max: 16 };

const containsIp: Rule = ({ overload, args }) => {
  const base = scale(add(ADDRESS, ADDRESS), PER_CHARACTER);
  return { cost: scalarName(overload.parameters[1]) === 'string' ? add(base, scale(sizeOf(args[0]), PER_CHARACTER)) : base };
};

const containsCidr: Rule = (called) => {
  const cost = containsIp(called)?.cost ?? fixed(1);
  return { cost: add(cost, scale(ADDRESS, PER_CHARACTER), fixed(1)) };
};

const readingIp: Rule = (called) => (called.target === undefined ? traversal('argument')(called) : ONE);

const converting: Rule = ({ name, overload, args }) => {
  const from = scalarName(overload.parameters[0]);
  const size = sizeOf(args[0]);
  if (name === 'bytes' && from === 'string') return { cost: scale(size, PER_CHARACTER), size: { min: size.min, max: size.max * 4 } };
  if (name !== 'string' || from !== 'bytes') return ONE;
  return { cost: scale(size, PER_CHARACTER), size: { min: Math.floor(size.min / 4), max: size.max } };
};

const validating: Rule = ({ args }) => ({
  cost: scale(scale(sizeOf(args[0]), PER_CHARACTER), LONGEST_FORMAT_PATTERN * PER_PATTERN_CHARACTER),
});

/** A new list of that size; `work` per item. */
function allocating(size: Range, work = 1): Own {
  return { cost: add(scale(size, work), fixed(1), fixed(LIST_COST)), size };
}

function squared(part: SizedPart | undefined, overload: Signature): Own {
  const size = sizeOf(part);
  const [list] = overload.parameters;
  const text = overload.name !== 'distinct' && list?.kind === 'list' && ['string', 'bytes'].includes(scalarName(list.element));
  return allocating(multiply(size, size), text ? 2 + PER_CHARACTER : 2);
}

const ofSets =
  (factor: number): Rule =>
  ({ args }) => ({ cost: add(scale(multiply(sizeOf(args[0]), sizeOf(args[1])), factor), fixed(1)) });

const RULES: Readonly<Record<string, Rule>> = {
  '_==_': equality,
  '_!=_': ({ args }) => compared(args),
  '_<_': ordering,
  '_<=_': ordering,
  '_>_': ordering,
  '_>=_': ordering,
  '_+_': plus,
  '@in': membership,
  matches: matching,
  find: finding,
  findAll: finding,
  contains: containing,
  startsWith: traversal('argument'),
  endsWith: traversal('argument'),
  format: traversal('target'),
  isSorted: perItem,
  sum: perItem,
  max: perItem,
  min: perItem,
  indexOf: perItem,
  lastIndexOf: perItem,
  url: traversal('argument', { sized: true }),
  lowerAscii: traversal('target', { sized: true }),
  upperAscii: traversal('target', { sized: true }),
  substring: traversal('target', { sized: true }),
  trim: traversal('target', { sized: true }),
  replace: replacing,
  split: splitting,
  join: joining,
  cidr: traversal('argument'),
  isIP: traversal('argument'),
  isCIDR: traversal('argument'),
  ip: readingIp,
  'ip.isCanonical': traversal('argument', { factor: 2 * PER_CHARACTER }),
  containsIP: containsIp,
  containsCIDR: containsCidr,
  quantity: traversal('argument'),
  isQuantity: traversal('argument'),
  semver: traversal('argument'),
  isSemver: traversal('argument'),
  validate: validating,
  bytes: converting,
  string: converting,
  'strings.quote': ({ args }) => {
    const size = sizeOf(args[0]);
    return { cost: scale(size, PER_CHARACTER), size: { min: size.min + 2, max: size.max * 2 + 2 } };
  },
  slice: ({ target, args }) => allocating(fixed((integerIn(args[1]) ?? sizeOf(target).max) - (integerIn(args[0]) ?? 0))),
  'lists.range': ({ args }) => allocating(fixed(integerIn(args[0]) ?? UNKNOWN.max)),
  reverse: ({ target }) => allocating(sizeOf(target)),
  flatten: ({ target, args }) => allocating(sizeOf(target), args.length === 0 ? 1 : (integerIn(args[0]) ?? UNKNOWN.max)),
  distinct: ({ target, overload }) => squared(target, overload),
  sort: ({ target, overload }) => squared(target, overload),
  '@sortByAssociatedKeys': ({ args, overload }) => squared(args[0], overload),
  'sets.contains': ofSets(1),
  'sets.intersects': ofSets(1),
  'sets.equivalent': ofSets(2),
};
