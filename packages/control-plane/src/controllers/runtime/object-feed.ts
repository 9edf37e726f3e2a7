// Where a view's messages come from: the objects there are, then every write, in the order in which the server made them as far as that is known.
import type { KubeObject } from '@rectrace/kube';
import type { Resource } from './resource.ts';

export type FeedMessage =
  /** All objects of the resource: others are gone. */
  | { readonly kind: 'present'; readonly resource: Resource; readonly objects: readonly KubeObject[] }
  | { readonly kind: 'written' | 'deleted'; readonly resource: Resource; readonly object: KubeObject };

export interface ObjectFeed {
  /** What has come since the last call; empty where nothing has. */
  take(): readonly FeedMessage[];
  /** Calls back, once or more often, as soon as there is something to take. */
  onArrival(call: () => void): void;
  close(): void;
}
