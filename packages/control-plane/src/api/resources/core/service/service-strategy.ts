// Service: gets an address, node ports and families; keeps them over updates, and gives them back.
import type { JsonObject } from '@rectrace/kube';
import { objectKey } from '../../../../storage/stored-object.ts';
import type { Draft } from '../../../draft.ts';
import { draftOf, ensureChild } from '../../../draft.ts';
import { invalid } from '../../../failures.ts';
import type { FieldError } from '../../../field-error.ts';
import { invalidValue } from '../../../field-error.ts';
import { markAsDeleting } from '../../../mark-as-deleting.ts';
import { finalizersOf, isDeleting, nameOf } from '../../../metadata.ts';
import type { Reservation, ReservationAccess, Taken } from '../../../reservation.ts';
import type { ResourceStrategy } from '../../../strategy.ts';
import { loadBalancerWarnings } from '../../../validation/load-balancer-warnings.ts';
import { dns1035Label } from '../../../validation/name-rules.ts';
import { checkedBy } from '../../checked-by.ts';
import { serviceChangeErrors } from './address-errors.ts';
import { carryOver, dropWithType } from './carry-over.ts';
import { alignClusterIps, releaseAddresses, takeAddress } from './cluster-ips.ts';
import { fillFamilies } from './families.ts';
import { clusterIpsOf, isHeadless, needsClusterIp, typeOf } from './needs.ts';
import { PortHolders, takeNodePorts } from './node-ports.ts';
import { serviceErrors, serviceStatusErrors } from './service-errors.ts';
import { serviceWarnings } from './service-warnings.ts';

export function serviceStrategy(base: ResourceStrategy): ResourceStrategy {
  return checkedBy(
    { ...base, nameRule: dns1035Label, reservation: serviceReservation(new PortHolders()), prepareForUpdate: clearBalancerStatus },
    {
      warnings: serviceWarnings,
      errors: (service) => serviceErrors(service),
      update: (service, old) => [...serviceChangeErrors(service, old), ...serviceErrors(service, old)],
      status: serviceStatusErrors,
      statusWarnings: loadBalancerWarnings,
    },
  );
}

/** Of a Service that is balanced no more. */
function clearBalancerStatus(service: Draft): void {
  if (typeOf(service) !== 'LoadBalancer') service['status'] = { loadBalancer: {} };
}

function serviceReservation(holders: PortHolders): Reservation {
  return {
    take: (service, old, access) => {
      if (old !== undefined) {
        dropWithType(service, old);
        carryOver(service, old);
      }
      alignClusterIps(service, old);
      refuseIfAny(service, fillFamilies(service, old));
      return takeAll(service, old, { access, holders });
    },
    release: (service, access) => {
      removeEndpoints(service, access);
      releaseAddresses(clusterIpsOf(service), access);
    },
  };
}

/** Endpoints of the same name go with the Service; finalizers hold them. */
function removeEndpoints(service: JsonObject, { store, namespace, now, dryRun }: ReservationAccess): void {
  const place = { resource: 'endpoints', key: objectKey(namespace, nameOf(service)) };
  const endpoints = dryRun ? undefined : store.get(place);
  if (endpoints === undefined) return;
  const { object, revision: expected } = endpoints;
  if (finalizersOf(object).length === 0) store.delete(place, { object, expected });
  else if (!isDeleting(object)) store.update(place, { object: markedAsDeleting(object, now), expected });
}

function markedAsDeleting(object: JsonObject, now: string): Draft {
  const draft = draftOf(object);
  markAsDeleting(draft, now);
  return draft;
}

type Taking = { readonly access: ReservationAccess; readonly holders: PortHolders };

function takeAll(service: Draft, old: JsonObject | undefined, { access, holders }: Taking): Taken {
  const before = old === undefined ? [] : clusterIpsOf(old);
  const kept = old !== undefined && needsClusterIp(old);
  const fresh = kept ? [] : takeClusterIp(service, before, access);
  const undo = (): void => releaseAddresses(fresh, access);
  const errors = takeNodePorts(service, access, holders);
  if (errors.length > 0) undo();
  refuseIfAny(service, errors);
  const now = clusterIpsOf(service);
  return {
    keep: () =>
      releaseAddresses(
        before.filter((ip) => !now.includes(ip)),
        access,
      ),
    undo,
  };
}

/** The addresses that were taken for this write. */
function takeClusterIp(service: Draft, before: readonly string[], access: ReservationAccess): readonly string[] {
  if (!needsClusterIp(service) || isHeadless(service)) return [];
  const spec = ensureChild(service, 'spec');
  const wanted = clusterIpsOf(service);
  if (wanted.length > 0 && wanted.every((ip) => before.includes(ip))) return [];
  const taken = takeAddress(service, wanted[0] ?? '', access);
  if (taken.kind === 'refused') refuseIfAny(service, [invalidValue('spec.clusterIPs', wanted.length === 0 ? [''] : wanted, taken.detail)]);
  if (taken.kind === 'refused') return [];
  spec['clusterIP'] = taken.ip;
  spec['clusterIPs'] = [taken.ip];
  return [taken.ip];
}

function refuseIfAny(service: JsonObject, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: '', kind: 'Service', name: nameOf(service) }, errors);
}
