// Who manages which fields: the entries of metadata.managedFields, read and written.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject, stringAt } from '../../json.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import { formatFieldsV1, parseFieldsV1 } from '../fieldpath/fields-v1.ts';
import type { Order } from '../value/compare-values.ts';
import { compareTexts } from '../value/compare-values.ts';

export type Operation = 'Apply' | 'Update';

export type Manager = {
  readonly name: string;
  readonly operation: Operation;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly fields: FieldSet;
  /** RFC 3339, to the second; absent where nobody noted it. */
  readonly time?: string;
};

/** By identity: see managerKey. */
export type Managers = ReadonlyMap<string, Manager>;

export const NO_MANAGERS: Managers = new Map();

/** What makes two entries one: name, operation, subresource, and of updates the version. Managers are sorted by it in messages. */
export function managerKey({ name, operation, apiVersion, subresource }: Omit<Manager, 'fields' | 'time'>): string {
  return JSON.stringify({
    ...(name === '' ? {} : { manager: name }),
    operation,
    ...(operation === 'Apply' ? {} : { apiVersion }),
    ...(subresource === '' ? {} : { subresource }),
  });
}

export type ParsedManagers =
  | { readonly kind: 'managers'; readonly managers: Managers }
  | { readonly kind: 'invalid'; readonly message: string };

/** Absent and null are no managers. */
export function parseManagers(value: Json | undefined): ParsedManagers {
  const managers = new Map<string, Manager>();
  for (const [index, entry] of (isJsonList(value ?? null) ? (value as readonly Json[]) : []).entries()) {
    const parsed = parseEntry(entry, index);
    if (typeof parsed === 'string') return { kind: 'invalid', message: parsed };
    managers.set(managerKey(parsed), parsed);
  }
  return { kind: 'managers', managers };
}

function parseEntry(entry: Json, index: number): Manager | string {
  const operation = stringAt(entry, ['operation']) ?? '';
  if (operation !== 'Apply' && operation !== 'Update') return 'operation must be `Apply` or `Update`';
  const apiVersion = stringAt(entry, ['apiVersion']) ?? '';
  if (apiVersion === '') return 'apiVersion must not be empty';
  const fieldsType = stringAt(entry, ['fieldsType']) ?? '';
  if (fieldsType === '') return `missing fieldsType in managed fields entry ${index}`;
  if (fieldsType !== 'FieldsV1') return `invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`;
  return readFields(entry, { operation, apiVersion });
}

function readFields(entry: Json, known: Pick<Manager, 'operation' | 'apiVersion'>): Manager | string {
  const text = (field: string): string => stringAt(entry, [field]) ?? '';
  try {
    const fields = parseFieldsV1((isJsonObject(entry) ? entry['fieldsV1'] : undefined) ?? {});
    const manager = { ...known, name: text('manager'), subresource: text('subresource'), fields };
    return text('time') === '' ? manager : { ...manager, time: text('time') };
  } catch (error) {
    if (error instanceof SyntaxError) return `error decoding set: ${error.message}`;
    throw error;
  }
}

/** In the order in which the server keeps them; undefined where there are none. */
export function formatManagers(managers: Managers): Json | undefined {
  if (managers.size === 0) return undefined;
  return [...managers.values()].sort(compareManagers).map(formatManager);
}

function compareManagers(left: Manager, right: Manager): Order {
  return (
    compareTexts(left.operation, right.operation) ||
    compareTexts(left.time ?? '', right.time ?? '') ||
    compareTexts(left.name, right.name) ||
    compareTexts(left.apiVersion, right.apiVersion) ||
    compareTexts(left.subresource, right.subresource)
  );
}

function formatManager({ name, operation, apiVersion, subresource, fields, time }: Manager): JsonObject {
  return {
    ...(name === '' ? {} : { manager: name }),
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: formatFieldsV1(fields),
    ...(subresource === '' ? {} : { subresource }),
  };
}
