// Which collections are followed, in all namespaces, and who needs each: what nobody needs any more is left, and goes on later where it was left.

import type { Reflectors } from '@rectrace/cluster';
import type { HistoryReader, RecordedPlace } from '@rectrace/history';
import { ResumePlaces } from '@rectrace/history';
import type { ApiResource, ResourceScope } from '@rectrace/kube';
import { formatScope } from '@rectrace/kube';

export type FollowedOptions = { readonly history: HistoryReader; readonly reflectors: Pick<Reflectors, 'want' | 'drop'> };

type Followed = { readonly scope: ResourceScope; readonly users: Set<string> };

export class FollowedCollections {
  readonly #options: FollowedOptions;
  readonly #places: ResumePlaces;
  readonly #followed = new Map<string, Followed>();
  readonly #left = new Set<string>();

  constructor(options: FollowedOptions) {
    this.#options = options;
    this.#places = new ResumePlaces(options.history);
  }

  get scopes(): readonly ResourceScope[] {
    return [...this.#followed.values()].map(({ scope }) => scope);
  }

  has(scope: ResourceScope): boolean {
    return this.#followed.has(formatScope(scope));
  }

  /** user: any name; one that is given again changes nothing. */
  want(resource: ApiResource, user: string): void {
    const scope = scopeOf(resource);
    const followed = this.#followed.get(formatScope(scope));
    if (followed !== undefined) {
      followed.users.add(user);
      return;
    }
    this.#followed.set(formatScope(scope), { scope, users: new Set([user]) });
    const resume = this.#placeOf(resource);
    this.#options.reflectors.want({ resource, namespace: '' }, resume === undefined ? {} : { resume });
  }

  /** The user needs nothing any more. Returns what is followed no longer. */
  release(user: string): readonly ResourceScope[] {
    const left = [...this.#followed.values()].filter(({ users }) => users.delete(user) && users.size === 0).map(({ scope }) => scope);
    for (const scope of left) {
      this.#followed.delete(formatScope(scope));
      this.#left.add(formatScope(scope));
      this.#options.reflectors.drop(scope);
    }
    return left;
  }

  /** What was left while the process ran goes on as after a restart. */
  #placeOf(resource: ApiResource): RecordedPlace | undefined {
    const places = this.#left.delete(formatScope(scopeOf(resource))) ? new ResumePlaces(this.#options.history) : this.#places;
    return places.take(resource, { namespace: '' });
  }
}

export function scopeOf({ group, resource }: Pick<ApiResource, 'group' | 'resource'>): ResourceScope {
  return { group, resource, namespace: '' };
}
