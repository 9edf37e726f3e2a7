// Noise folded: per object and class how often, how fast and by whom. A field fight shows here as the loop it is.

import type { Change } from '@rectrace/trace';
import { writerText } from './change-row.ts';
import { formatDuration } from './duration.ts';
import { objectName } from './object-name.ts';
import type { Column, Row, Table } from './table.ts';
import { cell } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'TIMES', fit: 'keep', alignRight: true },
  { title: 'NOISE', fit: 'keep' },
  { title: 'OBJECT', fit: 'cutMiddle', min: 14 },
  { title: 'WITHIN', fit: 'drop', alignRight: true },
  { title: 'RATE', fit: 'drop', alignRight: true },
  { title: 'WRITERS', fit: 'drop' },
];

type Fold = { readonly changes: Change[] };

/** The most frequent first, at most `limit` rows and one that counts the rest. */
export function noiseTable(changes: readonly Change[], { home, limit }: { readonly home: string; readonly limit: number }): Table {
  const folds = new Map<string, Fold>();
  for (const change of changes) {
    if (change.noise === undefined) continue;
    const key = `${change.noise} ${change.ref.uid}`;
    const fold = folds.get(key) ?? { changes: [] };
    fold.changes.push(change);
    folds.set(key, fold);
  }
  const sorted = [...folds.values()].sort((left, right) => right.changes.length - left.changes.length);
  const rows = sorted.slice(0, limit).map((fold) => noiseRow(fold, home));
  const left = sorted.slice(limit);
  const rest: readonly Row[] =
    left.length === 0
      ? []
      : [
          {
            cells: [
              cell(String(left.reduce((sum, fold) => sum + fold.changes.length, 0)), 'faint'),
              cell('more'),
              cell(`of ${left.length} others`, 'faint'),
            ],
            marks: ['none'],
          },
        ];
  return { columns: COLUMNS, rows: [...rows, ...rest] };
}

function noiseRow({ changes }: Fold, home: string): Row {
  const [first] = changes;
  const last = changes.at(-1);
  const span = (last?.receivedAt ?? 0) - (first?.receivedAt ?? 0);
  const writers = [...new Set(changes.map(writerText))].sort().join(', ');
  return {
    cells: [
      cell(`×${changes.length}`),
      cell(first?.noise ?? ''),
      cell(first === undefined ? '' : objectName(first.ref, home)),
      cell(changes.length > 1 ? formatDuration(span) : ''),
      cell(rateText(changes.length, span)),
      cell(writers, 'faint'),
    ],
    marks: ['noise'],
  };
}

/** '2.0/s', '12/min'; '' for what happened once. */
function rateText(many: number, ms: number): string {
  if (many < 2 || ms <= 0) return '';
  const perSecond = ((many - 1) * 1_000) / ms;
  return perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
}
