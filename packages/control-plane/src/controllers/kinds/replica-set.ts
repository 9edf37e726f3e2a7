// ReplicaSets, as far as controllers read them.
import type { JsonObject, KubeObject } from '@rectrace/kube';
import { resourceOf } from '../runtime/resource.ts';
import type { Condition } from './condition.ts';
import type { StoredMeta } from './meta.ts';

export type ReplicaSet = KubeObject & {
  readonly metadata: StoredMeta;
  readonly spec: ReplicaSetSpec;
  readonly status?: ReplicaSetStatus;
};

export type ReplicaSetSpec = {
  readonly replicas: number;
  readonly minReadySeconds?: number;
  readonly selector: JsonObject;
  readonly template: PodTemplate;
};

export type PodTemplate = {
  readonly metadata?: {
    readonly labels?: { readonly [key: string]: string };
    readonly annotations?: { readonly [key: string]: string };
    readonly finalizers?: readonly string[];
  };
  readonly spec: JsonObject;
};

/** Zero counts are left out, `replicas` is not. */
export type ReplicaSetStatus = {
  readonly replicas: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
};

export const REPLICA_SETS = resourceOf<ReplicaSet>({ apiVersion: 'apps/v1', kind: 'ReplicaSet', plural: 'replicasets' });
