// Fits the types of arguments to the parameters of a signature. `dyn` fits everything; a type parameter stands for one type throughout.

import type { StaticType } from './static-type.ts';
import { DYN, listOf, mapOf, optionalOf, STRING, unlessNull } from './static-type.ts';

export type Bindings = Map<string, StaticType>;

/** Types that null can stand for. */
const NULLABLE = new Set([
  'google.protobuf.Timestamp',
  'google.protobuf.Duration',
  'kubernetes.Quantity',
  'kubernetes.URL',
  'kubernetes.NamedFormat',
  'kubernetes.Semver',
  'net.IP',
  'net.CIDR',
]);

/** Whether an argument fits a parameter; adds what type parameters stand for to the bindings. */
export function fits(parameter: StaticType, argument: StaticType, bindings: Bindings): boolean {
  if (parameter.kind === 'parameter') return fitsParameter(parameter.name, argument, bindings);
  if (parameter.kind === 'dyn' || argument.kind === 'dyn') return true;
  if (parameter.kind === 'nullable') return isNull(argument) || fits(parameter.inner, unlessNull(argument), bindings);
  if (argument.kind === 'nullable') return fits(parameter, argument.inner, bindings);
  if (parameter.kind === 'scalar' && argument.kind === 'scalar') return fitsScalar(parameter.name, argument.name);
  if (isObjectWithMap(parameter, argument)) return true;
  return parameter.kind === argument.kind && fitsAlike(parameter, argument, bindings);
}

function isNull(type: StaticType): boolean {
  return type.kind === 'scalar' && type.name === 'null_type';
}

/** JSON whose form is known is a map all the same. */
function isObjectWithMap(left: StaticType, right: StaticType): boolean {
  const [object, map] = left.kind === 'object' ? [left, right] : [right, left];
  return object.kind === 'object' && map.kind === 'map' && fits(map.key, STRING, new Map());
}

function fitsAlike(parameter: StaticType, argument: StaticType, bindings: Bindings): boolean {
  if (parameter.kind === 'object' && argument.kind === 'object') return parameter.name === argument.name;
  if (parameter.kind === 'list' && argument.kind === 'list') return fits(parameter.element, argument.element, bindings);
  if (parameter.kind === 'optional' && argument.kind === 'optional') return fits(parameter.inner, argument.inner, bindings);
  if (parameter.kind !== 'map' || argument.kind !== 'map') return true;
  return fits(parameter.key, argument.key, bindings) && fits(parameter.value, argument.value, bindings);
}

/** The type that covers two, or undefined where they have nothing in common. */
export function join(left: StaticType, right: StaticType): StaticType | undefined {
  const bindings: Bindings = new Map();
  const both = fitsParameter('T', left, bindings) && fitsParameter('T', right, bindings);
  return both ? bindings.get('T') : undefined;
}

/** A type with what its parameters stand for put in; unknown parameters are dyn. */
export function substitute(type: StaticType, bindings: Bindings): StaticType {
  switch (type.kind) {
    case 'parameter':
      return bindings.get(type.name) ?? DYN;
    case 'list':
      return listOf(substitute(type.element, bindings));
    case 'map':
      return mapOf(substitute(type.key, bindings), substitute(type.value, bindings));
    case 'optional':
      return optionalOf(substitute(type.inner, bindings));
    default:
      return type;
  }
}

function fitsParameter(name: string, argument: StaticType, bindings: Bindings): boolean {
  const bound = bindings.get(name);
  if (bound === undefined) {
    bindings.set(name, argument);
    return true;
  }
  if (fits(bound, argument, new Map())) {
    bindings.set(name, moreGeneral(bound, argument));
    return true;
  }
  if (!fits(argument, bound, new Map())) return false;
  bindings.set(name, argument);
  return true;
}

function moreGeneral(left: StaticType, right: StaticType): StaticType {
  if (left.kind === 'dyn' || right.kind === 'dyn') return DYN;
  if (left.kind === 'list' && right.kind === 'list') return listOf(moreGeneral(left.element, right.element));
  if (left.kind === 'optional' && right.kind === 'optional') return optionalOf(moreGeneral(left.inner, right.inner));
  if (left.kind === 'map' && right.kind === 'map') return mapOf(moreGeneral(left.key, right.key), moreGeneral(left.value, right.value));
  return left;
}

function fitsScalar(parameter: string, argument: string): boolean {
  return parameter === argument || (argument === 'null_type' && NULLABLE.has(parameter));
}
