import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResource } from '@rectrace/kube';
import type { ApiObject, ClusterAccess, ControlPlane } from '@rectrace/testbed';
import { describeReal, namespaceFor, startControlPlane, waitFor } from '@rectrace/testbed';
import { realClock } from '@rectrace/testing';
import type { RecorderMessage } from '@rectrace/trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findResource } from '../discovery/find-resource.ts';
import type { ClusterConnection } from '../kubeconfig/load-cluster.ts';
import { loadCluster } from '../kubeconfig/load-cluster.ts';
import { listAll } from '../list-watch/list-all.ts';
import { describeMessage } from '../testing/reflection.ts';
import type { KnownRevision } from './known-collection.ts';
import { openReflectors } from './open-reflectors.ts';
import { reflect } from './reflect.ts';
import type { ReflectOptions } from './reflect-options.ts';
import { ReflectorCounters } from './reflector-counters.ts';

const clock = realClock();

function connect(kubeconfig: string): Promise<ClusterConnection> {
  return loadCluster({ kubeconfig, env: {}, clock, random: Math.random });
}

async function resourceOf(connection: ClusterConnection, name: string): Promise<ApiResource> {
  const found = findResource(await connection.discovery.served(), name);
  if (found.kind !== 'found') throw new Error(found.message);
  return found.resource;
}

/** A reflector that runs until it is disposed of. */
class Running implements AsyncDisposable {
  readonly messages: RecorderMessage[] = [];
  readonly counters = new ReflectorCounters();
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: Omit<ReflectOptions, 'clock' | 'random' | 'signal' | 'scope' | 'counters'>) {
    const { resource, namespace } = options.query;
    const scope = { group: resource.group, resource: resource.resource, namespace };
    this.#running = this.#run({ ...options, scope, clock, random: Math.random, counters: this.counters, signal: this.#stop.signal });
  }

  get lines(): readonly string[] {
    return this.messages.map(describeMessage);
  }

  async until(condition: (lines: readonly string[]) => boolean, what: string): Promise<void> {
    await waitFor(async () => condition(this.lines), { timeoutMs: 20_000, what: `${what} in ${this.lines.join(', ')}` });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(options: ReflectOptions): Promise<void> {
    for await (const message of reflect(options)) this.messages.push(message);
  }
}

type Maps = {
  write(name: string): Promise<ApiObject>;
  remove(name: string): Promise<void>;
  known(): Promise<{ readonly resourceVersion: string; readonly known: readonly KnownRevision[] }>;
};

function configMaps(plane: Pick<ClusterAccess, 'api'>, namespace: string): Maps {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  let writes = 0;
  return {
    async write(name) {
      writes += 1;
      const body = { metadata: { name }, data: { value: String(writes) } };
      const patched = await plane.api.request({ method: 'PATCH', path: `${path}/${name}`, body });
      return patched.status === 404 ? plane.api.expect({ method: 'POST', path, body }) : (patched.body as ApiObject);
    },
    async remove(name) {
      await plane.api.expect({ method: 'DELETE', path: `${path}/${name}` });
    },
    async known() {
      const list = await plane.api.expect<{
        readonly metadata: { readonly resourceVersion: string };
        readonly items: readonly ApiObject[];
      }>({ path });
      const known = list.items.map(({ metadata: { name, uid, resourceVersion } }) => ({ namespace, name, uid, resourceVersion }));
      return { resourceVersion: list.metadata.resourceVersion, known };
    },
  };
}

