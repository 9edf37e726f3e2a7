// What an apply that conflicts is told: in one text, and field by field.
import { formatPath } from '../fieldpath/path-element.ts';
import { compareTexts } from '../value/compare-values.ts';
import { quoteText } from '../value/format-go.ts';
import type { Manager } from './manager.ts';
import { managerKey } from './manager.ts';
import type { FieldConflict } from './settle-managers.ts';

export type ConflictCause = { readonly message: string; readonly field: string };

export function conflictCauses(conflicts: readonly FieldConflict[]): readonly ConflictCause[] {
  return conflicts.map(({ manager, path }) => ({ message: `conflict with ${nameManager(manager)}`, field: formatPath(path) }));
}

export function conflictMessage(conflicts: readonly FieldConflict[]): string {
  const [first, ...others] = conflicts;
  if (first !== undefined && others.length === 0)
    return `Apply failed with 1 conflict: conflict with ${nameManager(first.manager)}: ${formatPath(first.path)}`;
  const byManager = new Map<string, FieldConflict[]>();
  for (const conflict of conflicts) {
    const key = managerKey(conflict.manager);
    byManager.set(key, [...(byManager.get(key) ?? []), conflict]);
  }
  const lines = [...byManager].sort(([left], [right]) => compareTexts(left, right)).flatMap(([, group]) => linesOf(group));
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

function linesOf(conflicts: readonly FieldConflict[]): readonly string[] {
  const head = conflicts.slice(0, 1).map(({ manager }) => `conflicts with ${nameManager(manager)}:`);
  return [...head, ...conflicts.map(({ path }) => `- ${formatPath(path)}`)];
}

function nameManager({ name, operation, apiVersion, subresource }: Manager): string {
  const place = subresource === '' ? '' : ` with subresource ${quoteText(subresource)}`;
  return `${quoteText(name)}${place}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;
}
