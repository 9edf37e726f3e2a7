// The functions that expressions may call, under the API server's names.

import { authorizerFunctions } from '../functions/authorizer.ts';
import type { Overload } from '../overload.ts';
import { FUNCTIONS } from '../standard-functions.ts';
import type { StaticType } from '../static-type.ts';
import { BOOL, INT, listOf, mapOf, optionalOf, parameter } from '../static-type.ts';

export type Signature = Pick<Overload, 'name' | 'style' | 'parameters' | 'result'>;

const T = parameter('T');
const K = parameter('K');
const V = parameter('V');
const U = parameter('U');
const LIST = listOf(T);
const MAP = mapOf(K, V);

function operator(name: string, parameters: readonly StaticType[], result: StaticType): Signature {
  return { name, style: 'function', parameters, result };
}

const OPERATORS: readonly Signature[] = [
  operator('_[_]', [LIST, INT], T),
  operator('_[_]', [MAP, K], V),
  operator('_[_]', [optionalOf(LIST), INT], optionalOf(T)),
  operator('_[_]', [optionalOf(MAP), K], optionalOf(V)),
  operator('_[?_]', [LIST, INT], optionalOf(T)),
  operator('_[?_]', [optionalOf(LIST), INT], optionalOf(T)),
  operator('_[?_]', [MAP, K], optionalOf(V)),
  operator('_[?_]', [optionalOf(MAP), K], optionalOf(V)),
  operator('_?_:_', [BOOL, T, T], T),
  operator('_&&_', [BOOL, BOOL], BOOL),
  operator('_||_', [BOOL, BOOL], BOOL),
  operator('@not_strictly_false', [BOOL], BOOL),
  operator('cel.@mapInsert', [MAP, K, V], MAP),
  operator('cel.@mapInsert', [MAP, MAP], MAP),
  { name: '@sortByAssociatedKeys', style: 'method', parameters: [LIST, listOf(U)], result: LIST },
];

/** The authorizer's methods are known to rules, which have nothing to call them on. */
const BY_NAME: ReadonlyMap<string, readonly Signature[]> = Map.groupBy([...OPERATORS, ...authorizerFunctions], ({ name }) => name);

/** Undefined where there is no such function. */
export function signaturesOf(name: string): readonly Signature[] | undefined {
  return BY_NAME.get(name) ?? FUNCTIONS.get(ownName(name));
}

/** '_==_' is '==' elsewhere. */
function ownName(name: string): string {
  if (name === '@in') return 'in';
  if (name === '!_') return '!';
  return /^_[^A-Za-z]+_$/.test(name) ? name.slice(1, -1) : name;
}
