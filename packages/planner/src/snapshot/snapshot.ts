// A snapshot: a complete, plain copy of what is in scope of a cluster at one resourceVersion.

import type { JsonObject } from '@rectrace/kube';

export type SnapshotHeader = {
  readonly version: 1;
  /** Milliseconds since the epoch, by the server's clock where it tells the time. */
  readonly takenAt: number;
  /** 'https://host:port'. */
  readonly server: string;
  /** 'v1.35.4'. */
  readonly serverVersion: string;
  readonly resourceVersion: string;
  /** namespace: '' for all. Cluster-scoped objects are in scope in any case. */
  readonly scope: { readonly namespace: string };
  /** Whether secret values are those of the cluster, or stand-ins of the same form. */
  readonly secrets: 'kept' | 'standIns';
  /** What is in scope and not in the snapshot, in order. */
  readonly leftOut: readonly Omission[];
  /** Collections that the server would not tell at that resourceVersion. */
  readonly laterReads: readonly LaterRead[];
};

/** what: 'secrets', 'metrics.k8s.io/v1beta1', or some objects of a collection: '3 persistentvolumes'. */
export type Omission = { readonly what: string; readonly reason: string };

/** collection: 'pods', 'deployments.apps'. */
export type LaterRead = { readonly collection: string; readonly resourceVersion: string; readonly reason: string };

/** objects: as the API server shows them, kind and apiVersion included. */
export type Snapshot = { readonly header: SnapshotHeader; readonly objects: readonly JsonObject[] };
