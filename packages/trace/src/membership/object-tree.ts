// The object tree as data: the root and all that hangs on it, each edge with its reason; references are links, not members.

import type { ObjectRef } from '@rectrace/kube';

/** Why a child hangs on its parent: its ownerReference, a label rule, a field reference, or being in a namespace. */
export type EdgeReason = { readonly kind: 'owner' | 'label' | 'field' | 'namespace'; readonly rule: string };

export type TreeNode = {
  readonly ref: ObjectRef;
  readonly resourceVersion: string;
  /** Why it hangs here; absent for the root. */
  readonly reason?: EdgeReason;
  /** Ended but still holding children, or deleted within the shown cycle. */
  readonly gone: boolean;
  /** Lies in a ring of owners, or owns itself. */
  readonly cyclic: boolean;
  /** Sorted by kind, then name. */
  readonly children: readonly TreeNode[];
  /** Other parents of this one node, and objects it refers to. */
  readonly links: readonly TreeLink[];
};

export type TreeLink = { readonly ref: Omit<ObjectRef, 'uid'> & { readonly uid: string }; readonly reason: string };
