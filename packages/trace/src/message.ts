// What a recorder is told: watch messages, list boundaries, gaps and clock ticks, from a live cluster, a recording or a virtual control plane.

import type { KubeObject, ObjectRef, ResourceScope } from '@rectrace/kube';

/**
 * How a revision was come by: seen on a watch as it happened; told late by a watch that goes on after a break, in order; or recovered by walking
 * exact lists back.
 */
export type ObservedBy = 'watch' | 'lateWatch' | 'walkBack';

/** receivedAt: milliseconds since the epoch. requestedAt: when the list was asked for, to tell revision domains apart. */
export type RecorderMessage =
  | {
      readonly kind: 'ListBegin';
      readonly scope: ResourceScope;
      /** Kind and group of what is listed, so that an empty list says what it is a list of. */
      readonly objectKind: string;
      readonly resourceVersion: string;
      readonly requestedAt: number;
      readonly receivedAt: number;
    }
  | { readonly kind: 'Listed'; readonly scope: ResourceScope; readonly object: KubeObject; readonly receivedAt: number }
  | { readonly kind: 'ListEnd'; readonly scope: ResourceScope; readonly resourceVersion: string; readonly receivedAt: number }
  | {
      readonly kind: 'Observed';
      readonly type: 'Added' | 'Modified' | 'Deleted';
      readonly scope: ResourceScope;
      readonly object: KubeObject;
      readonly by: ObservedBy;
      /** Of a revision learnt late: when it was written at the latest, milliseconds since the epoch, where later ones say so. */
      readonly writtenBy?: number;
      readonly receivedAt: number;
    }
  /** An object known before is gone and no DELETED was seen: it went after one version and before the other. */
  | {
      readonly kind: 'Vanished';
      readonly scope: ResourceScope;
      readonly ref: ObjectRef;
      readonly after: string;
      readonly before: string;
      readonly receivedAt: number;
    }
  | { readonly kind: 'Bookmark'; readonly scope: ResourceScope; readonly resourceVersion: string; readonly receivedAt: number }
  /** Revisions between two versions may be missing; ref where it is one object's. */
  | {
      readonly kind: 'Gap';
      readonly scope: ResourceScope;
      readonly from: string;
      readonly to: string;
      readonly reason: string;
      readonly ref?: ObjectRef;
      readonly receivedAt: number;
    }
  /** A list showed a version lower than one seen before: a restored etcd. Versions start anew. */
  | { readonly kind: 'EpochBegin'; readonly scope: ResourceScope; readonly reason: string; readonly receivedAt: number }
  /** What can and what cannot be seen of a collection; said once per change of state. */
  | {
      readonly kind: 'Availability';
      readonly scope: ResourceScope;
      readonly state: 'watched' | 'forbidden' | 'absent' | 'failing';
      readonly message: string;
      readonly receivedAt: number;
    }
  | { readonly kind: 'Tick'; readonly receivedAt: number };

/** What a recorder asks its caller to do; carried out by the caller, answered by messages. */
export type Want =
  /** Watch what is in a namespace that became part of a tree. */
  | { readonly kind: 'WatchNamespace'; readonly namespace: string }
  /**
   * The body of an object that has none here: read that very version. after: what was written since that version was let go; told again by a walk
   * back as far as it is still there. Until then, and where it is not, it is a gap.
   */
  | { readonly kind: 'Promote'; readonly ref: ObjectRef; readonly resourceVersion: string; readonly after?: string };
