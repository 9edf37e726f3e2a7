// What a pod needs as a whole: its containers together, what it says for itself above that, and its overhead.
import type { JsonObject, Quantity } from '@rectrace/kube';
import { addQuantities, formatQuantity, parseQuantity } from '@rectrace/kube';
import { textsAt } from '../metadata.ts';
import { aggregateResources } from './aggregate-resources.ts';

/** Quantities as text, by resource. */
export function podTotals(spec: JsonObject, list: 'limits' | 'requests'): Readonly<Record<string, string>> {
  const totals = new Map(aggregateResources(spec, list));
  for (const [key, value] of quantitiesAt(spec, ['resources', list])) totals.set(key, value);
  for (const [key, value] of quantitiesAt(spec, ['overhead'])) {
    const known = totals.get(key);
    if (known !== undefined) totals.set(key, addQuantities(known, value));
    else if (list === 'requests') totals.set(key, value);
  }
  return Object.fromEntries([...totals].map(([key, value]) => [key, formatQuantity(value)]));
}

function quantitiesAt(spec: JsonObject, path: readonly string[]): readonly (readonly [string, Quantity])[] {
  return Object.entries(textsAt(spec, path)).flatMap(([key, text]) => {
    const parsed = parseQuantity(text);
    return parsed.kind === 'quantity' ? [[key, parsed] as const] : [];
  });
}
