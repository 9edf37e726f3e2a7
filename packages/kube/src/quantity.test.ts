import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quantity } from './quantity.ts';
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantityAsInt64,
  quantityAsNumber,
  quantityOf,
  subtractQuantities,
} from './quantity.ts';

function quantity(text: string): Quantity {
  const parsed = parseQuantity(text);
  if (parsed.kind === 'invalid') throw new Error(`${text}: ${parsed.reason}`);
  return parsed;
}

function int64(value: Quantity): string {
  const integer = quantityAsInt64(value);
  return integer.kind === 'integer' ? integer.value.toString() : 'none';
}

/** The expected columns are those of k8s.io/apimachinery v0.35.4: canonical text, AsInt64, AsApproximateFloat64. */
describe('quantities are read and written as the API server does', () => {
  test.each<[string, string, string, number]>([
    ['0', '0', '0', 0],
    ['1', '1', '1', 1],
    ['+5', '5', '5', 5],
    ['-5', '-5', '-5', -5],
    ['1.5', '1500m', 'none', 1.5],
    ['1.5Gi', '1536Mi', 'none', 1610612736],
    ['200m', '200m', 'none', 0.2],
    ['12e6', '12e6', '12000000', 12000000],
    ['1.0', '1', 'none', 1],
    ['100u', '100u', 'none', 9.999999999999999e-5],
    ['1n', '1n', 'none', 1e-9],
    ['0.5n', '1n', 'none', 1e-9],
    ['-0.5n', '-1n', 'none', -1e-9],
    ['0.0000000001', '1n', 'none', 1e-9],
    ['1Pi', '1Pi', 'none', 1125899906842624],
    ['1Ei', '1Ei', 'none', 1.152921504606847e18],
    ['9Ti', '9Ti', '9895604649984', 9895604649984],
    ['99Ti', '99Ti', '108851651149824', 108851651149824],
    ['999Ti', '999Ti', 'none', 1098412116148224.1],
    ['9999999Gi', '9999999Gi', 'none', 1.0737417166258176e16],
    ['1e3', '1e3', '1000', 1000],
    ['1E3', '1e3', '1000', 1000],
    ['1E', '1E', '1000000000000000000', 1e18],
    ['1e-3', '1e-3', 'none', 0.001],
    ['1e', 'invalid', '', Number.NaN],
    ['e3', '0', '0', 0],
    ['Mi', '0', '0', 0],
    ['200K', 'invalid', '', Number.NaN],
    ['1,3G', 'invalid', '', Number.NaN],
    ['Three', 'invalid', '', Number.NaN],
    [' 1', 'invalid', '', Number.NaN],
    ['1 ', 'invalid', '', Number.NaN],
    ['.5', '500m', 'none', 0.5],
    ['5.', '5', '5', 5],
    ['.', '0', '0', 0],
    ['+.', '0', '0', 0],
    ['1.5.5', 'invalid', '', Number.NaN],
    ['', 'invalid', '', Number.NaN],
    ['1.25Ki', '1280', 'none', 1280],
    ['0.5Ki', '512', 'none', 512],
    ['0.001Ki', '1024m', 'none', 1.024],
    ['1023Ki', '1023Ki', '1047552', 1047552],
    ['1024Ki', '1Mi', '1048576', 1048576],
    ['1000000000000000000', '1E', 'none', 1.0000000000000001e18],
    ['9223372036854775807', '9223372036854775807', 'none', 9.223372036854776e18],
    ['9223372036854775808', '9223372036854775808', 'none', 9.223372036854776e18],
    ['99999999999999999999G', '99999999999999999999G', 'none', 1.0000000000000001e29],
    ['16Ei', '9223372036854775807', 'none', 9.223372036854776e18],
    ['0.1', '100m', 'none', 0.1],
    ['0.125Mi', '128Ki', 'none', 131072],
    ['1.1i', 'invalid', '', Number.NaN],
    ['100i', 'invalid', '', Number.NaN],
    ['-1.5Gi', '-1536Mi', 'none', -1610612736],
    ['-0.1Ki', '-102400m', 'none', -102.4],
    ['007', '7', '7', 7],
    ['00', '0', '0', 0],
    ['-0', '0', '0', 0],
    ['1e18', '1e18', '1000000000000000000', 1e18],
    ['1e19', '10e18', 'none', 1e19],
    ['1k', '1k', '1000', 1000],
    ['1000k', '1M', '1000000', 1000000],
    ['1234567k', '1234567k', '1234567000', 1234567000],
    ['0.0005', '500u', 'none', 0.0005],
    ['1.5e3', '1500', '1500', 1500],
    ['12Mi5', 'invalid', '', Number.NaN],
    ['1m5', 'invalid', '', Number.NaN],
    ['1e+3', '1e3', '1000', 1000],
    ['1.123456789123', '1123456790n', 'none', 1.12345679],
    ['1.1234567890001Ki', '1150419751937n', 'none', 1150.419751937],
  ])('%j', (text, ...[canonical, integer, number]) => {
    const parsed = parseQuantity(text);
    if (parsed.kind === 'invalid') {
      expect(canonical).toBe('invalid');
      expect(parsed.reason).not.toBe('');
      return;
    }
    expect(formatQuantity(parsed)).toBe(canonical);
    expect(int64(parsed)).toBe(integer);
    expect(quantityAsNumber(parsed)).toBe(number);
  });

  test('what is too long or too large is refused', () => {
    expect(parseQuantity('1'.repeat(1001)).kind).toBe('invalid');
    expect(parseQuantity('1e1001').kind).toBe('invalid');
    expect(parseQuantity('1e-1001').kind).toBe('invalid');
  });

  test('suffixes end at E, also where the server would lose one', () => {
    expect(formatQuantity(quantity('1000E'))).toBe('1000E');
    const large = addQuantities(quantity('4Ei'), quantity('4Ei'));
    expect(formatQuantity(addQuantities(large, large))).toBe('16Ei');
  });
});

