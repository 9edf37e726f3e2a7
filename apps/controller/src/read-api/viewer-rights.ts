// What one viewer may see, asked once per kind and namespace for one answer.

import type { ReviewedUser, ServedResources } from '@rectrace/cluster';
import { resourceOfKind } from '@rectrace/cluster';
import type { Change } from '@rectrace/trace';
import type { AccessReviews, ResourceAt } from './access-reviews.ts';

/** A kind of object in a namespace; '' = cluster scope. */
export type KindAt = { readonly group: string; readonly kind: string; readonly namespace: string };

const EVENTS = { group: '', resource: 'events' };

export class ViewerRights {
  readonly #viewer: ReviewedUser;
  readonly #reviews: AccessReviews;
  readonly #served: ServedResources;
  readonly #known = new Map<string, boolean>();

  constructor(viewer: ReviewedUser, { reviews, served }: { readonly reviews: AccessReviews; readonly served: ServedResources }) {
    this.#viewer = viewer;
    this.#reviews = reviews;
    this.#served = served;
  }

  /** Whether he may get such objects. @throws ApiError, TransportError */
  async may(at: KindAt): Promise<boolean> {
    const resource = resourceOfKind(this.#served, at);
    // A kind that is served no longer: its plural can only be guessed, so only who may get everything in the group sees it.
    return this.mayGet({ group: at.group, resource: resource?.resource ?? '*', namespace: at.namespace });
  }

  /** The same for a resource by its plural. */
  async mayGet(at: ResourceAt): Promise<boolean> {
    const key = `${at.group}/${at.resource}/${at.namespace}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const allowed = await this.#reviews.mayGet(this.#viewer, at);
    this.#known.set(key, allowed);
    return allowed;
  }

  /** An Event tells of its object, so he must be allowed both. */
  async maySee({ ref, event }: Change): Promise<boolean> {
    const object = await this.may(ref);
    return object && (event === undefined || (await this.mayGet({ ...EVENTS, namespace: event.namespace })));
  }

  /** Asks for all of them, so that `knows` can answer without waiting. */
  async learn(kinds: Iterable<KindAt>): Promise<void> {
    for (const at of kinds) await this.may(at);
  }

  /** What `may` answered; false where it was not asked. */
  knows(at: KindAt): boolean {
    const resource = resourceOfKind(this.#served, at)?.resource ?? '*';
    return this.#known.get(`${at.group}/${resource}/${at.namespace}`) ?? false;
  }
}
