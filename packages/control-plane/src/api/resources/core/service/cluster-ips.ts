// The address of a Service: given out of the ranges of the cluster, held by an IPAddress object.
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import { walkFrom } from '../../../../storage/ordered-map.ts';
import type { Store } from '../../../../storage/store.ts';
import type { Draft } from '../../../draft.ts';
import { ensureChild } from '../../../draft.ts';
import { nameOf } from '../../../metadata.ts';
import type { AddressRange } from '../../../networking/address-range.ts';
import { candidates, isWithin, parseRange } from '../../../networking/address-range.ts';
import { newUid } from '../../../random-source.ts';
import type { ReservationAccess } from '../../../reservation.ts';
import { clusterIpsOf, NO_ADDRESS } from './needs.ts';

const ADDRESSES = 'ipaddresses.networking.k8s.io';
const RANGES = 'servicecidrs.networking.k8s.io';

/** clusterIP and clusterIPs say the same; what only one of them says counts. */
export function alignClusterIps(service: Draft, old: JsonObject | undefined): void {
  const spec = ensureChild(service, 'spec');
  const own = addressOf(service);
  const listed = clusterIpsOf(service);
  const counts =
    old === undefined ? own !== '' && listed.length === 0 : own !== addressOf(old) && listed.join() === clusterIpsOf(old).join();
  if (!counts) return;
  if (own === '') delete spec['clusterIPs'];
  else spec['clusterIPs'] = [own];
}

function addressOf(service: JsonObject): string {
  return stringAt(service, ['spec', 'clusterIP']) ?? '';
}

export type Address = { readonly kind: 'taken'; readonly ip: string } | { readonly kind: 'refused'; readonly detail: string };

/** `wanted`: '' for any. */
export function takeAddress(service: JsonObject, wanted: string, access: ReservationAccess): Address {
  const ranges = rangesIn(access.store);
  if (wanted !== '') return takeWanted(service, wanted, { ranges, access });
  for (const range of ranges) {
    for (const ip of candidates(range, () => access.random.next())) {
      if (isUnheld(service, access)) return { kind: 'refused', detail: `failed to allocate IP: ${unheld(ip)}` };
      if (holdAddress(service, ip, access)) return { kind: 'taken', ip };
    }
  }
  return { kind: 'refused', detail: 'failed to allocate a serviceIP: range is full' };
}

type Taking = { readonly ranges: readonly AddressRange[]; readonly access: ReservationAccess };

function takeWanted(service: JsonObject, wanted: string, { ranges, access }: Taking): Address {
  const range = ranges.find((known) => isWithin(known, wanted));
  const failed = `failed to allocate IP ${wanted}`;
  if (range === undefined) return { kind: 'refused', detail: `${failed}: the provided network does not match the current range` };
  if (isUnheld(service, access)) return { kind: 'refused', detail: `${failed}: ${unheld(wanted)}` };
  if (holdAddress(service, wanted, access)) return { kind: 'taken', ip: wanted };
  return { kind: 'refused', detail: `${failed}: provided IP is already allocated` };
}

/** An address is held in the name of its Service: one without a name gets none, which is told before that it has no name. */
function isUnheld(service: JsonObject, { dryRun }: ReservationAccess): boolean {
  return !dryRun && nameOf(service) === '';
}

function unheld(ip: string): string {
  return `IPAddress.networking.k8s.io ${JSON.stringify(ip)} is invalid: spec.parentRef.name: Required value`;
}

function rangesIn(store: Store): readonly AddressRange[] {
  const snapshot = store.snapshot(RANGES);
  const ranges: AddressRange[] = [];
  if (snapshot.kind !== 'snapshot') return ranges;
  walkFrom(
    snapshot.objects,
    '',
    (_key, { object }) => ranges.push(...listAt(object, ['spec', 'cidrs']).map((text) => parseRange(String(text)))) > 0,
  );
  return ranges;
}

/** False where somebody has it already. A dry run takes nothing. */
export function holdAddress(service: JsonObject, ip: string, { store, random, now, namespace, dryRun }: ReservationAccess): boolean {
  const place = { resource: ADDRESSES, key: ip };
  if (store.get(place) !== undefined) return false;
  if (dryRun) return true;
  const labels = {
    'ipaddress.kubernetes.io/ip-family': ip.includes(':') ? 'IPv6' : 'IPv4',
    'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
  };
  store.create(place, {
    metadata: { name: ip, uid: newUid(random), creationTimestamp: now, labels },
    spec: { parentRef: { resource: 'services', namespace, name: nameOf(service) } },
  });
  return true;
}

export function releaseAddresses(ips: readonly string[], { store, dryRun }: ReservationAccess): void {
  for (const ip of dryRun ? [] : ips) {
    const place = { resource: ADDRESSES, key: ip };
    const held = ip === NO_ADDRESS ? undefined : store.get(place);
    if (held !== undefined) store.delete(place, { object: held.object, expected: held.revision });
  }
}
