// Asks the API server who a viewer is and what he may get, and remembers the answers for some seconds.

import { createHash } from 'node:crypto';
import type { ReviewedUser, TokenAnswer, Transport } from '@rectrace/cluster';
import { reviewAccess, reviewToken } from '@rectrace/cluster';
import type { SteadyClock } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import { ExpiringCache } from './expiring-cache.ts';

/** namespace '' = cluster scope. */
export type ResourceAt = { readonly group: string; readonly resource: string; readonly namespace: string };

const KEEP_FOR_MS = 10_000;
const VIEWERS = 1_000;
const RIGHTS = 20_000;

export class AccessReviews {
  readonly #transport: Transport;
  readonly #viewers: ExpiringCache<TokenAnswer>;
  readonly #rights: ExpiringCache<boolean>;

  constructor({ transport, clock }: { readonly transport: Transport; readonly clock: SteadyClock }) {
    this.#transport = transport;
    this.#viewers = new ExpiringCache(clock, { entries: VIEWERS, keepFor: KEEP_FOR_MS });
    this.#rights = new ExpiringCache(clock, { entries: RIGHTS, keepFor: KEEP_FOR_MS });
  }

  /** Whose token it is. The token is remembered as a hash only. @throws ApiError, TransportError */
  async authenticate(token: string): Promise<TokenAnswer> {
    const key = createHash('sha256').update(token).digest('base64');
    return this.#viewers.get(key, () => reviewToken(this.#transport, { token }));
  }

  /** Whether the viewer may get objects of this resource there. @throws ApiError, TransportError */
  async mayGet(user: ReviewedUser, { group, resource, namespace }: ResourceAt): Promise<boolean> {
    const key = formatJson([{ ...user }, group, resource, namespace]);
    return this.#rights.get(key, async () => {
      const answer = await reviewAccess(this.#transport, { user, verb: 'get', group, resource, namespace });
      return answer.kind === 'allowed';
    });
  }
}
