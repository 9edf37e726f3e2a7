// The status of a ReconciliationTrace as it stands on the wire. docs/reference/crd.md describes the fields.

import type { KubeObject } from '@rectrace/kube';
import { asJson, isJsonObject } from '@rectrace/kube';

export type ObjectReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
};

export type ObjectTree = { readonly primary: ObjectReference; readonly secondaries?: readonly ObjectTree[] };

export type ObjectSummary = {
  readonly objectType: { readonly apiVersion: string; readonly kind: string };
  readonly total: number;
  /** Counts of objects, net against initialObjectTree; absent counters are zero. */
  readonly changeSummary: { readonly added?: number; readonly updated?: number; readonly deleted?: number };
};

export type TraceChange = {
  readonly objectReference: ObjectReference;
  readonly changeType: 'Event' | 'Creation' | 'Update' | 'Deletion';
  readonly eventAttributes?: { readonly name: string; readonly type: string; readonly reason: string };
  readonly revision: number | bigint;
  /** The true version where revision cannot hold it. */
  readonly resourceVersion?: string;
  /** RFC 3339, seconds. */
  readonly timestamp: string;
  readonly description: string;
  readonly localDescription?: string;
};

export type TraceState = {
  readonly summary: { readonly objectSummaries: readonly ObjectSummary[] };
  readonly objectTree?: ObjectTree;
  /** Oldest first. */
  readonly changes: readonly TraceChange[];
};

/** time: absent where nobody saw when it was. */
export type CycleRequestStatus = { readonly kind: string; readonly time?: string; readonly text: string; readonly writer?: string };

export type CycleStatus = {
  readonly number: number;
  readonly state: 'Open' | 'Reached' | 'Closed';
  /** Times are absent where nobody saw when it was. */
  readonly startTime?: string;
  readonly endTime?: string;
  readonly cause: { readonly kind: string; readonly text: string; readonly writer?: string; readonly objectReference: ObjectReference };
  readonly requests?: readonly CycleRequestStatus[];
};

/** What is recorded but not in this status; absent counters are zero. */
export type Omitted = {
  readonly noise?: number;
  readonly changes?: number;
  readonly texts?: number;
  readonly objects?: number;
  readonly initialObjects?: number;
  readonly objectTypes?: number;
  readonly requests?: number;
  readonly objectsByType?: readonly { readonly apiVersion: string; readonly kind: string; readonly count: number }[];
};

export type Condition = {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly observedGeneration: number | bigint;
  /** RFC 3339, seconds. */
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
};

export type TraceStatus = {
  readonly observedGeneration: number | bigint;
  readonly conditions: readonly Condition[];
  readonly cycle?: CycleStatus;
  readonly initialObjectTree?: ObjectTree;
  readonly currentState?: TraceState;
  readonly omitted?: Omitted;
};

/** The status of a trace, as the API server has checked it against the served schema; without fields where nobody has written one yet. */
export function statusOf(trace: KubeObject): Partial<TraceStatus> {
  const { status } = asJson(trace);
  return isJsonObject(status) ? (status as unknown as Partial<TraceStatus>) : {};
}
