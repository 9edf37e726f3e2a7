// spec.resources of a pod: requests and huge page limits that follow from those of its containers.
import type { Quantity } from '@rectrace/kube';
import { addQuantities, compareQuantities, formatQuantity, parseQuantity } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childOf, childrenOf, fill } from '../draft.ts';

const HUGE_PAGES = 'hugepages-';
const SUPPORTED = ['cpu', 'memory'];

export function fillPodLevelResources(spec: Draft): void {
  const resources = childOf(spec, 'resources');
  if (resources === undefined) return;
  fillHugePages(spec, resources);
  const limits = childOf(resources, 'limits') ?? {};
  if (Object.keys(limits).length > 0) fillRequests(spec, resources, limits);
}

function fillRequests(spec: Draft, resources: Draft, limits: Draft): void {
  const requests = childOf(resources, 'requests') ?? {};
  const needed = [...aggregate(spec, 'requests')].filter(([key]) => SUPPORTED.includes(key));
  for (const [key, value] of needed) fill(requests, key, formatQuantity(value));
  const bounded = Object.entries(limits).filter(([key]) => isSupported(key));
  for (const [key, value] of bounded) fill(requests, key, value);
  if (Object.keys(requests).length > 0) resources['requests'] = requests;
}

function fillHugePages(spec: Draft, resources: Draft): void {
  const limits = childOf(resources, 'limits') ?? {};
  const requests = childOf(resources, 'requests') ?? {};
  if (Object.keys(limits).length === 0 && Object.keys(requests).length === 0) return;
  for (const [key, value] of aggregate(spec, 'limits')) {
    if (key.startsWith(HUGE_PAGES) && requests[key] === undefined) fill(limits, key, formatQuantity(value));
  }
  if (Object.keys(limits).length > 0) resources['limits'] = limits;
}

function isSupported(key: string): boolean {
  return SUPPORTED.includes(key) || key.startsWith(HUGE_PAGES);
}

/** The sum over the containers and the sidecars, or what an init container needs at most, whichever is more. */
function aggregate(spec: Draft, list: 'limits' | 'requests'): ReadonlyMap<string, Quantity> {
  const total = new Map<string, Quantity>();
  for (const container of childrenOf(spec, 'containers')) addAll(total, quantitiesOf(container, list));
  const started = new Map<string, Quantity>();
  const highest = new Map<string, Quantity>();
  for (const container of childrenOf(spec, 'initContainers')) {
    const needs = quantitiesOf(container, list);
    if (container['restartPolicy'] === 'Always') addAll(started, needs);
    else for (const [key, value] of needs) raise(highest, key, sum(started.get(key), value));
  }
  addAll(total, [...started]);
  for (const [key, value] of highest) raise(total, key, value);
  return total;
}

function addAll(totals: Map<string, Quantity>, needs: readonly (readonly [string, Quantity])[]): void {
  for (const [key, value] of needs) totals.set(key, sum(totals.get(key), value));
}

function quantitiesOf(container: Draft, list: string): readonly (readonly [string, Quantity])[] {
  const quantities = childOf(childOf(container, 'resources') ?? {}, list) ?? {};
  return Object.entries(quantities).flatMap(([key, text]) => {
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
