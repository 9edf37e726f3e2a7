// Amounts of bytes that are not whole.
import { formatQuantity } from '@rectrace/kube';
import { quantityOf } from '../validation/checks.ts';
import type { Spot } from '../validation/spot.ts';
import { keyed } from '../validation/spot.ts';

/** `resources`: quantities by name; `names`: of those that count bytes. */
export function fractionWarnings(resources: Spot, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const place = keyed(resources, name);
    if (place.value === undefined) return [];
    const quantity = quantityOf(place);
    if (quantity.exponent >= 0 || quantity.digits % 10n ** BigInt(-quantity.exponent) === 0n) return [];
    return [`${place.path}: fractional byte value ${JSON.stringify(formatQuantity(quantity))} is invalid, must be an integer`];
  });
}
