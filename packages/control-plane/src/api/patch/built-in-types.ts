// The built-in kinds as structured merge sees them: their Go types, and the rules that the API server publishes for their lists and maps.
import type { ListType, MapType, MergeField, MergeType, ScalarForm } from '@rectrace/kube';
import { DEDUCED, once, UNTYPED } from '@rectrace/kube';
import type { MergeRule } from '../generated/merge-rules.ts';
import { ATOMIC_TYPES, FIELD_RULES } from '../generated/merge-rules.ts';
import type { ObjectType, PlainScalar, Shape, SpecialScalar, TypeTable } from '../type-table.ts';

const FORMS: Readonly<Record<PlainScalar, ScalarForm>> = {
  string: 'string',
  bytes: 'string',
  bool: 'boolean',
  int: 'numeric',
  int32: 'numeric',
  int64: 'numeric',
  uint32: 'numeric',
  uint64: 'numeric',
  float32: 'numeric',
  float64: 'numeric',
};

const ANY: MergeType = { scalar: 'untyped', ...(DEDUCED.list && { list: DEDUCED.list }), ...(DEDUCED.map && { map: DEDUCED.map }) };
const SCALAR: MergeType = { scalar: 'untyped' };
const MAP: MergeType = { ...(DEDUCED.map && { map: DEDUCED.map }) };

const SPECIALS: Readonly<Record<SpecialScalar, MergeType>> = {
  Time: SCALAR,
  MicroTime: SCALAR,
  Duration: { scalar: 'string' },
  Quantity: SCALAR,
  IntOrString: ANY,
  RawExtension: UNTYPED,
  FieldsV1: MAP,
  JSON: ANY,
  JSONSchemaPropsOrBool: ANY,
  JSONSchemaPropsOrArray: ANY,
  JSONSchemaPropsOrStringArray: ANY,
  any: ANY,
};

const NO_RULES: Readonly<Record<string, MergeRule>> = {};
const NO_RULE: MergeRule = {};

export class BuiltInTypes {
  readonly #table: TypeTable;
  readonly #types = new Map<string, MergeType>();
  readonly #atomic: ReadonlySet<string> = new Set(ATOMIC_TYPES);

  constructor(table: TypeTable) {
    this.#table = table;
  }

  /** Undefined where the kind is not built in. */
  ofKind(apiVersion: string, kind: string): MergeType | undefined {
    const type = this.#table.ofKind(apiVersion, kind);
    return type === undefined ? undefined : this.named(type.name);
  }

  /** A type of the table, e.g. 'meta.v1.ObjectMeta'. */
  named(name: string): MergeType {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const type: MergeType = { map: this.#structure(this.#table.type(name)) };
    this.#types.set(name, type);
    return type;
  }

  #structure({ name, jsonFields }: ObjectType): MapType {
    const rules = FIELD_RULES[name] ?? NO_RULES;
    const fields = new Map<string, MergeField>();
    for (const field of jsonFields.values()) {
      const rule = rules[field.name] ?? NO_RULE;
      const type = once(() => this.#shaped(field.shape, rule));
      fields.set(field.name, rule.default === undefined ? { type } : { type, default: rule.default });
    }
    const empty = fields.size === 0;
    return {
      relation: this.#atomic.has(name) ? 'atomic' : 'granular',
      field: (key) => fields.get(key),
      element: () => (empty ? DEDUCED : undefined),
      opaque: empty,
    };
  }

  #shaped(shape: Shape, rule: MergeRule): MergeType {
    switch (shape.kind) {
      case 'plain':
        return { scalar: FORMS[shape.scalar] };
      case 'special':
        return SPECIALS[shape.scalar];
      case 'list':
        return { list: this.#list(shape, rule) };
      case 'map':
        return { map: this.#map(shape, rule) };
      case 'object':
        return overruled(this.named(shape.type), rule);
    }
  }

  #list({ of }: Extract<Shape, { kind: 'list' }>, { keys, set }: MergeRule): ListType {
    const associative = keys !== undefined || set === true;
    return { relation: associative ? 'associative' : 'atomic', keys: keys ?? [], element: once(() => this.#shaped(of, NO_RULE)) };
  }

  #map({ of }: Extract<Shape, { kind: 'map' }>, { map }: MergeRule): MapType {
    const element = once(() => this.#shaped(of, NO_RULE));
    return { relation: map ?? 'granular', field: () => undefined, element, opaque: false };
  }
}

function overruled(type: MergeType, { map }: MergeRule): MergeType {
  return map === undefined || type.map === undefined ? type : { map: { ...type.map, relation: map } };
}
