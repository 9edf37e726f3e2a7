// Objects as the API server holds them inside: by the Go names of its own types, every field there. Messages quote them so, and whether two values
// are equal is decided on them.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject, jsonEquals, parseQuantity } from '@rectrace/kube';
import { INTERNAL_TYPES } from '../generated/internal-types.ts';

type Forming = {
  /** To be compared, not shown: empty lists are none, and amounts are numbers. */
  readonly compared: boolean;
};

const SCALARS: Readonly<Record<string, Json>> = {
  string: '',
  bool: false,
  number: 0,
  IntOrString: 0,
  Time: null,
  MicroTime: null,
};

/** `type`: of the table of internal types, e.g. core.PodSpec; '*', '[]' and '{}' before it as there. */
export function internalForm(value: Json | undefined, type: string): Json {
  return formOf(value, type, { compared: false });
}

/** Whether the API server takes the two for equal. */
export function semanticEquals(left: Json | undefined, right: Json | undefined, type: string): boolean {
  if (jsonEquals(left ?? null, right ?? null)) return true;
  return jsonEquals(formOf(left, type, { compared: true }), formOf(right, type, { compared: true }));
}

type Former = (value: Json | undefined, shape: string, forming: Forming) => Json;

const PREFIXES: readonly (readonly [string, Former])[] = [
  ['*', (value, shape, forming) => (value === undefined || value === null ? null : formOf(value, shape, forming))],
  ['[]', listForm],
  ['{}', mapForm],
];

function formOf(value: Json | undefined, shape: string, forming: Forming): Json {
  const [prefix, former] = PREFIXES.find(([start]) => shape.startsWith(start)) ?? ['', plainForm];
  return former(value, shape.slice(prefix.length), forming);
}

function plainForm(value: Json | undefined, shape: string, forming: Forming): Json {
  if (shape === 'Quantity') return quantityForm(value, forming);
  if (shape === 'Served') return servedForm(value ?? {}, forming);
  const empty = SCALARS[shape];
  return empty === undefined ? structForm(isJsonObject(value) ? value : {}, shape, forming) : (value ?? empty);
}

function listForm(value: Json | undefined, shape: string, forming: Forming): Json {
  if (!isJsonList(value) || (forming.compared && value.length === 0)) return null;
  return value.map((item) => formOf(item, shape, forming));
}

function mapForm(value: Json | undefined, shape: string, forming: Forming): Json {
  if (!isJsonObject(value) || (forming.compared && Object.keys(value).length === 0)) return null;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, formOf(value[key], shape, forming)]));
}

function quantityForm(value: Json | undefined, { compared }: Forming): Json {
  const text = String(value ?? '0');
  const quantity = compared ? parseQuantity(text) : undefined;
  if (quantity?.kind !== 'quantity') return text;
  const digits = String(quantity.digits);
  const plain = digits.replace(/0+$/, '');
  return plain === '' ? '0' : `${plain}e${quantity.exponent + digits.length - plain.length}`;
}

/** What has the same form in the served version. */
function servedForm(value: Json, forming: Forming): Json {
  if (isJsonList(value)) return value.map((item) => servedForm(item, forming));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null && !(forming.compared && isEmpty(item)));
  return Object.fromEntries(kept.map(([key, item]) => [key, servedForm(item, forming)]));
}

function isEmpty(value: Json): boolean {
  return (isJsonList(value) && value.length === 0) || (isJsonObject(value) && Object.keys(value).length === 0);
}

function structForm(value: JsonObject, type: string, forming: Forming): JsonObject {
  const served = type === 'core.PodSpec' ? withHostFields(value) : value;
  const fields = (INTERNAL_TYPES[type] ?? '').split('|').filter((field) => field !== '');
  return Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, Json])[] => {
      const [name = '', servedName = '', shape = ''] = field.split(' ');
      const own = Object.hasOwn(served, servedName) ? served[servedName] : undefined;
      if (!shape.startsWith('^')) return [[name, formOf(own, shape, forming)]];
      return Object.entries(formOf(own, shape.slice(1), forming) as JsonObject);
    }),
  );
}

const HOST_FIELDS = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'];

/** Inside, they belong to the security context, which is always there. */
function withHostFields(spec: JsonObject): JsonObject {
  const moved = HOST_FIELDS.flatMap((key): readonly (readonly [string, Json])[] => {
    const value = spec[key];
    return value === undefined ? [] : [[key, value]];
  });
  const own = spec['securityContext'];
  return { ...spec, securityContext: { ...(isJsonObject(own) ? own : {}), ...Object.fromEntries(moved) } };
}
