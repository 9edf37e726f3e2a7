// The columns of a custom resource: its name, then what its definition lists, else its age.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonList, isJsonObject, parseInstant, stringAt } from '@rectrace/kube';
import type { Cell } from '../columns/cell.ts';
import { since } from '../columns/cell.ts';
import { COLUMN_DESCRIPTIONS, TABLE_COLUMNS } from '../generated/table-columns.ts';
import { nameOf, numberAt } from '../metadata.ts';
import type { ColumnDefinition, TableColumns } from '../served-resource.ts';
import { findAll, parseJsonPath } from './json-path.ts';

const AGE: JsonObject = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: COLUMN_DESCRIPTIONS[TABLE_COLUMNS['customresourcedefinitions.apiextensions.k8s.io']?.[1]?.[4] ?? 0] ?? '',
};

type Column = { readonly definition: ColumnDefinition; readonly cell: (object: JsonObject, now: number) => Cell };

export function printerColumns(listed: readonly JsonObject[]): TableColumns {
  const columns = (listed.length === 0 ? [AGE] : listed).map(columnOf);
  const name = {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: COLUMN_DESCRIPTIONS[TABLE_COLUMNS['configmaps']?.[0]?.[4] ?? 0] ?? '',
    priority: 0,
  };
  return {
    definitions: [name, ...columns.map(({ definition }) => definition)],
    cells: (object, now) => [nameOf(object), ...columns.map(({ cell }) => cell(object, now))],
  };
}

function columnOf(column: JsonObject): Column {
  const text = (key: string): string => stringAt(column, [key]) ?? '';
  const path = text('jsonPath');
  const steps = parseJsonPath(path);
  const type = text('type');
  const definition = {
    name: text('name'),
    type,
    format: text('format'),
    description: text('description') || `Custom resource definition column (in JSONPath format): ${path}`,
    priority: numberAt(column, ['priority']) ?? 0,
  };
  return { definition, cell: (object, now) => (steps === undefined ? null : cellOf(findAll(object, steps), type, now)) };
}

type Reader = (value: Json, now: number) => Cell;

const READERS: Readonly<Record<string, Reader>> = {
  integer: (value) => (typeof value === 'number' ? Math.trunc(value) : null),
  number: (value) => (typeof value === 'number' ? value : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  date: (value, now) => (typeof value === 'string' ? dateCell(value, now) : null),
};

/** 'null' is what older clients write for no time. */
function dateCell(text: string, now: number): Cell {
  const absent = text === '' || text === 'null';
  return absent || parseInstant(text) !== undefined ? since(text, now) : '<invalid>';
}

function cellOf(found: readonly Json[], type: string, now: number): Cell {
  const [value] = found;
  const read = READERS[type];
  if (value === undefined) return null;
  if (value === null) return read === undefined ? '<no value>' : null;
  if (read !== undefined) return read(value, now);
  return typeof value === 'string' ? value : formatJson(sorted(value));
}

function sorted(value: Json): Json {
  if (isJsonList(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
