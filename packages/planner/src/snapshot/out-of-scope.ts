// What a snapshot leaves out of the collections that it lists: what holds only where it lives, and what belongs to objects that are not in it.

import type { JsonObject } from '@rectrace/kube';
import { integerAt, parseInstant, stringAt, valueAt } from '@rectrace/kube';
import type { Omission } from './snapshot.ts';

export type Scoped = { readonly objects: readonly JsonObject[]; readonly leftOut: readonly Omission[] };

/** takenAt: milliseconds since the epoch. namespace: '' for all. */
export function withoutOutOfScope(objects: readonly JsonObject[], scope: { readonly takenAt: number; readonly namespace: string }): Scoped {
  const foreign = foreignVolumes(objects, scope.namespace);
  const counts = new Map<string, number>();
  const kept = objects.filter((object) => {
    const reason = reasonAgainst(object, { takenAt: scope.takenAt, foreign });
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return reason === undefined;
  });
  const leftOut = [...counts].map(([reason, count]) => ({ what: `${count} ${REASONS[reason]?.what}`, reason: REASONS[reason]?.why ?? '' }));
  return { objects: kept, leftOut: leftOut.sort((left, right) => (left.what < right.what ? -1 : 1)) };
}

/** A volume whose claim is missing would be released, and then deleted; what is attached and nobody uses, detached. */
const REASONS: { readonly [reason: string]: { readonly what: string; readonly why: string } } = {
  lease: { what: 'leases.coordination.k8s.io', why: 'live: their holders go on elsewhere' },
  volume: { what: 'persistentvolumes', why: 'bound to claims of other namespaces' },
  attachment: { what: 'volumeattachments.storage.k8s.io', why: 'of volumes bound to claims of other namespaces' },
};

type Against = { readonly takenAt: number; readonly foreign: ReadonlySet<string> };

function reasonAgainst(object: JsonObject, { takenAt, foreign }: Against): string | undefined {
  switch (object['kind']) {
    case 'Lease':
      return isLive(object, takenAt) ? 'lease' : undefined;
    case 'PersistentVolume':
      return foreign.has(stringAt(object, ['metadata', 'name']) ?? '') ? 'volume' : undefined;
    case 'VolumeAttachment':
      return foreign.has(stringAt(object, ['spec', 'source', 'persistentVolumeName']) ?? '') ? 'attachment' : undefined;
    default:
      return undefined;
  }
}

function isLive(lease: JsonObject, now: number): boolean {
  const renewed = parseInstant(stringAt(lease, ['spec', 'renewTime']) ?? '');
  const seconds = Number(integerAt(lease, ['spec', 'leaseDurationSeconds']) ?? 0);
  return renewed !== undefined && (stringAt(lease, ['spec', 'holderIdentity']) ?? '') !== '' && renewed + seconds * 1000 > now;
}

function foreignVolumes(objects: readonly JsonObject[], namespace: string): ReadonlySet<string> {
  const names = objects.flatMap((object) => {
    const claimed = object['kind'] === 'PersistentVolume' ? stringAt(object, ['spec', 'claimRef', 'namespace']) : undefined;
    return claimed === undefined || claimed === namespace ? [] : [String(valueAt(object, ['metadata', 'name']))];
  });
  return new Set(namespace === '' ? [] : names);
}
