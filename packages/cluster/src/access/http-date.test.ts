import { expect, test } from 'vitest';
import { parseHttpDate } from './http-date.ts';

test('a Date header is read in UTC', () => {
  expect(parseHttpDate('Tue, 01 Dec 2026 06:41:33 GMT')).toBe(Date.UTC(2026, 11, 1, 6, 41, 33));
});

test.each(['', 'Tue, 01 Dec 2026 06:41:33', 'Tue, 01 Nix 2026 06:41:33 GMT', 'Tue, 31 Nov 2026 06:41:33 GMT', '2026-12-01T06:41:33Z'])(
  '%j is no date',
  (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  },
);
