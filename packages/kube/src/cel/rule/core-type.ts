// Types of parts of an expression as the API server fits them together: type variables stand for what they are first used as, or for what is
// more general.

import type { StaticType } from '../static-type.ts';
import { DYN, listOf, mapOf, optionalOf } from '../static-type.ts';

export const ERROR: StaticType = { kind: 'error' };

/** What type variables stand for. Never changed in place. */
export type Mapping = ReadonlyMap<string, StaticType>;

const OPAQUE = new Set(['kubernetes.Quantity', 'kubernetes.URL', 'kubernetes.NamedFormat', 'kubernetes.Semver', 'net.IP', 'net.CIDR']);
const NULLABLE = new Set([...OPAQUE, 'google.protobuf.Timestamp', 'google.protobuf.Duration']);

/** The mapping under which the types fit pair by pair; undefined where there is none. */
export function assignAll(mapping: Mapping, left: readonly StaticType[], right: readonly StaticType[]): Mapping | undefined {
  const changed = new Map(mapping);
  const fits = left.length === right.length && left.every((type, index) => assign(changed, type, right[index] ?? ERROR));
  return fits ? changed : undefined;
}

type Changing = Map<string, StaticType>;

function assign(mapping: Changing, left: StaticType, right: StaticType): boolean {
  if (right.kind === 'parameter') {
    const found = bind(mapping, left, right);
    if (found.valid || found.known) return found.valid;
  }
  if (left.kind === 'parameter') return bind(mapping, right, left).valid;
  if (isOpen(left) || isOpen(right)) return true;
  if (isNull(left)) return isNull(right) || isNullable(right);
  if (isNull(right)) return isNullable(left);
  return assignAlike(mapping, left, right);
}

function assignAlike(mapping: Changing, left: StaticType, right: StaticType): boolean {
  if (left.kind === 'scalar' || left.kind === 'object') return left.kind === right.kind && 'name' in right && left.name === right.name;
  if (left.kind === 'type') return right.kind === 'type';
  const [a, b] = [innerTypes(left), innerTypes(right)];
  return left.kind === right.kind && a.every((type, index) => assign(mapping, type, b[index] ?? ERROR));
}

function isOpen(type: StaticType): boolean {
  return type.kind === 'dyn' || type.kind === 'error';
}

function isNull(type: StaticType): boolean {
  return type.kind === 'scalar' && type.name === 'null_type';
}

function isNullable(type: StaticType): boolean {
  return type.kind === 'object' || type.kind === 'optional' || (type.kind === 'scalar' && NULLABLE.has(type.name));
}

function innerTypes(type: StaticType): readonly StaticType[] {
  if (type.kind === 'list') return [type.element];
  if (type.kind === 'map') return [type.key, type.value];
  return type.kind === 'optional' ? [type.inner] : [];
}

/** Whether the type can stand for the variable, and whether the variable stood for something before. */
function bind(
  mapping: Changing,
  type: StaticType,
  variable: StaticType & { readonly kind: 'parameter' },
): { readonly valid: boolean; readonly known: boolean } {
  if (sameType(type, variable)) return { valid: true, known: true };
  const known = mapping.get(variable.name);
  if (known === undefined) {
    const valid = !mentions(mapping, variable, type);
    if (valid) mapping.set(variable.name, type);
    return { valid, known: false };
  }
  if (sameType(type, known)) return { valid: true, known: true };
  if (!assign(mapping, type, known)) return { valid: false, known: true };
  const general = moreGeneral(type, known);
  if (!mentions(mapping, variable, general)) mapping.set(variable.name, general);
  return { valid: true, known: true };
}

function mentions(mapping: Mapping, variable: StaticType & { readonly kind: 'parameter' }, type: StaticType): boolean {
  if (sameType(variable, type)) return true;
  if (type.kind !== 'parameter') return innerTypes(type).some((inner) => mentions(mapping, variable, inner));
  const known = mapping.get(type.name);
  return known !== undefined && mentions(mapping, variable, known);
}

export function moreGeneral(left: StaticType, right: StaticType): StaticType {
  return isLessSpecific(left, right) ? left : right;
}

function isLessSpecific(left: StaticType, right: StaticType): boolean {
  if (left.kind === 'dyn' || left.kind === 'parameter') return true;
  if (right.kind === 'dyn' || right.kind === 'parameter' || left.kind !== right.kind) return false;
  const inner = innerTypes(left);
  if (inner.length === 0) return left.kind === 'type' || sameType(left, right);
  return inner.every((type, index) => isLessSpecific(type, innerTypes(right)[index] ?? ERROR));
}

export function sameType(left: StaticType, right: StaticType): boolean {
  if (left.kind !== right.kind) return false;
  if ('name' in left && 'name' in right) return left.name === right.name;
  const inner = innerTypes(left);
  return inner.every((type, index) => sameType(type, innerTypes(right)[index] ?? ERROR));
}

/** The type with what its variables stand for put in; `rest` says whether variables that stand for nothing become dyn. */
export function substituteType(mapping: Mapping, type: StaticType, rest: 'keep' | 'dyn' = 'keep'): StaticType {
  const inner = (part: StaticType): StaticType => substituteType(mapping, part, rest);
  switch (type.kind) {
    case 'parameter': {
      const known = mapping.get(type.name);
      if (known !== undefined) return inner(known);
      return rest === 'dyn' ? DYN : type;
    }
    case 'list':
      return listOf(inner(type.element));
    case 'map':
      return mapOf(inner(type.key), inner(type.value));
    case 'optional':
      return optionalOf(inner(type.inner));
    default:
      return type;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  'google.protobuf.Timestamp': 'timestamp',
  'google.protobuf.Duration': 'duration',
  null_type: 'null',
};

/** A type in messages of the API server. */
export function formatCoreType(type: StaticType): string {
  switch (type.kind) {
    case 'scalar':
      return NAMES[type.name] ?? type.name;
    case 'object':
    case 'parameter':
      return type.name;
    case 'error':
      return '!error!';
    case 'dyn':
    case 'type':
      return type.kind;
    default:
      return `${type.kind === 'optional' ? 'optional_type' : type.kind}(${innerTypes(type).map(formatCoreType).join(', ')})`;
  }
}
