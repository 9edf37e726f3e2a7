// A value as Go's spew prints it for hashes ("%#v", keys sorted, no methods): what upstream's controllers hash to tell templates apart.
// (k8s.io/apimachinery/pkg/util/dump, 0.35.) Out of JSON and the table of Go types: what JSON leaves out is there with its zero value.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { Field, Shape, SpecialScalar, TypeTable } from '../../api/type-table.ts';
import { dumpQuantity } from './dump-quantity.ts';

/** Of a struct of the table, e.g. 'core.v1.PodTemplateSpec', with the type before it. */
export function dumpStruct(table: TypeTable, type: string, value: JsonObject): string {
  const goType = type.split('.').slice(-2).join('.');
  return `(${goType})${fieldsOf(table, type, value)}`;
}

function fieldsOf(table: TypeTable, type: string, value: JsonObject): string {
  return `{${table
    .type(type)
    .fields.map((field) => dumpField(table, field, value))
    .join(' ')}}`;
}

/** The fields of an embedded struct stand in the JSON of its parent. */
function dumpField(table: TypeTable, { name, goName, embedded, shape }: Field, parent: JsonObject): string {
  return `${goName}:${typed(table, shape, embedded ? parent : parent[name])}`;
}

function typed(table: TypeTable, shape: Shape, value: Json | undefined): string {
  const goType = shape.pointer ? `*${shape.goType}` : shape.goType;
  return `(${goType})${isNil(shape, value) ? '<nil>' : shown(table, shape, value)}`;
}

/** Empty lists and maps do not outlive the wire. */
function isNil({ kind, pointer }: Shape, value: Json | undefined): boolean {
  if (pointer) return value === undefined || value === null;
  if (kind === 'list') return !isJsonList(value) || value.length === 0;
  return kind === 'map' && (!isJsonObject(value) || Object.keys(value).length === 0);
}

function shown(table: TypeTable, shape: Shape, value: Json | undefined): string {
  switch (shape.kind) {
    case 'plain':
      return plain(shape.scalar, value);
    case 'special':
      return special(shape.scalar, value);
    case 'list':
      return `[${(isJsonList(value) ? value : []).map((item) => shown(table, shape.of, item)).join(' ')}]`;
    case 'map':
      return `map[${entriesOf(value)
        .map(([key, item]) => `${key}:${shown(table, shape.of, item)}`)
        .join(' ')}]`;
    case 'object':
      return fieldsOf(table, shape.type, isJsonObject(value) ? value : {});
  }
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isJsonObject(value) ? Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)) : [];
}

function plain(scalar: string, value: Json | undefined): string {
  if (value !== undefined && value !== null) return String(value);
  if (scalar === 'string') return '';
  return scalar === 'bool' ? 'false' : '0';
}

function special(scalar: SpecialScalar, value: Json | undefined): string {
  switch (scalar) {
    case 'Quantity':
      return dumpQuantity(typeof value === 'string' ? value : '0');
    case 'IntOrString':
      return typeof value === 'string'
        ? `{Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)${value}}`
        : `{Type:(intstr.Type)0 IntVal:(int32)${plain('int32', value)} StrVal:(string)}`;
    // A template is created by nobody: it has no time, and no managers. What says otherwise gets a name of ours.
    case 'Time':
      return '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}';
    default:
      return '{}';
  }
}
