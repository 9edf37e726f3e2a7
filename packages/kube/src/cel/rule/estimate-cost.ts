// The most that an expression may cost, estimated before it ever runs, in the units of the API server.

import type { StaticType } from '../static-type.ts';
import type { CheckedCore } from './check-core.ts';
import type { CallCore, Core, FoldCore, ListCore, MapCore } from './core-node.ts';
import { ACCUMULATOR } from './core-node.ts';
import type { DeclaredType } from './declared-type.ts';
import type { SizedPart } from './function-cost.ts';
import { functionCost } from './function-cost.ts';
import type { Range } from './size-range.ts';
import { add, fixed, multiply, UNKNOWN, union } from './size-range.ts';
import { LIST_COST, MAP_COST } from './unit-cost.ts';

/** `self`: the type of the variables self and oldSelf. */
export function estimateCost(checked: CheckedCore, self: DeclaredType): Range {
  return new Estimator(checked, self).cost(checked.root);
}

type Path = readonly string[];
/** Sizes of what a list or map holds. */
type EntrySize = { readonly container: 'list' | 'map'; readonly key: Range; readonly value: Range };
type Local = { readonly path: Path; readonly size: Range | undefined; readonly entry: EntrySize | undefined };

const FREE = fixed(0);
const ONE = fixed(1);

class Estimator {
  readonly #checked: CheckedCore;
  readonly #self: DeclaredType;
  readonly #paths = new Map<Core, Path>();
  readonly #sizes = new Map<Core, Range>();
  readonly #entries = new Map<Core, EntrySize>();
  readonly #locals = new Map<string, Local[]>();

  constructor(checked: CheckedCore, self: DeclaredType) {
    this.#checked = checked;
    this.#self = self;
  }

  cost(core: Core): Range {
    switch (core.kind) {
      case 'const':
        return FREE;
      case 'ident':
        this.#paths.set(core, this.#local(core.name)?.path ?? [core.name]);
        return ONE;
      case 'select':
        return this.#select(core);
      case 'call':
        return this.#call(core);
      case 'list':
        return this.#list(core);
      case 'map':
        return this.#map(core);
      case 'fold':
        return core.range.kind === 'list' && core.range.items.length === 0 && core.accu !== ACCUMULATOR
          ? this.#bind(core)
          : this.#fold(core);
    }
  }

