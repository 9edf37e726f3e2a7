// What an API knows of the built-in kinds. It depends on no store: an API and its forks share it, and what one has looked up the others know.
import { builtInGroups } from './built-in-catalog.ts';
import { BuiltInIndex } from './catalog.ts';
import { SchemaEngine } from './custom/schema-engine.ts';
import { ALL_DEFAULTS } from './defaults/all-defaults.ts';
import { TypeDefaults } from './defaults/type-defaults.ts';
import type { SubresourceKinds } from './subresource-kinds.ts';
import { subresourceKinds } from './subresource-kinds.ts';
import { TypeTable } from './type-table.ts';

export type BuiltIns = {
  readonly table: TypeTable;
  readonly schemas: SchemaEngine;
  readonly index: BuiltInIndex;
  readonly kinds: SubresourceKinds;
};

export function createBuiltIns(): BuiltIns {
  const table = new TypeTable();
  const schemas = new SchemaEngine(table);
  const tables = { table, defaults: new TypeDefaults(table, ALL_DEFAULTS) };
  return { table, schemas, index: new BuiltInIndex(builtInGroups({ ...tables, schemas })), kinds: subresourceKinds(tables) };
}
