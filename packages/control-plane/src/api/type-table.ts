// How the built-in kinds are laid out: the generated table, parsed type by type when it is first asked for.
import { KIND_TYPES, TYPE_FIELDS } from './generated/type-table.ts';

/** Scalars with a JSON form of their own. */
export const SPECIAL_SCALARS = [
  'Time',
  'MicroTime',
  'Duration',
  'Quantity',
  'IntOrString',
  'RawExtension',
  'FieldsV1',
  'JSON',
  'JSONSchemaPropsOrBool',
  'JSONSchemaPropsOrArray',
  'JSONSchemaPropsOrStringArray',
  'any',
] as const;
export type SpecialScalar = (typeof SPECIAL_SCALARS)[number];

const PLAIN_SCALARS = ['string', 'bool', 'int32', 'int64', 'int', 'uint32', 'uint64', 'float32', 'float64', 'bytes'] as const;
export type PlainScalar = (typeof PLAIN_SCALARS)[number];

export type Shape =
  /** goType as error messages name it, e.g. 'int32', 'v1.PodPhase'. */
  | { readonly kind: 'plain'; readonly scalar: PlainScalar; readonly goType: string; readonly pointer: boolean }
  | { readonly kind: 'special'; readonly scalar: SpecialScalar; readonly goType: string; readonly pointer: boolean }
  /** wrapped: a message {items = 1} in protobuf. */
  | { readonly kind: 'list'; readonly of: Shape; readonly wrapped: boolean; readonly goType: string; readonly pointer: boolean }
  | { readonly kind: 'map'; readonly of: Shape; readonly goType: string; readonly pointer: boolean }
  | { readonly kind: 'object'; readonly type: string; readonly goType: string; readonly pointer: boolean };

export type Field = {
  /** JSON name; of an embedded field its Go name. */
  readonly name: string;
  readonly goName: string;
  /** Protobuf number; 0 where it has none. */
  readonly number: number;
  readonly omitEmpty: boolean;
  readonly omitZero: boolean;
  readonly embedded: boolean;
  readonly shape: Shape;
};

/** A field as JSON sees it: embedded fields are gone, theirs stand in their place. */
export type JsonField = Field & {
  /** Go type whose field it is in JSON, e.g. 'HTTPGetAction'; of an embedded struct's fields the outer one. */
  readonly owner: string;
  /** Go names of the embedded fields that lead to it, as error messages name them. */
  readonly through: readonly string[];
};

export type ObjectType = {
  readonly name: string;
  readonly goName: string;
  readonly fields: readonly Field[];
  /** By JSON name, in the order in which they are written. */
  readonly jsonFields: ReadonlyMap<string, JsonField>;
  /** Those that protobuf has, by number, in its order. */
  readonly messageFields: ReadonlyMap<number, Field>;
};

export class TypeTable {
  readonly #types = new Map<string, ObjectType>();

  /** The type of a kind, e.g. 'apps/v1' and 'Deployment'; undefined where the kind is not built in. */
  ofKind(apiVersion: string, kind: string): ObjectType | undefined {
    const name = KIND_TYPES[`${apiVersion}/${kind}`];
    return name === undefined ? undefined : this.type(name);
  }

  /** A type of the table by name, e.g. 'core.v1.PodSpec'. @throws RangeError for a name that is none. */
  type(name: string): ObjectType {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const text = TYPE_FIELDS[name];
    if (text === undefined) throw new RangeError(`the table has no type ${name}`);
    const fields = text === '' ? [] : text.split('|').map(parseField);
    const goName = name.slice(name.lastIndexOf('.') + 1);
    const jsonFields = new Map(fields.flatMap((field) => this.#asJson(field, goName)).map((field) => [field.name, field]));
    const numbered = fields.filter(({ number }) => number > 0).toSorted((left, right) => left.number - right.number);
    const messageFields = new Map(numbered.map((field) => [field.number, field]));
    const type = { name, goName, fields, jsonFields, messageFields };
    this.#types.set(name, type);
    return type;
  }

  #asJson(field: Field, owner: string): readonly JsonField[] {
    if (!field.embedded || field.shape.kind !== 'object') return [{ ...field, owner, through: [] }];
    const inner = [...this.type(field.shape.type).jsonFields.values()];
    return inner.map((below) => ({ ...below, owner, through: [field.name, ...below.through] }));
  }
}

function parseField(text: string): Field {
  const [names = '', number = '0', shape = ''] = text.split(' ');
  const [name = '', goName = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`] = names.split('=');
  const flags = /^[?~^]*/.exec(shape)?.[0] ?? '';
  return {
    name,
    goName,
    number: Number(number),
    omitEmpty: flags.includes('?'),
    omitZero: flags.includes('~'),
    embedded: flags.includes('^'),
    shape: parseShape(shape.slice(flags.length)),
  };
}

function parseShape(text: string): Shape {
  if (text.startsWith('*')) return { ...parseShape(text.slice(1)), pointer: true };
  return parseNested(text) ?? parseNamed(text);
}

/** A list or a map; its name stands between the brackets where it has one: '{v1.ResourceList}Quantity'. */
function parseNested(text: string): Shape | undefined {
  const wrapped = text.startsWith('w[');
  const inner = wrapped ? text.slice(1) : text;
  const isList = inner.startsWith('[');
  if (!isList && !inner.startsWith('{')) return undefined;
  const end = inner.indexOf(isList ? ']' : '}');
  const of = parseShape(inner.slice(end + 1));
  const goType = inner.slice(1, end) || `${isList ? '[]' : 'map[string]'}${pointed(of)}`;
  return isList ? { kind: 'list', of, wrapped, goType, pointer: false } : { kind: 'map', of, goType, pointer: false };
}

function parseNamed(text: string): Shape {
  const [base = '', goType = base] = text.split('=');
  const plain = PLAIN_SCALARS.find((scalar) => scalar === base);
  if (plain !== undefined) return { kind: 'plain', scalar: plain, goType: plain === 'bytes' ? '[]uint8' : goType, pointer: false };
  const special = SPECIAL_SCALARS.find((scalar) => scalar === base);
  if (special !== undefined) return { kind: 'special', scalar: special, goType: SPECIAL_GO_TYPES[special], pointer: false };
  return { kind: 'object', type: base, goType: base.split('.').slice(-2).join('.'), pointer: false };
}

function pointed(shape: Shape): string {
  return shape.pointer ? `*${shape.goType}` : shape.goType;
}

const SPECIAL_GO_TYPES: Readonly<Record<SpecialScalar, string>> = {
  Time: 'v1.Time',
  MicroTime: 'v1.MicroTime',
  Duration: 'v1.Duration',
  Quantity: 'resource.Quantity',
  IntOrString: 'intstr.IntOrString',
  RawExtension: 'runtime.RawExtension',
  FieldsV1: 'v1.FieldsV1',
  JSON: 'v1.JSON',
  JSONSchemaPropsOrBool: 'v1.JSONSchemaPropsOrBool',
  JSONSchemaPropsOrArray: 'v1.JSONSchemaPropsOrArray',
  JSONSchemaPropsOrStringArray: 'v1.JSONSchemaPropsOrStringArray',
  any: 'interface {}',
};
