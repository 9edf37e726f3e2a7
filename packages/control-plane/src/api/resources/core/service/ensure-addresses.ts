// Holds the addresses of Services that came into the store without the objects that say so: older clusters keep them elsewhere.
import { walkFrom } from '../../../../storage/ordered-map.ts';
import type { Store } from '../../../../storage/store.ts';
import { namespaceOf } from '../../../metadata.ts';
import type { ReservationAccess } from '../../../reservation.ts';
import { holdAddress } from './cluster-ips.ts';
import { clusterIpsOf, NO_ADDRESS } from './needs.ts';

export function ensureAddresses(store: Store, { random, now }: Pick<ReservationAccess, 'random' | 'now'>): void {
  const snapshot = store.snapshot('services');
  if (snapshot.kind !== 'snapshot') return;
  walkFrom(snapshot.objects, '', (_key, { object }) => {
    const access = { store, random, now, namespace: namespaceOf(object), dryRun: false };
    for (const ip of clusterIpsOf(object)) if (ip !== NO_ADDRESS) holdAddress(object, ip, access);
    return true;
  });
}
