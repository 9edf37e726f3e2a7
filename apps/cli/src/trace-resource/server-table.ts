// A Table as the API server prints collections, in our own columns.

import type { Json } from '@rectrace/kube';
import { integerAt, isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { Column, Row, Table } from '@rectrace/view';
import { cell } from '@rectrace/view';

export const TABLE_ACCEPT = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

/** wide: columns of lower priority too. namespaces: NAMESPACE in front. labels: LABELS behind. Column names in capitals, as kubectl has them. */
export type TableOptions = { readonly wide: boolean; readonly namespaces: boolean; readonly labels: boolean };

/** table: the answer to TABLE_ACCEPT. */
export function tableOf(table: Json, { wide, namespaces, labels }: TableOptions): Table {
  const definitions = listAt(table, ['columnDefinitions']).map((definition, index) => ({ definition, index }));
  const shown = definitions.filter(({ definition }) => wide || Number(integerAt(definition, ['priority']) ?? 0) === 0);
  const columns = shown.map(
    ({ definition, index }): Column => columnOf(stringAt(definition, ['name']) ?? '', index === definitions.length - 1),
  );
  const rows = listAt(table, ['rows']).map((row): Row => {
    const cells = listAt(row, ['cells']);
    const metadata = valueAt(row, ['object', 'metadata']);
    return {
      marks: [],
      cells: [
        ...(namespaces ? [cell(stringAt(metadata, ['namespace']) ?? '')] : []),
        ...shown.map(({ index }) => cell(cellText(cells[index]))),
        ...(labels ? [cell(labelText(valueAt(metadata, ['labels'])))] : []),
      ],
    };
  });
  const front: readonly Column[] = namespaces ? [{ title: 'NAMESPACE', fit: 'cut' }] : [];
  const back: readonly Column[] = labels ? [{ title: 'LABELS', fit: 'below' }] : [];
  return { columns: [...front, ...columns, ...back], rows };
}

function columnOf(name: string, last: boolean): Column {
  const title = name.toUpperCase();
  if (title === 'NAME' || title === 'TARGET_NAME') return { title, fit: 'cutMiddle', min: 10 };
  if (last) return { title, fit: 'below' };
  return { title, fit: title === 'AGE' ? 'keep' : 'drop' };
}

function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : String(value);
}

function labelText(labels: Json | undefined): string {
  if (!isJsonObject(labels)) return '<none>';
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort()
    .join(',');
}
