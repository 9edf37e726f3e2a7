// How many devices of each class a ResourceClaim may take.
import type { Json, JsonObject } from '@rectrace/kube';
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import type { Amounts } from './amounts.ts';

const SUFFIX = '.deviceclass.resource.k8s.io/devices';
/** No claim is given more. */
const ALL_DEVICES = 32;

export function deviceUsage(claim: JsonObject): Amounts {
  const totals = new Map<string, number>();
  for (const request of listAt(claim, ['spec', 'devices', 'requests'])) {
    for (const [name, count] of devicesOf(request)) totals.set(name, (totals.get(name) ?? 0) + count);
  }
  return Object.fromEntries([...totals].map(([name, count]) => [`${name}${SUFFIX}`, String(count)]));
}

/** Of several that would do, the most of each class. */
function devicesOf(request: Json): ReadonlyMap<string, number> {
  const exactly = valueAt(request, ['exactly']);
  const either = listAt(request, ['firstAvailable']);
  const most = new Map<string, number>();
  for (const wanted of either.length > 0 || exactly === undefined ? either : [exactly]) {
    const name = stringAt(wanted, ['deviceClassName']) ?? '';
    most.set(name, Math.max(most.get(name) ?? 0, countOf(wanted)));
  }
  return most;
}

function countOf(wanted: Json): number {
  switch (stringAt(wanted, ['allocationMode'])) {
    case 'ExactCount':
      return Number(valueAt(wanted, ['count']) ?? 0);
    case 'All':
      return ALL_DEVICES;
    default:
      return 0;
  }
}
