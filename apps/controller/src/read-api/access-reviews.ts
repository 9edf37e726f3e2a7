// Asks the API server who a viewer is and what he may get: TokenReview and SubjectAccessReview, kept for some seconds.

import { createHash } from 'node:crypto';
import type { Transport } from '@rectrace/cluster';
import type { Clock, Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject, listAt, parseJson, stringAt, valueAt } from '@rectrace/kube';
import { ExpiringCache } from './expiring-cache.ts';

/** As authentication.k8s.io tells him. */
export type Viewer = { readonly name: string; readonly uid: string; readonly groups: readonly string[]; readonly extra: JsonObject };

export type Authentication = { readonly kind: 'viewer'; readonly viewer: Viewer } | { readonly kind: 'unknown'; readonly message: string };

/** namespace '' = cluster scope. */
export type ResourceAt = { readonly group: string; readonly resource: string; readonly namespace: string };

const KEEP_FOR_MS = 10_000;
const VIEWERS = 1_000;
const RIGHTS = 20_000;

export class AccessReviews {
  readonly #transport: Transport;
  readonly #viewers: ExpiringCache<Authentication>;
  readonly #rights: ExpiringCache<boolean>;

  constructor({ transport, clock }: { readonly transport: Transport; readonly clock: Clock }) {
    this.#transport = transport;
    this.#viewers = new ExpiringCache(clock, { entries: VIEWERS, keepFor: KEEP_FOR_MS });
    this.#rights = new ExpiringCache(clock, { entries: RIGHTS, keepFor: KEEP_FOR_MS });
  }

  /** Whose token it is. The token is kept as a hash only. @throws ApiError, TransportError */
  async authenticate(token: string): Promise<Authentication> {
    const key = createHash('sha256').update(token).digest('base64');
    return this.#viewers.get(key, async () => readTokenReview(await this.#review('authentication.k8s.io', 'TokenReview', { token })));
  }

  /** Whether the viewer may get objects of this resource there. @throws ApiError, TransportError */
  async mayGet(viewer: Viewer, { group, resource, namespace }: ResourceAt): Promise<boolean> {
    const { name: user, uid, groups, extra } = viewer;
    const key = formatJson([user, uid, groups, extra, group, resource, namespace]);
    const resourceAttributes = { verb: 'get', group, resource, namespace };
    return this.#rights.get(key, async () => {
      const answer = await this.#review('authorization.k8s.io', 'SubjectAccessReview', { user, uid, groups, extra, resourceAttributes });
      return valueAt(answer, ['status', 'allowed']) === true;
    });
  }

  async #review(group: string, kind: string, spec: object): Promise<Json> {
    const { text } = await this.#transport.request({
      method: 'POST',
      path: `/apis/${group}/v1/${kind.toLowerCase()}s`,
      body: { contentType: 'application/json', text: formatJson({ apiVersion: `${group}/v1`, kind, spec }) },
    });
    return parseJson(text);
  }
}

function readTokenReview(answer: Json): Authentication {
  const user = valueAt(answer, ['status', 'user']);
  if (valueAt(answer, ['status', 'authenticated']) !== true || user === undefined) {
    return { kind: 'unknown', message: stringAt(answer, ['status', 'error']) ?? 'the token is not accepted' };
  }
  const extra = valueAt(user, ['extra']);
  return {
    kind: 'viewer',
    viewer: {
      name: stringAt(user, ['username']) ?? '',
      uid: stringAt(user, ['uid']) ?? '',
      groups: listAt(user, ['groups']).map(String),
      extra: isJsonObject(extra) ? extra : {},
    },
  };
}
