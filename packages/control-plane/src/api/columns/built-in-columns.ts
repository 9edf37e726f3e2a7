// The columns of a built-in kind: their definitions as generated, their cells as written by hand; name and time of creation for the others.
import type { JsonObject } from '@rectrace/kube';
import { COLUMN_DESCRIPTIONS, TABLE_COLUMNS } from '../generated/table-columns.ts';
import type { TableColumns } from '../served-resource.ts';
import { CORE_CELLS } from './core-cells.ts';
import { defaultColumns } from './default-columns.ts';
import { OTHER_CELLS } from './other-cells.ts';
import { ROW_ORDERS } from './row-orders.ts';
import { WORKLOAD_CELLS } from './workload-cells.ts';

const CELLS = { ...CORE_CELLS, ...WORKLOAD_CELLS, ...OTHER_CELLS };

export function builtInColumns(storage: string): TableColumns {
  const cells = CELLS[storage];
  const columns = TABLE_COLUMNS[storage];
  if (cells === undefined || columns === undefined) return defaultColumns;
  const definitions = columns.map(([name, type, format, priority, description]) => ({
    name,
    type,
    format,
    description: COLUMN_DESCRIPTIONS[description] ?? '',
    priority,
  }));
  const order = ROW_ORDERS[storage];
  const shown = { definitions, cells: (object: JsonObject, now: number) => cells(object, now).slice(0, definitions.length) };
  return order === undefined ? shown : { ...shown, order };
}
