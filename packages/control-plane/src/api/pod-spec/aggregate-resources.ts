// What the containers of a pod need together.
import type { Json, Quantity } from '@rectrace/kube';
import { addQuantities, compareQuantities, isJsonObject, listAt, parseQuantity, stringAt, valueAt } from '@rectrace/kube';

/** The sum over the containers and the sidecars, or what an init container needs at most, whichever is more. */
export function aggregateResources(spec: Json, list: 'limits' | 'requests'): ReadonlyMap<string, Quantity> {
  const total = new Map<string, Quantity>();
  for (const container of listAt(spec, ['containers'])) addAll(total, quantitiesOf(container, list));
  const started = new Map<string, Quantity>();
  const highest = new Map<string, Quantity>();
  for (const container of listAt(spec, ['initContainers'])) {
    const needs = quantitiesOf(container, list);
    if (stringAt(container, ['restartPolicy']) === 'Always') addAll(started, needs);
    else for (const [key, value] of needs) raise(highest, key, sum(started.get(key), value));
  }
  addAll(total, [...started]);
  for (const [key, value] of highest) raise(total, key, value);
  return total;
}

function addAll(totals: Map<string, Quantity>, needs: readonly (readonly [string, Quantity])[]): void {
  for (const [key, value] of needs) totals.set(key, sum(totals.get(key), value));
}

function quantitiesOf(container: Json, list: string): readonly (readonly [string, Quantity])[] {
  const quantities = valueAt(container, ['resources', list]);
  return Object.entries(isJsonObject(quantities) ? quantities : {}).flatMap(([key, text]) => {
    const quantity = typeof text === 'string' ? parseQuantity(text) : undefined;
    return quantity?.kind === 'quantity' ? [[key, quantity] as const] : [];
  });
}

function raise(totals: Map<string, Quantity>, key: string, value: Quantity): void {
  const known = totals.get(key);
  if (known === undefined || compareQuantities(known, value) < 0) totals.set(key, value);
}

function sum(left: Quantity | undefined, right: Quantity): Quantity {
  return left === undefined ? right : addQuantities(left, right);
}
