// What the operations on stored objects share: the store, and what enters from outside.
import type { JsonObject } from '@rectrace/kube';
import type { Place, Store } from '../../storage/store.ts';
import { objectKey } from '../../storage/stored-object.ts';
import type { AdmissionChain, AdmissionRequest } from '../admission/admission-plugin.ts';
import type { Annotate } from '../annotate.ts';
import type { RandomSource } from '../random-source.ts';
import type { ReservationAccess } from '../reservation.ts';
import type { ServedResource } from '../served-resource.ts';
import type { StrategyContext, UserInfo } from '../strategy.ts';

export type Registry = {
  readonly store: Store;
  readonly random: RandomSource;
  readonly admission: AdmissionChain;
  /** Stored objects that are due an update, even one that changes nothing (see ResourceStrategy.storesFirstUpdate). */
  readonly due: WeakSet<JsonObject>;
};

/** One request on one object. */
export type ObjectScope = {
  readonly resource: ServedResource;
  readonly subresource: string;
  /** '' where the resource belongs to no namespace. */
  readonly namespace: string;
  /** '' for a creation whose name stands in the body or is generated. */
  readonly name: string;
  readonly user: UserInfo;
  readonly now: string;
  readonly dryRun: boolean;
  /** The request's options, without a kind. */
  readonly options: JsonObject;
  readonly warn: (text: string) => void;
  readonly annotate: Annotate;
};

export function placeOf({ resource, namespace }: Pick<ObjectScope, 'resource' | 'namespace'>, name: string): Place {
  return { resource: resource.storage, key: objectKey(resource.namespaced ? namespace : '', name) };
}

/** The path under which etcd would hold the object; messages name it. */
export function storageKey({ resource, namespace }: Pick<ObjectScope, 'resource' | 'namespace'>, name: string): string {
  return `${resource.keyPrefix}/${objectKey(resource.namespaced ? namespace : '', name)}`;
}

export function reservationAccess({ store, random }: Registry, { now, namespace, dryRun }: ObjectScope): ReservationAccess {
  return { store, random, now, namespace, dryRun };
}

export function contextOf({ now, user, namespace, warn }: ObjectScope): StrategyContext {
  return { now, user, namespace, warn };
}

export function admissionOf(
  scope: ObjectScope,
  rest: Pick<AdmissionRequest, 'operation' | 'object' | 'old'> & Partial<Pick<AdmissionRequest, 'name' | 'shown'>>,
): AdmissionRequest {
  const { resource, subresource, namespace, user, dryRun, now, warn, annotate } = scope;
  const options = { kind: OPTIONS[rest.operation], apiVersion: 'meta.k8s.io/v1', ...scope.options };
  return { resource, shown: resource, subresource, namespace, name: scope.name, user, options, dryRun, now, warn, annotate, ...rest };
}

const OPTIONS = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;
