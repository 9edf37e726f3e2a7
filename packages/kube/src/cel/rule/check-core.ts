// Checks the types of an expression as the API server does: all faults, with its words and places.

import type { CelValue } from '../cel-value.ts';
import type { StaticType } from '../static-type.ts';
import * as types from '../static-type.ts';
import { BOOL, DYN, INT, listOf, mapOf, optionalOf, STRING } from '../static-type.ts';
import type { CallCore, Core, FoldCore, IdentCore, ListCore, MapCore, PartCore, SelectCore } from './core-node.ts';
import type { Signature } from './core-signatures.ts';
import { signaturesOf } from './core-signatures.ts';
import type { Mapping } from './core-type.ts';
import { assignAll, ERROR, formatCoreType, moreGeneral, substituteType } from './core-type.ts';
import type { Issue } from './issue.ts';

export type CheckedCore = {
  readonly root: Core;
  readonly types: ReadonlyMap<Core, StaticType>;
  /** The signatures that a call may mean. */
  readonly overloads: ReadonlyMap<Core, readonly Signature[]>;
  /** Calls whose target is a part of the function's name. */
  readonly qualified: ReadonlyMap<Core, string>;
};

export type CheckResult = { readonly checked: CheckedCore; readonly issues: readonly Issue[] };

const TYPE_NAMES = new Set(
  'bool int uint double string bytes list map null_type type optional_type dyn net.IP net.CIDR google.protobuf.Timestamp google.protobuf.Duration'.split(
    ' ',
  ),
);

type Scope = ReadonlyMap<string, StaticType>;

export function checkCore(root: Core, variables: Scope): CheckResult {
  const checker = new Checker();
  checker.check(root, variables);
  return { checked: checker.finish(root), issues: checker.issues };
}

const LITERALS: { readonly [kind in CelValue['kind']]?: StaticType } = {
  null: types.NULL_TYPE,
  bool: BOOL,
  int: INT,
  uint: types.UINT,
  double: types.DOUBLE,
  string: STRING,
  bytes: types.BYTES,
  type: types.TYPE,
};

class Checker {
  readonly issues: Issue[] = [];
  readonly #types = new Map<Core, StaticType>();
  readonly #overloads = new Map<Core, readonly Signature[]>();
  readonly #qualified = new Map<Core, string>();
  #mapping: Mapping = new Map();
  #variables = 0;

  check(core: Core, scope: Scope): StaticType {
    const type = this.#typeOf(core, scope);
    this.#types.set(core, type);
    return type;
  }

  finish(root: Core): CheckedCore {
    const known = [...this.#types].map(([core, type]) => [core, substituteType(this.#mapping, type, 'dyn')] as const);
    return { root, types: new Map(known), overloads: this.#overloads, qualified: this.#qualified };
  }

  #typeOf(core: Core, scope: Scope): StaticType {
    switch (core.kind) {
      case 'const':
        return LITERALS[core.value.kind] ?? DYN;
      case 'ident':
        return this.#ident(core, scope);
      case 'select':
        return this.#select(core, scope);
      case 'call':
        return core.name === '_?._' ? this.#optionalSelect(core, scope) : this.#call(core, scope);
      case 'list':
        return this.#list(core, scope);
      case 'map':
        return this.#map(core, scope);
      case 'fold':
        return this.#fold(core, scope);
    }
  }

  #ident({ name, at }: IdentCore, scope: Scope): StaticType {
    const type = scope.get(name) ?? (TYPE_NAMES.has(name) ? types.TYPE : undefined);
    return type ?? this.#refuse(at, `undeclared reference to '${name}' (in container '')`);
  }