describe('arithmetic', () => {
  test.each([
    ['50k', '20k', '70k'],
    ['0.1', '0.2', '300m'],
    ['1Gi', '1Gi', '2Gi'],
    ['1Gi', '1G', '2073741824'],
    ['1G', '1Gi', '2073741824'],
    ['0', '1Gi', '1Gi'],
    ['1Gi', '0', '1Gi'],
    ['1n', '1E', '1000000000000000000000000001n'],
    ['1.5', '-1500m', '0'],
    ['9223372036854775807', '1', '9223372036854775808'],
  ])('%s + %s = %s', (left, right, sum) => {
    expect(formatQuantity(addQuantities(quantity(left), quantity(right)))).toBe(sum);
  });

  test.each([
    ['50k', '20k', '30k'],
    ['0', '1Gi', '-1Gi'],
    ['1', '1001m', '-1m'],
  ])('%s - %s = %s', (left, right, difference) => {
    expect(formatQuantity(subtractQuantities(quantity(left), quantity(right)))).toBe(difference);
  });

  test.each([
    ['200M', '0.2G', 0],
    ['50M', '50Mi', -1],
    ['50Mi', '50M', 1],
    ['-1', '1n', -1],
    ['1000m', '1', 0],
    ['0.0000000001', '1n', 0],
    ['9223372036854775807', '9223372036854775808', -1],
  ])('%s compared with %s is %i', (left, right, order) => {
    expect(compareQuantities(quantity(left), quantity(right))).toBe(order);
  });
});

describe('properties', () => {
  const suffix = fc.constantFrom('', 'n', 'u', 'm', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'e3', 'e-2');
  const text = fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.option(fc.nat({ max: 999 })), suffix)
    .map(([whole, fraction, unit]) => {
      return `${whole}${fraction === null ? '' : `.${fraction}`}${unit}`;
    });

  test('the canonical text is the same quantity, and its own canonical text', () => {
    fc.assert(
      fc.property(text, (written) => {
        const value = quantity(written);
        const again = quantity(formatQuantity(value));
        expect(compareQuantities(value, again)).toBe(0);
        expect(formatQuantity(again)).toBe(formatQuantity(value));
      }),
    );
  });

  test('what was added can be taken away', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [left, right] = [quantity(one), quantity(other)];
        expect(compareQuantities(subtractQuantities(addQuantities(left, right), right), left)).toBe(0);
        expect(compareQuantities(addQuantities(left, right), addQuantities(right, left))).toBe(0);
      }),
    );
  });

  test('the order is that of the numbers', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        (one, other) => {
          const expected = one === other ? 0 : Number(one > other) * 2 - 1;
          expect(compareQuantities(quantityOf(one), quantity(other.toString()))).toBe(expected);
        },
      ),
    );
  });
});
