// How functions are declared: a name, a style, the types of the arguments (the receiver of a method first) and what is done with them. The same
// declaration serves the check before evaluation and the choice at run time.

import type { Quantity } from '../quantity.ts';
import type { CelValue, FormatValue, ListValue, MapValue, OptionalValue, Outcome } from './cel-value.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';
import type { CidrValue, IpValue } from './ip-address.ts';
import type { Meter } from './meter.ts';
import type { Pattern } from './re2-pattern.ts';
import type { UrlValue } from './request-url.ts';
import type { SemverValue } from './semantic-version.ts';
import type { StaticType } from './static-type.ts';
import * as types from './static-type.ts';

/** What one evaluation keeps: its budget and the regular expressions it has compiled. */
export type CallContext = {
  readonly budget: EvaluationBudget;
  readonly patterns: Map<string, Pattern>;
  /** Counts costs, of rules. */
  readonly meter?: Meter;
  /** Functions beside the standard ones, by name. */
  readonly library?: ReadonlyMap<string, readonly Overload[]>;
};

export type Overload = {
  readonly name: string;
  /** function: f(a, b); method: a.f(b). */
  readonly style: 'function' | 'method';
  readonly parameters: readonly StaticType[];
  readonly result: StaticType;
  /** The result, or undefined where the values are not of these types. */
  readonly call: (values: readonly CelValue[], context: CallContext) => Outcome | undefined;
};

/** A type together with the way to take a value of it. */
export type Parameter<T> = { readonly type: StaticType; readonly take: (value: CelValue | undefined) => T | undefined };

export const anyBool: Parameter<boolean> = { type: types.BOOL, take: (value) => (value?.kind === 'bool' ? value.value : undefined) };
export const anyInt: Parameter<bigint> = { type: types.INT, take: (value) => (value?.kind === 'int' ? value.value : undefined) };
export const anyUint: Parameter<bigint> = { type: types.UINT, take: (value) => (value?.kind === 'uint' ? value.value : undefined) };
export const anyDouble: Parameter<number> = { type: types.DOUBLE, take: (value) => (value?.kind === 'double' ? value.value : undefined) };
export const anyString: Parameter<string> = { type: types.STRING, take: (value) => (value?.kind === 'string' ? value.value : undefined) };
export const anyBytes: Parameter<Uint8Array> = { type: types.BYTES, take: (value) => (value?.kind === 'bytes' ? value.value : undefined) };
export const anyTimestamp: Parameter<bigint> = {
  type: types.TIMESTAMP,
  take: (value) => (value?.kind === 'timestamp' ? value.nanos : undefined),
};
export const anyDuration: Parameter<bigint> = {
  type: types.DURATION,
  take: (value) => (value?.kind === 'duration' ? value.nanos : undefined),
};
export const anyQuantity: Parameter<Quantity> = { type: types.QUANTITY, take: (value) => (value?.kind === 'quantity' ? value : undefined) };
export const anyUrl: Parameter<UrlValue> = { type: types.URL_TYPE, take: (value) => (value?.kind === 'url' ? value : undefined) };
export const anyIp: Parameter<IpValue> = { type: types.IP, take: (value) => (value?.kind === 'ip' ? value : undefined) };
export const anyCidr: Parameter<CidrValue> = { type: types.CIDR, take: (value) => (value?.kind === 'cidr' ? value : undefined) };
export const anyFormat: Parameter<FormatValue> = { type: types.FORMAT, take: (value) => (value?.kind === 'format' ? value : undefined) };
export const anySemver: Parameter<SemverValue> = { type: types.SEMVER, take: (value) => (value?.kind === 'semver' ? value : undefined) };

const T = types.parameter('T');

export const anyValue: Parameter<CelValue> = { type: T, take: (value) => value };
export const anyOptional: Parameter<OptionalValue> = {
  type: types.optionalOf(T),
  take: (value) => (value?.kind === 'optional' ? value : undefined),
};
export const anyMap: Parameter<MapValue> = {
  type: types.mapOf(types.parameter('K'), types.parameter('V')),
  take: (value) => (value?.kind === 'map' ? value : undefined),
};

/** A list whose items have the given type as far as it is known before evaluation; the items themselves are not looked at. */
export function anyListOf(element: StaticType): Parameter<ListValue> {
  return { type: types.listOf(element), take: (value) => (value?.kind === 'list' ? value : undefined) };
}

export const anyList: Parameter<ListValue> = anyListOf(T);

/** Takes the arguments of a call as a tuple. */
type Taker<A> = { readonly types: readonly StaticType[]; readonly take: (values: readonly CelValue[]) => A | undefined };

export const takeNothing: Taker<readonly []> = { types: [], take: () => [] };

export function take1<A>(a: Parameter<A>): Taker<readonly [A]> {
  return {
    types: [a.type],
    take: (values) => {
      const first = a.take(values[0]);
      return first === undefined ? undefined : [first];
    },
  };
}

export function take2<A, B>(a: Parameter<A>, b: Parameter<B>): Taker<readonly [A, B]> {
  return {
    types: [a.type, b.type],
    take: (values) => {
      const [first, second] = [a.take(values[0]), b.take(values[1])];
      return first === undefined || second === undefined ? undefined : [first, second];
    },
  };
}

export function take3<A, B, C>(a: Parameter<A>, b: Parameter<B>, c: Parameter<C>): Taker<readonly [A, B, C]> {
  const front = take2(a, b);
  return {
    types: [...front.types, c.type],
    take: (values) => {
      const [taken, third] = [front.take(values), c.take(values[2])];
      return taken === undefined || third === undefined ? undefined : [...taken, third];
    },
  };
}

/** Three parameters and an integer: the longest signature there is. */
export function take3AndInt<A, B, C>(a: Parameter<A>, b: Parameter<B>, c: Parameter<C>): Taker<readonly [A, B, C, bigint]> {
  const front = take3(a, b, c);
  return {
    types: [...front.types, types.INT],
    take: (values) => {
      const [taken, last] = [front.take(values), anyInt.take(values[3])];
      return taken === undefined || last === undefined ? undefined : [...taken, last];
    },
  };
}

type Declaration<A> = {
  readonly takes: Taker<A>;
  readonly result: StaticType;
  readonly call: (values: A, context: CallContext) => Outcome;
};

export function declareFunction<A>(name: string, declaration: Declaration<A>): Overload {
  return declare('function', { name, ...declaration });
}

export function declareMethod<A>(name: string, declaration: Declaration<A>): Overload {
  return declare('method', { name, ...declaration });
}

function declare<A>(style: Overload['style'], declaration: Declaration<A> & { readonly name: string }): Overload {
  const { name, takes, result, call } = declaration;
  return {
    name,
    style,
    parameters: takes.types,
    result,
    call: (values, context) => {
      const taken = takes.take(values);
      return taken === undefined ? undefined : call(taken, context);
    },
  };
}