describeReal('reflectors on a real API server', (plane) => {
  test('a 403 on one kind is told once and the rest goes on', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const kubeconfig = await plane().addUser({ name: `part-${namespace}`, kind: 'token' });
    const role = { metadata: { name: 'part' }, rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }] };
    const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
    await plane().api.expect({ method: 'POST', path: `${rbac}/roles`, body: role });
    const subjects = [{ kind: 'User', name: `part-${namespace}`, apiGroup: 'rbac.authorization.k8s.io' }];
    await plane().api.expect({
      method: 'POST',
      path: `${rbac}/rolebindings`,
      body: { metadata: { name: 'part' }, subjects, roleRef: { kind: 'Role', name: 'part', apiGroup: 'rbac.authorization.k8s.io' } },
    });
    const connection = await connect(kubeconfig);
    await using reflectors = openReflectors({ connection, clock, random: Math.random, timings: { forbiddenRetryMs: 300 } });
    const messages: RecorderMessage[] = [];
    const reading = (async () => {
      for await (const message of reflectors.messages()) messages.push(message);
    })();
    for (const name of ['configmaps', 'secrets']) reflectors.want({ resource: await resourceOf(connection, name), namespace });
    await waitFor(async () => messages.some(({ kind }) => kind === 'Availability'), { timeoutMs: 10_000, what: 'availability' });
    await configMaps(plane(), namespace).write('a');
    await sleep(1_200);
    const told = messages.flatMap((message) => (message.kind === 'Availability' ? [`${message.scope.resource} ${message.state}`] : []));
    expect(told.toSorted()).toEqual(['configmaps watched', 'secrets forbidden']);
    expect(messages.map(describeMessage).some((line) => line.startsWith('Added a@'))).toBe(true);
    const forbidden = messages.find((message) => message.kind === 'Availability' && message.state === 'forbidden');
    expect(forbidden?.kind === 'Availability' ? forbidden.message : '').toContain('cannot list resource "secrets"');
    const bound = { rules: [{ apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['list', 'watch'] }] };
    await plane().api.expect({ method: 'PATCH', path: `${rbac}/roles/part`, body: bound });
    await waitFor(
      async () =>
        messages.some((message) => message.kind === 'Availability' && message.scope.resource === 'secrets' && message.state === 'watched'),
      { timeoutMs: 10_000, what: 'the right to be noticed' },
    );
    await reflectors.close();
    await reading;
    connection.close();
  });

  test('Events have no bookmarks: their place is moved by a list and a fresh watch, and nothing is told twice', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const connection = await connect(plane().kubeconfig);
    const timings = { silenceMs: 500, silenceWithoutBookmarksMs: 500, graceMs: 200 };
    await using r = new Running({
      source: connection.listWatch,
      query: { resource: await resourceOf(connection, 'events'), namespace },
      timings,
    });
    await r.until((lines) => lines.some((line) => line.startsWith('ListEnd')), 'the list');
    const before = r.counters.place;
    await configMaps(plane(), namespace).write('elsewhere');
    await r.until((lines) => lines.some((line) => line.startsWith('Bookmark')), 'a confirmed place');
    expect(BigInt(r.counters.place)).toBeGreaterThan(BigInt(before));
    const event = {
      metadata: { name: 'e' },
      involvedObject: { kind: 'ConfigMap', name: 'x', namespace },
      reason: 'Test',
      message: 'm',
      type: 'Normal',
    };
    await plane().api.expect({ method: 'POST', path: `/api/v1/namespaces/${namespace}/events`, body: event });
    await r.until((lines) => lines.some((line) => line.startsWith('Added e@')), 'the Event');
    await sleep(1_500);
    expect(r.lines.filter((line) => line.startsWith('Added e@'))).toHaveLength(1);
    expect(r.counters.relists).toBe(0);
    connection.close();
  });

  test('metadata only: no body in a list, a watch or what is walked back', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const maps = configMaps(plane(), namespace);
    await maps.write('a');
    const { resourceVersion, known } = await maps.known();
    await maps.write('a');
    const connection = await connect(plane().kubeconfig);
    const query = { resource: await resourceOf(connection, 'configmaps'), namespace, metadataOnly: true };
    await using r = new Running({ source: connection.listWatch, query, resume: { resourceVersion, known } });
    await r.until((lines) => lines.some((line) => line.startsWith('Modified a@')), 'the change');
    const objects = r.messages.flatMap((message) => (message.kind === 'Listed' || message.kind === 'Observed' ? [message.object] : []));
    expect(objects.length).toBeGreaterThan(1);
    expect(objects.every((object) => object['data'] === undefined && object.kind === 'ConfigMap' && object.apiVersion === 'v1')).toBe(true);
    connection.close();
  });

  test('a streamed list is the paged one, bodies and metadata', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const maps = configMaps(plane(), namespace);
    for (let count = 0; count < 20; count += 1) await maps.write(`m-${count}`);
    const asked: string[] = [];
    const options = { kubeconfig: plane().kubeconfig, env: {}, clock, random: Math.random };
    const paged = await loadCluster(options);
    const streamed = await loadCluster({ ...options, lists: 'streamed', verbosity: 6, log: (line) => asked.push(line) });
    const resource = await resourceOf(paged, 'configmaps');
    for (const metadataOnly of [false, true]) {
      const listing = {
        query: { resource, namespace, metadataOnly },
        from: { kind: 'consistent' },
        signal: new AbortController().signal,
      } as const;
      const sorted = async (connection: ClusterConnection): Promise<unknown> => {
        const { items } = await listAll(connection.listWatch, listing);
        return items.toSorted((left, right) => (left.metadata.name < right.metadata.name ? -1 : 1));
      };
      expect(await sorted(streamed)).toEqual(await sorted(paged));
    }
    expect(asked.filter((line) => line.includes('sendInitialEvents=true') && line.includes(' 200 '))).toHaveLength(2);
    expect(asked.some((line) => line.includes('limit='))).toBe(false);
    for (const connection of [paged, streamed]) connection.close();
  });

  test('many objects come in pages of one version', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const maps = configMaps(plane(), namespace);
    for (let count = 0; count < 120; count += 1) await maps.write(`m-${count}`);
    const connection = await connect(plane().kubeconfig);
    const query = { resource: await resourceOf(connection, 'configmaps'), namespace };
    const sizes: number[] = [];
    const versions = new Set<string>();
    for await (const page of connection.listWatch.list(query, {
      from: { kind: 'consistent' },
      signal: new AbortController().signal,
      limit: 50,
    })) {
      sizes.push(page.items.length);
      versions.add(page.resourceVersion);
    }
    expect(sizes).toEqual([50, 50, 21]);
    expect(versions.size).toBe(1);
    connection.close();
  });
});

