// A pod's class of service: guaranteed where everything is limited to what is asked for, best effort where nothing is asked for.
import type { Json, Quantity } from '@rectrace/kube';
import { addQuantities, compareQuantities, listAt, parseQuantity } from '@rectrace/kube';
import { textsAt } from '../metadata.ts';

const COUNTED = ['cpu', 'memory'];

type Totals = ReadonlyMap<string, Quantity>;

/** 'Guaranteed', 'Burstable' or 'BestEffort'. */
export function serviceClassOf(spec: Json): string {
  const own = ['requests', 'limits'].some((list) => Object.keys(textsAt(spec, ['resources', list])).length > 0);
  const owners = own ? [spec] : [...listAt(spec, ['containers']), ...listAt(spec, ['initContainers'])];
  const requests = totalsOf(owners, 'requests');
  const limits = totalsOf(owners, 'limits');
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const limited = owners.every((owner) => COUNTED.every((name) => positive(owner, 'limits', name) !== undefined));
  return limited && isEqual(requests, limits) ? 'Guaranteed' : 'Burstable';
}

function totalsOf(owners: readonly Json[], list: string): Totals {
  const totals = new Map<string, Quantity>();
  for (const owner of owners) {
    for (const name of COUNTED) {
      const amount = positive(owner, list, name);
      const known = totals.get(name);
      if (amount !== undefined) totals.set(name, known === undefined ? amount : addQuantities(known, amount));
    }
  }
  return totals;
}

function positive(owner: Json, list: string, name: string): Quantity | undefined {
  const text = textsAt(owner, ['resources', list])[name];
  const parsed = text === undefined ? undefined : parseQuantity(text);
  return parsed?.kind === 'quantity' && parsed.digits > 0n ? parsed : undefined;
}

function isEqual(requests: Totals, limits: Totals): boolean {
  return (
    requests.size === limits.size &&
    [...requests].every(([name, value]) => {
      const limit = limits.get(name);
      return limit !== undefined && compareQuantities(limit, value) === 0;
    })
  );
}
