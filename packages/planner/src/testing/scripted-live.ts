// A live cluster for tests: collections of objects at one revision, and what is refused.

import type { ApiResource, JsonObject, ListFrom, ListWatchQuery } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { nameOf } from '../snapshot/collections.ts';
import type { LiveCluster, LiveKinds, LiveList, LiveRevision } from '../snapshot/live-cluster.ts';

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

  kinds(): Promise<LiveKinds> {
    const seen = new Set<string>();
    const preferred = this.resources.filter((one) => !seen.has(nameOf(one)) && seen.add(nameOf(one)));
    return Promise.resolve({ resources: this.resources, preferred, unread: [] });
  }

  async revision(query: ListWatchQuery): Promise<LiveRevision> {
    const answer = await this.list(query, { from: { kind: 'consistent' } });
    return answer.kind === 'refused' ? answer : { kind: 'at', resourceVersion: answer.resourceVersion };
  }

  list(query: ListWatchQuery, { from }: { readonly from: ListFrom }): Promise<LiveList> {
    const name = nameOf(query.resource);
    this.asked.push([from.kind, name, query.resource.version, query.namespace].join(' ').trim());
    const refusal = this.refusals.get(name);
    if (refusal !== undefined && refusal.only?.includes(from.kind) !== false) return Promise.resolve({ kind: 'refused', ...refusal });
    const within = (object: JsonObject): boolean =>
      query.namespace === '' || stringAt(object, ['metadata', 'namespace']) === query.namespace;
    const objects = (this.objects.get(name) ?? []).filter(within);
    return Promise.resolve({ kind: 'listed', resourceVersion: this.revisions.get(name) ?? REVISION, objects });
  }
}
