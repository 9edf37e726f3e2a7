import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDouble, formatFixed, formatScientific, parseDouble, parseInt64, parseUint64 } from './number-text.ts';

test('a double survives its text', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      expect(parseDouble(formatDouble(value))).toBe(value);
    }),
  );
});

test('integers survive their text; beyond 64 bits there are none', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (value) => {
      expect(parseInt64(value.toString())).toBe(BigInt.asIntN(64, value) === value ? value : undefined);
      expect(parseUint64(value.toString())).toBe(value >= 0n && value < 2n ** 64n ? value : undefined);
    }),
  );
});

describe('fixed decimals', () => {
  test.each([
    [1234567.895, 2, '1,234,567.90'],
    [2.5, 0, '2'],
    [3.5, 0, '4'],
    [0.125, 2, '0.12'],
    [-0.5, 0, '-0'],
    [999.9999, 2, '1,000.00'],
    [1e21, 1, '1,000,000,000,000,000,000,000.0'],
    [0.1, 20, '0.10000000000000000555'],
  ])('%d with %d is %s', (value, decimals, expected) => {
    expect(formatFixed(value, decimals)).toBe(expected);
  });
});

describe('powers of ten', () => {
  test.each([
    [0, '0.000000×10⁰⁰'],
    [1234.5678, '1.234568×10⁰³'],
    [-0.0001234, '-1.234000×10⁻⁰⁴'],
    [9.9999999, '1.000000×10⁰¹'],
    [1e-300, '1.000000×10⁻³⁰⁰'],
  ])('%d is %s', (value, expected) => {
    expect(formatScientific(value)).toBe(expected);
  });
});
