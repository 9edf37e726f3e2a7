// A live cluster for tests: collections of objects at one revision, and what is refused.

import { ApiError } from '@rectrace/cluster';
import type { ApiResource, JsonObject, KubeObject, ListFrom, ListWatchQuery } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { nameOf } from '../snapshot/collections.ts';
import type { LiveCluster } from '../snapshot/live-cluster.ts';

export const REVISION = '4711';
const VERBS = ['get', 'list', 'watch'];

/** '/v1/Pod/pods', 'apps/v1/Deployment/deployments', '!' in front: cluster-scoped. */
export function resource(text: string, verbs: readonly string[] = VERBS): ApiResource {
  const [group = '', version = '', kind = '', name = ''] = text.replace('!', '').split('/');
  const namespaced = !text.startsWith('!');
  return { group, version, kind, resource: name, singular: '', shortNames: [], categories: [], namespaced, verbs };
}

/** code, message: how a list of it is refused. only: of lists asked for in these ways. */
export type Refusal = { readonly code: number; readonly message: string; readonly only?: readonly ListFrom['kind'][] };

export class ScriptedLive implements LiveCluster {
  readonly server = 'https://127.0.0.1:6443';
  /** 'exact pods shop' */
  readonly asked: string[] = [];
  readonly resources: readonly ApiResource[];
  readonly objects = new Map<string, readonly JsonObject[]>();
  readonly refusals = new Map<string, Refusal>();
  /** Of collections whose lists are not at the revision asked for. */
  readonly revisions = new Map<string, string>();

  constructor(resources: readonly ApiResource[]) {
    this.resources = resources;
  }

  version(): ReturnType<LiveCluster['version']> {
    return Promise.resolve({ version: 'v1.35.4', major: '1', minor: '35', platform: '', date: Date.UTC(2026, 0, 1) });
  }

  served(): ReturnType<LiveCluster['served']> {
    return Promise.resolve({ resources: this.resources, unread: [] });
  }

  async *list(query: ListWatchQuery, { from }: Parameters<LiveCluster['list']>[1]): ReturnType<LiveCluster['list']> & AsyncGenerator {
    const name = nameOf(query.resource);
    this.asked.push([from.kind, name, query.resource.version, query.namespace].join(' ').trim());
    const refusal = this.refusals.get(name);
    if (refusal !== undefined && refusal.only?.includes(from.kind) !== false)
      throw new ApiError({ code: refusal.code, reason: '', message: refusal.message }, { method: 'GET', path: `/${name}` });
    const within = (object: JsonObject): boolean =>
      query.namespace === '' || stringAt(object, ['metadata', 'namespace']) === query.namespace;
    const items = (this.objects.get(name) ?? []).filter(within) as unknown as readonly KubeObject[];
    yield { resourceVersion: this.revisions.get(name) ?? REVISION, items };
  }
}
