// The columns of a built-in kind: their definitions as generated, their cells as written by hand; name and time of creation for the others.
import { COLUMN_DESCRIPTIONS, TABLE_COLUMNS } from '../generated/table-columns.ts';
import type { TableColumns } from '../served-resource.ts';
import { CORE_CELLS } from './core-cells.ts';
import { defaultColumns } from './default-columns.ts';
import { OTHER_CELLS } from './other-cells.ts';
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
  return { definitions, cells: (object, now) => cells(object, now).slice(0, definitions.length) };
}
