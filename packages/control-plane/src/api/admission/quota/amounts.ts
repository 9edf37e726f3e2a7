// Amounts of resources, as quotas count them.
import type { JsonObject, Quantity } from '@rectrace/kube';
import { addQuantities, compareQuantities, formatQuantity, parseQuantity, subtractQuantities } from '@rectrace/kube';
import { textsAt } from '../../metadata.ts';

/** Quantities as text, by name, e.g. { pods: '1', 'requests.cpu': '500m' }. */
export type Amounts = Readonly<Record<string, string>>;

export function amountsAt(object: JsonObject, path: readonly string[]): Amounts {
  return textsAt(object, path);
}

export function isNothing(amounts: Amounts): boolean {
  return Object.keys(amounts).length === 0;
}

/** Those of `amounts` that `others` names too. */
export function onlyKeys(amounts: Amounts, others: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([key]) => others[key] !== undefined));
}

export function addAmounts(left: Amounts, right: Amounts): Amounts {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries([...keys].map((key) => [key, formatQuantity(addQuantities(quantity(left[key]), quantity(right[key])))]));
}

/** What `after` has more than `before`; what became less is left out. */
export function growth(before: Amounts, after: Amounts): Amounts {
  const grown = Object.entries(after).map(([key, text]) => [key, subtractQuantities(quantity(text), quantity(before[key]))] as const);
  return Object.fromEntries(grown.filter(([, value]) => value.digits > 0n).map(([key, value]) => [key, formatQuantity(value)]));
}

/** The amounts that are above their limit. */
export function exceeding(amounts: Amounts, limits: Amounts): Amounts {
  return Object.fromEntries(
    Object.entries(amounts).filter(
      ([key, text]) => limits[key] !== undefined && compareQuantities(quantity(text), quantity(limits[key])) > 0,
    ),
  );
}

/** 'pods=1,requests.cpu=2' */
export function formatAmounts(amounts: Amounts): string {
  return Object.keys(amounts)
    .sort()
    .map((key) => `${key}=${amounts[key]}`)
    .join(',');
}

function quantity(text: string | undefined): Quantity {
  const parsed = parseQuantity(text ?? '0');
  if (parsed.kind === 'invalid') throw new RangeError(`${text}: ${parsed.reason}`);
  return parsed;
}