  #refuse(at: number, message: string): StaticType {
    this.issues.push({ at, message });
    return ERROR;
  }

  #select(core: SelectCore, scope: Scope): StaticType {
    const name = qualifiedName(core);
    const dotted = name === undefined || core.test ? undefined : scope.get(name);
    if (dotted !== undefined) return dotted;
    if (name !== undefined && TYPE_NAMES.has(name)) return types.TYPE;
    const type = this.#field(core, core.operand, { field: core.field, optional: false, scope });
    return core.test ? BOOL : substituteType(this.#mapping, type);
  }

  #optionalSelect(core: CallCore, scope: Scope): StaticType {
    const [operand, name] = core.args;
    if (operand === undefined || name?.kind !== 'const' || name.value.kind !== 'string') return DYN;
    this.#types.set(name, STRING);
    this.#overloads.set(core, [{ name: '_?._', style: 'function', parameters: [DYN, STRING], result: optionalOf(DYN) }]);
    return substituteType(this.#mapping, this.#field(core, operand, { field: name.value.value, optional: true, scope }));
  }

  #field(core: Core, operand: Core, { field, optional, scope }: Field): StaticType {
    const operandType = substituteType(this.#mapping, this.check(operand, scope));
    const target = operandType.kind === 'optional' ? operandType.inner : operandType;
    const type = this.#fieldType(target, field, core.at);
    return operandType.kind === 'optional' || optional ? optionalOf(type) : type;
  }

  #fieldType(target: StaticType, field: string, at: number): StaticType {
    switch (target.kind) {
      case 'map':
        return target.value;
      case 'object':
        return target.fields.get(field) ?? target.fields.get(`__${field}__`) ?? this.#refuse(at, noFieldWords(target, field));
      case 'parameter':
        this.#assign([DYN], [target]);
        return DYN;
      case 'dyn':
      case 'error':
        return DYN;
      default:
        this.#refuse(at, `type '${formatCoreType(target)}' does not support field selection`);
        return DYN;
    }
  }

  #assign(left: readonly StaticType[], right: readonly StaticType[]): boolean {
    const mapping = assignAll(this.#mapping, left, right);
    if (mapping !== undefined) this.#mapping = mapping;
    return mapping !== undefined;
  }

  #call(core: CallCore, scope: Scope): StaticType {
    for (const arg of core.args) this.check(arg, scope);
    const { target, name, at } = core;
    const qualified = target === undefined ? undefined : qualifiedCall(target, name, scope);
    if (qualified !== undefined) {
      this.#qualified.set(core, qualified);
      return this.#resolve(core, { name: qualified, args: core.args, isMethod: false });
    }
    if (target !== undefined) this.check(target, scope);
    if (signaturesOf(name) === undefined) return this.#refuse(at, `undeclared reference to '${name}' (in container '')`);
    return this.#resolve(core, { name, args: target === undefined ? core.args : [target, ...core.args], isMethod: target !== undefined });
  }

  #resolve(core: CallCore, { name, args, isMethod }: Resolving): StaticType {
    const argTypes = args.map((arg) => this.#types.get(arg) ?? DYN);
    if (name === '_&&_' || name === '_||_') return this.#logic(core, argTypes);
    const named = (signaturesOf(name) ?? []).filter(({ style }) => (style === 'method') === isMethod);
    const fitting = named.flatMap((signature) => this.#fit(signature, argTypes) ?? []);
    this.#overloads.set(
      core,
      fitting.map(({ signature }) => signature),
    );
    const [first, ...rest] = fitting.map(({ result }) => result);
    return first === undefined ? this.#mismatch(core, { name, argTypes, isMethod }) : rest.reduce(commonResult, first);
  }

  /** The signature with the type of its result; undefined where the arguments do not fit. */
  #fit(signature: Signature, argTypes: readonly StaticType[]): { readonly signature: Signature; readonly result: StaticType } | undefined {
    const own = this.#fresh(signature);
    return this.#assign(argTypes, own.parameters) ? { signature, result: substituteType(this.#mapping, own.result) } : undefined;
  }

  #logic(core: CallCore, argTypes: readonly StaticType[]): StaticType {
    const wrong = argTypes
      .map((type, index) => ({ type, arg: core.args[index] ?? core }))
      .filter(({ type }) => !this.#assign([type], [BOOL]));
    for (const { type, arg } of wrong) this.#refuse(arg.at, mismatchText(BOOL, type));
    this.#overloads.set(core, signaturesOf(core.name) ?? []);
    return wrong.length === 0 ? BOOL : ERROR;
  }

  #mismatch(core: CallCore, { name, argTypes, isMethod }: Mismatch): StaticType {
    const texts = argTypes.map((type) => formatCoreType(substituteType(this.#mapping, type, 'dyn')));
    const signature = isMethod ? `${texts[0]}.(${texts.slice(1).join(', ')})` : `(${texts.join(', ')})`;
    return this.#refuse(core.at, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  /** With type variables of its own. */
  #fresh({ parameters, result }: Signature): Pick<Signature, 'parameters' | 'result'> {
    const id = this.#variables++;
    const renamed = (type: StaticType): StaticType => renameVariables(type, `_var${id}`);
    return { parameters: parameters.map(renamed), result: renamed(result) };
  }

  #newVariable(): StaticType {
    return { kind: 'parameter', name: `_free${this.#variables++}` };
  }

  #list({ items }: ListCore, scope: Scope): StaticType {
    let element: StaticType | undefined;
    for (const item of items) element = this.#join(element, this.#part(item, scope));
    return listOf(element ?? this.#newVariable());
  }

  #map({ entries }: MapCore, scope: Scope): StaticType {
    let [key, value]: [StaticType | undefined, StaticType | undefined] = [undefined, undefined];
    for (const entry of entries) {
      key = this.#join(key, this.check(entry.key, scope));
      value = this.#join(value, this.#part(entry, scope));
    }
    return mapOf(key ?? this.#newVariable(), value ?? this.#newVariable());
  }

  #part({ value, optional }: PartCore, scope: Scope): StaticType {
    const type = this.check(value, scope);
    if (!optional) return type;
    if (type.kind === 'optional') return type.inner;
    if (type.kind !== 'dyn') this.#refuse(value.at, mismatchText(optionalOf(type), type));
    return type;
  }

  /** Of different types: dyn; whether that may be is checked afterwards. */
  #join(previous: StaticType | undefined, current: StaticType): StaticType {
    if (previous === undefined) return current;
    return this.#assign([previous], [current]) ? moreGeneral(previous, current) : DYN;
  }

  #fold(core: FoldCore, scope: Scope): StaticType {
    const range = substituteType(this.#mapping, this.check(core.range, scope));
    const accu = this.check(core.init, scope);
    const around = new Map([...scope, [core.accu, accu] as const]);
    const variables = this.#variableTypes(core, range);
    const inner = new Map([...around, ...core.variables.map((name, index) => [name, variables[index] ?? DYN] as const)]);
    this.#expect(core.condition, BOOL, inner);
    this.#expect(core.step, accu, inner);
    return substituteType(this.#mapping, this.check(core.result, around));
  }

  #expect(core: Core, wanted: StaticType, scope: Scope): void {
    const type = this.check(core, scope);
    if (!this.#assign([wanted], [type])) this.#refuse(core.at, mismatchText(wanted, type));
  }

  #variableTypes({ range: core, variables }: FoldCore, range: StaticType): readonly StaticType[] {
    switch (range.kind) {
      case 'list':
        return variables.length === 1 ? [range.element] : [INT, range.element];
      case 'map':
        return [range.key, range.value];
      case 'dyn':
      case 'error':
      case 'parameter':
        this.#assign([DYN], [range]);
        return [DYN, DYN];
      default: {
        const detail = 'cannot be range of a comprehension (must be list, map, or dynamic)';
        const error = this.#refuse(core.at, `expression of type '${formatCoreType(range)}' ${detail}`);
        return [error, error];
      }
    }
  }
}