  #local(name: string): Local | undefined {
    return this.#locals.get(name)?.at(-1);
  }

  #push(name: string, local: Local): void {
    this.#locals.set(name, [...(this.#locals.get(name) ?? []), local]);
  }

  #pop(name: string): void {
    this.#locals.set(name, (this.#locals.get(name) ?? []).slice(0, -1));
  }

  #typeOf(core: Core): StaticType | undefined {
    return this.#checked.types.get(core);
  }

  /** Whether a field is there is free. */
  #select(core: Core & { readonly kind: 'select' }): Range {
    const operand = this.cost(core.operand);
    if (core.test) return operand;
    const kind = this.#typeOf(core.operand)?.kind ?? '';
    this.#paths.set(core, [...this.#pathOf(core.operand), core.field]);
    return ['map', 'object', 'parameter'].includes(kind) ? add(operand, ONE) : operand;
  }

  #pathOf(core: Core): Path {
    const local = core.kind === 'ident' ? this.#local(core.name) : undefined;
    return local?.path ?? this.#paths.get(core) ?? [];
  }

  #call(core: CallCore): Range {
    const [first] = core.args;
    if (core.name === 'dyn' && first !== undefined) return this.#dyn(core, first);
    const argCosts = core.args.map((arg) => this.cost(arg));
    const args = core.args.map((arg) => this.#sized(arg));
    const overloads = this.#checked.overloads.get(core) ?? [];
    if (overloads.length === 0) return FREE;
    const method = this.#checked.qualified.has(core) ? undefined : core.target;
    const targetCost = method === undefined ? FREE : this.cost(method);
    const target = method === undefined ? undefined : this.#sized(method);
    const name = this.#checked.qualified.get(core) ?? core.name;
    const estimates = overloads.map((overload) => functionCost({ name, overload, target, args, argCosts }));
    this.#noteResult(
      core,
      estimates.map(({ size }) => size),
    );
    return add(
      targetCost,
      estimates.map(({ cost }) => cost).reduce((sum, next) => union(sum, next)),
    );
  }

  #noteResult(core: CallCore, sizes: readonly (Range | undefined)[]): void {
    this.#noteIndexed(core);
    this.#noteEntries(core);
    const size = this.#indexedSize(core) ?? sizes.reduce(joinSizes, undefined) ?? this.#sizeOf(core);
    if (size !== undefined) this.#sizes.set(core, size);
  }

  #dyn(core: CallCore, arg: Core): Range {
    const cost = this.cost(arg);
    this.#copySizes(core, arg);
    return add(cost, ONE);
  }

  #copySizes(core: Core, from: Core): void {
    const [size, entry] = [this.#sizeOf(from), this.#entryOf(from)];
    if (size !== undefined) this.#sizes.set(core, size);
    if (entry !== undefined) this.#entries.set(core, entry);
  }

  #noteIndexed(core: CallCore): void {
    const [container] = core.args;
    if (core.name !== '_[_]' || container === undefined) return;
    const kind = this.#typeOf(container)?.kind;
    if (kind === 'list') this.#paths.set(core, [...this.#pathOf(container), '@items']);
    if (kind === 'map' || kind === 'dyn') this.#paths.set(core, [...this.#pathOf(container), '@values']);
  }

  #indexedSize(core: CallCore): Range | undefined {
    const [container] = core.args;
    return core.name === '_[_]' && container !== undefined ? this.#entryOf(container)?.value : undefined;
  }

  /** Of what is joined or chosen from. */
  #noteEntries(core: CallCore): void {
    const [first, second, third] = core.args;
    const [left, right] = core.name === '_?_:_' ? [second, third] : [first, second];
    if ((core.name !== '_?_:_' && core.name !== '_+_') || left === undefined || right === undefined) return;
    const [a, b] = [this.#entryOf(left), this.#entryOf(right)];
    if (a === undefined || b === undefined) return;
    this.#entries.set(core, { container: a.container, key: union(a.key, b.key), value: union(a.value, b.value) });
  }

  #list(core: ListCore): Range {
    const costs = core.items.map(({ value }) => this.cost(value));
    const value = this.#rangeOf(core.items.map((item) => item.value));
    this.#entries.set(core, { container: 'list', key: ONE, value });
    return add(...costs, fixed(LIST_COST));
  }

  #map(core: MapCore): Range {
    const costs = core.entries.flatMap(({ key, value }) => [this.cost(key), this.cost(value)]);
    const key = this.#rangeOf(core.entries.map((entry) => entry.key));
    const value = this.#rangeOf(core.entries.map((entry) => entry.value));
    this.#entries.set(core, { container: 'map', key, value });
    return add(...costs, fixed(MAP_COST));
  }

  /** The sizes of all of them. */
  #rangeOf(cores: readonly Core[]): Range {
    return cores
      .map((core) => this.#sizeOf(core) ?? UNKNOWN)
      .reduce((sum, next) => union(sum, next), { min: cores.length === 0 ? 0 : UNKNOWN.max, max: 0 });
  }

  #bind(core: FoldCore): Range {
    const before = add(this.cost(core.range), this.cost(core.init));
    this.#push(core.accu, { path: this.#pathOf(core.init), size: this.#sizeOf(core.init), entry: this.#entryOf(core.init) });
    const result = this.cost(core.result);
    this.#pop(core.accu);
    this.#copySizes(core, core.result);
    return add(before, result);
  }

  #fold(core: FoldCore): Range {
    const before = add(this.cost(core.range), this.cost(core.init));
    this.#push(core.accu, { path: this.#pathOf(core.init), size: this.#sizeOf(core.init), entry: this.#entryOf(core.init) });
    this.#pushVariables(core);
    const round = add(this.cost(core.condition), this.cost(core.step));
    for (const name of core.variables) this.#pop(name);
    const result = this.cost(core.result);
    this.#pop(core.accu);
    const count = this.#sizeOf(core.range) ?? UNKNOWN;
    this.#noteFold(core, count);
    return add(before, result, multiply(count, round));
  }

  #noteFold(core: FoldCore, count: Range): void {
    const init = core.init.kind === 'const' ? this.#sizeOf(core.init) : undefined;
    if (init !== undefined) this.#sizes.set(core, init);
    if (core.init.kind !== 'list' && core.init.kind !== 'map') return;
    this.#sizes.set(core, count);
    const entry = this.#entryOf(core.step);
    if (entry !== undefined) this.#entries.set(core, entry);
  }

  #pushVariables({ range, variables }: FoldCore): void {
    const entry = this.#entryOf(range);
    const isList = (entry?.container ?? this.#typeOf(range)?.kind) === 'list';
    const path = this.#pathOf(range);
    const [first, second] = variables;
    const single = isList ? { step: '@items', size: entry?.value } : { step: '@keys', size: entry?.key };
    const key = isList ? { step: '@indices', size: entry?.key } : { step: '@keys', size: entry?.key };
    const own = second === undefined ? single : key;
    this.#push(first, { path: [...path, own.step], size: own.size, entry: undefined });
    if (second !== undefined) this.#push(second, { path: [...path, isList ? '@items' : '@values'], size: entry?.value, entry: undefined });
  }

  #sized(core: Core): SizedPart {
    const path = this.#pathOf(core);
    return {
      core,
      type: this.#typeOf(core),
      size: this.#sizeOf(core),
      itemSize: (declared) =>
        this.#declaredSize([...(path[0] === ACCUMULATOR ? [] : path), ...(declared && path.length > 0 ? ['@items'] : [])]),
    };
  }

  #sizeOf(core: Core): Range | undefined {
    const known = this.#sizes.get(core) ?? literalSize(core);
    if (known !== undefined) return known;
    const declared = this.#declaredSize(this.#pathOf(core));
    if (declared !== undefined) {
      this.#sizes.set(core, declared);
      return declared;
    }
    if (isScalar(this.#typeOf(core))) return ONE;
    return core.kind === 'ident' ? this.#local(core.name)?.size : undefined;
  }

  #entryOf(core: Core): EntrySize | undefined {
    return this.#entries.get(core) ?? (core.kind === 'ident' ? this.#local(core.name)?.entry : undefined);
  }

  #declaredSize(path: Path): Range | undefined {
    if (path.length === 0) return undefined;
    let current: DeclaredType | undefined = this.#self;
    for (const step of path.slice(1)) current = current === undefined ? undefined : declaredStep(current, step);
    return current === undefined ? undefined : { min: 0, max: current.maxElements };
  }
}

function declaredStep(declared: DeclaredType, step: string): DeclaredType | undefined {
  if (step === '@items' || step === '@values') return declared.element;
  return step === '@keys' ? declared.key : declared.fields.get(step);
}

function literalSize(core: Core): Range | undefined {
  if (core.kind === 'list') return fixed(core.items.length);
  if (core.kind === 'map') return fixed(core.entries.length);
  if (core.kind !== 'const') return undefined;
  const { value } = core;
  if (value.kind === 'string') return fixed([...value.value].length);
  return fixed(value.kind === 'bytes' ? value.value.length : 1);
}

const SCALARS = ['bool', 'double', 'int', 'uint', 'google.protobuf.Duration', 'google.protobuf.Timestamp'];

function isScalar(type: StaticType | undefined): boolean {
  if (type?.kind === 'optional') return isScalar(type.inner);
  return type?.kind === 'scalar' && SCALARS.includes(type.name);
}

function joinSizes(left: Range | undefined, right: Range | undefined): Range | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return union(left, right);
}
