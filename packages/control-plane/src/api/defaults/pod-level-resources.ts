// spec.resources of a pod: requests and huge page limits that follow from those of its containers.
import { formatQuantity } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childOf, fill } from '../draft.ts';
import { aggregateResources } from '../pod-spec/aggregate-resources.ts';

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
  const needed = [...aggregateResources(spec, 'requests')].filter(([key]) => SUPPORTED.includes(key));
  for (const [key, value] of needed) fill(requests, key, formatQuantity(value));
  const bounded = Object.entries(limits).filter(([key]) => isSupported(key));
  for (const [key, value] of bounded) fill(requests, key, value);
  if (Object.keys(requests).length > 0) resources['requests'] = requests;
}

function fillHugePages(spec: Draft, resources: Draft): void {
  const limits = childOf(resources, 'limits') ?? {};
  const requests = childOf(resources, 'requests') ?? {};
  if (Object.keys(limits).length === 0 && Object.keys(requests).length === 0) return;
  for (const [key, value] of aggregateResources(spec, 'limits')) {
    if (key.startsWith(HUGE_PAGES) && requests[key] === undefined) fill(limits, key, formatQuantity(value));
  }
  if (Object.keys(limits).length > 0) resources['limits'] = limits;
}

function isSupported(key: string): boolean {
  return SUPPORTED.includes(key) || key.startsWith(HUGE_PAGES);
}