describeReal('resuming on a real API server', () => {
  let plane: ControlPlane;
  let connection: ClusterConnection;
  let resource: ApiResource;
  beforeAll(async () => {
    plane = await startControlPlane({ controllers: false });
    connection = await connect(plane.kubeconfig);
    resource = await resourceOf(connection, 'configmaps');
  });
  afterAll(async () => {
    connection.close();
    await plane.stop();
  });

  async function prepared(namespace: string): Promise<{
    readonly maps: Maps;
    readonly resume: { readonly resourceVersion: string; readonly known: readonly KnownRevision[] };
    readonly gone: ApiObject;
  }> {
    await plane.api.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
    const maps = configMaps(plane, namespace);
    for (const name of ['a', 'b', 'c']) await maps.write(name);
    const resume = await maps.known();
    await maps.write('a');
    await maps.write('a');
    const gone = await maps.write('b');
    await maps.remove('b');
    await maps.write('d');
    return { maps, resume, gone };
  }

  const types = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => line.replace(/@[0-9]+/, '').replace(/ [0-9]+(\.\.[0-9]+)?$/, ''));

  test('from its place: what came since is watched', async () => {
    const { resume } = await prepared('resume-watch');
    await using r = new Running({ source: connection.listWatch, query: { resource, namespace: 'resume-watch' }, resume });
    await r.until((lines) => lines.some((line) => line.startsWith('Added d@')), 'd');
    expect(types(r.lines)).toEqual([
      'ListBegin',
      'Listed a',
      'Listed b',
      'Listed c',
      'ListEnd',
      'Availability watched',
      'Modified a lateWatch',
      'Modified a lateWatch',
      'Modified b lateWatch',
      'Deleted b lateWatch',
      'Added d lateWatch',
    ]);
  });

  test('after a restart of the API server: walked back', async () => {
    const { resume } = await prepared('resume-restart');
    await plane.restartApiServer();
    const walkBack = { maxRevisionsPerObject: 100, concurrency: 8, searchMs: 60_000 };
    await using r = new Running({ source: connection.listWatch, query: { resource, namespace: 'resume-restart' }, resume, walkBack });
    await r.until((lines) => lines.filter((line) => line.startsWith('ListEnd')).length === 2, 'the second list');
    const told = types(r.lines);
    expect(told.slice(0, 6)).toEqual(['ListBegin', 'Listed a', 'Listed b', 'Listed c', 'ListEnd', 'Availability watched']);
    expect(told.slice(6)).toEqual([
      'ListBegin',
      'Listed c',
      'Modified a walkBack',
      'Modified a walkBack',
      'Added d walkBack',
      'Modified b walkBack',
      'Deleted b walkBack',
      'ListEnd',
    ]);
  });

  test('after a compaction, while the watch still knows: nothing is lost', async () => {
    const { resume, maps } = await prepared('resume-compacted');
    await plane.compactEtcd();
    await waitFor(
      async () => {
        const exact = await plane.api.request({
          path: `/api/v1/namespaces/resume-compacted/configmaps?resourceVersion=${resume.resourceVersion}&resourceVersionMatch=Exact`,
        });
        return exact.status === 410;
      },
      { timeoutMs: 30_000, what: 'the past to be gone' },
    );
    await maps.write('e');
    await using r = new Running({ source: connection.listWatch, query: { resource, namespace: 'resume-compacted' }, resume });
    await r.until((lines) => lines.some((line) => line.startsWith('Added e@')), 'e');
    expect(types(r.lines)).toEqual([
      'Listed c',
      'Availability watched',
      'Modified a lateWatch',
      'Modified a lateWatch',
      'Modified b lateWatch',
      'Deleted b lateWatch',
      'Added d lateWatch',
      'Added e lateWatch',
    ]);
  });

  test('after a compaction and a restart: what is lost is named', async () => {
    const { resume, gone } = await prepared('resume-lost');
    await plane.compactEtcd();
    await plane.restartApiServer();
    await using r = new Running({ source: connection.listWatch, query: { resource, namespace: 'resume-lost' }, resume });
    await r.until((lines) => lines.some((line) => line.startsWith('ListEnd')), 'the list');
    const told = types(r.lines).filter((line) => !line.startsWith('Gap') && !line.startsWith('Vanished'));
    expect(told).toEqual([
      'Listed c',
      'Availability watched',
      'ListBegin',
      'Listed c',
      'Modified a walkBack',
      'Added d walkBack',
      'ListEnd',
    ]);
    const named = r.messages.flatMap((message) => (message.kind === 'Gap' && message.ref !== undefined ? [message.ref.name] : []));
    expect(named.toSorted()).toEqual(['a', 'b', 'd']);
    const vanished = r.messages.find(({ kind }) => kind === 'Vanished');
    expect(vanished?.kind === 'Vanished' ? vanished.ref.uid : '').toBe(gone.metadata.uid);
  });
});
