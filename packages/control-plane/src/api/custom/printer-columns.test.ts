import type { Json } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { printerColumns } from './printer-columns.ts';

const NOW = Date.UTC(2026, 10, 30, 19, 5);

test.each<[Json, string | null]>([
  ['2026-11-30T20:00:00+01:00', '5m'],
  ['2026-11-30T19:00:00', '<invalid>'],
  ['', '<unknown>'],
  ['null', '<unknown>'],
  [17, null],
])('a date column of %j shows %j, wherever the server runs', (since, cell) => {
  const { cells } = printerColumns([{ name: 'Since', type: 'date', jsonPath: '.since' }]);
  const object = { metadata: { name: 'x' }, since };
  expect(inZone('Asia/Tokyo', () => cells(object, NOW))).toEqual(['x', cell]);
});
