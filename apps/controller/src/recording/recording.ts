// What serving traces needs of whoever records: roots to follow, what is known of them, and whether it can be seen and kept.

import type { ApiResource } from '@rectrace/kube';
import type { FullRootView, RootTarget } from '@rectrace/trace';
import type { RootActivity } from '../root-activity.ts';

/** listing: not read yet. blind: cannot be seen, message says why. */
export type Sight = { readonly kind: 'watched' } | { readonly kind: 'listing' } | { readonly kind: 'blind'; readonly message: string };

export interface Recording {
  readonly activity: RootActivity;
  /** Records a root for an owner; several owners share it. Its resource is followed in all namespaces as long as the root is recorded. */
  addRoot(target: RootTarget, options: { readonly owner: string; readonly resource: ApiResource }): void;
  /** The owner needs the root no more; without owners it is recorded no more. */
  dropRoot(id: string, owner: string): void;
  viewOf(id: string): FullRootView | undefined;
  sightOf(resource: ApiResource): Sight;
  /** Why the history cannot be written at the moment; undefined where it can. */
  historyProblem(): string | undefined;
}
