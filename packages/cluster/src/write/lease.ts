// A coordination.k8s.io/v1 Lease as the record of who leads, and what a candidate may write into it. Pure.

import type { ApiResource, Json, KubeObject } from '@rectrace/kube';
import { asJson, formatMicroTime, integerAt, stringAt } from '@rectrace/kube';

export const LEASES: ApiResource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  singular: 'lease',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
};

export type LeaseRecord = {
  /** '' where it was given back. */
  readonly holder: string;
  readonly transitions: number;
  readonly acquiredAt: string;
  readonly renewedAt: string;
  readonly resourceVersion: string;
};

/** What a Lease says; absent fields are empty. */
export function readLease(object: KubeObject): LeaseRecord {
  const spec = (field: string): Json | undefined => stringAt(asJson(object), ['spec', field]);
  return {
    holder: String(spec('holderIdentity') ?? ''),
    transitions: Number(integerAt(asJson(object), ['spec', 'leaseTransitions']) ?? 0),
    acquiredAt: String(spec('acquireTime') ?? ''),
    renewedAt: String(spec('renewTime') ?? ''),
    resourceVersion: object.metadata.resourceVersion ?? '',
  };
}

export type LeaseClaim = {
  readonly namespace: string;
  readonly name: string;
  readonly identity: string;
  readonly durationSeconds: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

/** The Lease with this identity in it. Taking it from somebody else, or from nobody, raises leaseTransitions: the fence. */
export function claimLease(before: LeaseRecord | undefined, claim: LeaseClaim): KubeObject {
  const now = formatMicroTime(claim.at);
  const renewal = before?.holder === claim.identity;
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name: claim.name,
      namespace: claim.namespace,
      ...(before === undefined ? {} : { resourceVersion: before.resourceVersion }),
    },
    spec: {
      holderIdentity: claim.identity,
      leaseDurationSeconds: claim.durationSeconds,
      acquireTime: renewal && before.acquiredAt !== '' ? before.acquiredAt : now,
      renewTime: now,
      leaseTransitions: before === undefined ? 1 : before.transitions + (renewal ? 0 : 1),
    },
  };
}

/** The Lease given back: the next candidate need not wait. */
export function releaseLease(held: LeaseRecord, claim: LeaseClaim): KubeObject {
  const now = formatMicroTime(claim.at);
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: claim.name, namespace: claim.namespace, resourceVersion: held.resourceVersion },
    spec: { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now, leaseTransitions: held.transitions },
  };
}