type Field = { readonly field: string; readonly optional: boolean; readonly scope: Scope };
type Resolving = { readonly name: string; readonly args: readonly Core[]; readonly isMethod: boolean };
type Mismatch = { readonly name: string; readonly argTypes: readonly StaticType[]; readonly isMethod: boolean };

function noFieldWords({ name, opaque }: Extract<StaticType, { kind: 'object' }>, field: string): string {
  return opaque ? `unexpected failed resolution of '${name}'` : `undefined field '${field}'`;
}

export function mismatchText(expected: StaticType, found: StaticType): string {
  return `expected type '${formatCoreType(expected)}' but found '${formatCoreType(found)}'`;
}

function commonResult(left: StaticType, right: StaticType): StaticType {
  return left.kind === 'dyn' || formatCoreType(left) === formatCoreType(right) ? left : DYN;
}

function renameVariables(type: StaticType, suffix: string): StaticType {
  const inner = (part: StaticType): StaticType => renameVariables(part, suffix);
  switch (type.kind) {
    case 'parameter':
      return { kind: 'parameter', name: `${type.name}${suffix}` };
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

/** The dotted name that a chain of plain fields spells. */
function qualifiedName(core: Core): string | undefined {
  if (core.kind === 'ident') return core.name;
  if (core.kind !== 'select' || core.test) return undefined;
  const operand = qualifiedName(core.operand);
  return operand === undefined ? undefined : `${operand}.${core.field}`;
}

/** The function that a target and a name spell together, e.g. sets.contains. */
function qualifiedCall(target: Core, name: string, scope: Scope): string | undefined {
  const prefix = qualifiedName(target);
  const qualified = prefix === undefined ? undefined : `${prefix}.${name}`;
  if (qualified === undefined || scope.has(prefix?.split('.')[0] ?? '')) return undefined;
  return signaturesOf(qualified) === undefined ? undefined : qualified;
}
