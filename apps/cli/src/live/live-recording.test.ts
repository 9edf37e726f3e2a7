// A recording of a scripted cluster: no API server, the real reflectors, discovery, recorder and history.

import type { ClusterConnection, Transport } from '@rectrace/cluster';
import { Discovery } from '@rectrace/cluster';
import { MemoryHistory, ResumePlaces } from '@rectrace/history';
import type { ApiResource, Cancellation, KubeObject, ListWatch, ListWatchQuery, WatchMessage } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import type { OwnershipRules } from '@rectrace/trace';
import { builtinRules, mergeRules, parseRules } from '@rectrace/trace';
import { afterEach, expect, test, vi } from 'vitest';
import type { Invocation } from '../command-definition.ts';
import { LiveRecording } from './live-recording.ts';

const ROOT = { id: 'w', group: 'example.com', objectKind: 'Widget', namespace: 'plain', name: 'w' };
const WIDGETS = resourceOf('Widget', { group: 'example.com' });
const GADGETS = resourceOf('Gadget', { group: 'example.com' });
const PODS = resourceOf('Pod');
const MAPS = resourceOf('ConfigMap');
const VOLUMES = resourceOf('PersistentVolume', { namespaced: false });
const NAMESPACES = resourceOf('Namespace', { namespaced: false });
const MANY = 2_500;
const MEGABYTE = 1024 * 1024;

function resourceOf(kind: string, { group = '', namespaced = true } = {}): ApiResource {
  const resource = `${kind.toLowerCase()}s`;
  return { group, version: 'v1', kind, resource, singular: '', shortNames: [], categories: [], namespaced, verbs: ['list', 'watch'] };
}

/** Every collection stands at version 10, and tells what is pushed to it. */
class ScriptedCluster implements ListWatch {
  /** 'configmaps@plain metadata' for each list of a collection; counts and lists of one name are apart. */
  readonly lists: string[] = [];
  readonly counted: string[] = [];
  readonly named: string[] = [];
  readonly items = new Map<string, readonly KubeObject[]>();
  /** How many objects are in a collection beside its items. */
  readonly more = new Map<string, number>();
  served: readonly ApiResource[] = [WIDGETS, PODS, MAPS, VOLUMES, NAMESPACES];
  readonly #told = new Map<string, WatchMessage[]>();
  #pushed = Promise.withResolvers<void>();

  async *list(
    { resource: { resource }, namespace, metadataOnly, fieldSelector }: ListWatchQuery,
    { from, signal, limit }: Parameters<ListWatch['list']>[1],
  ): ReturnType<ListWatch['list']> {
    const name = `${resource}@${namespace}${metadataOnly === true ? ' metadata' : ''}`;
    if (fieldSelector !== undefined) {
      this.named.push(fieldSelector);
      await untilAborted(signal);
    }
    (limit === 1 ? this.counted : this.lists).push(name);
    const items = (this.items.get(resource) ?? []).filter(({ metadata }) => namespace === '' || metadata.namespace === namespace);
    const told = metadataOnly === true ? items.map(({ apiVersion, kind, metadata }) => ({ apiVersion, kind, metadata })) : items;
    yield { resourceVersion: from.kind === 'exact' ? from.resourceVersion : '10', items: told, remaining: this.more.get(resource) ?? 0 };
  }

  async *watch({ resource: { resource } }: ListWatchQuery, { signal }: { readonly signal: Cancellation }): AsyncGenerator<WatchMessage> {
    for (let at = 0; ; at += 1) {
      for (let message = this.#told.get(resource)?.[at]; message === undefined; message = this.#told.get(resource)?.[at])
        await Promise.race([this.#pushed.promise, untilAborted(signal)]);
      yield this.#told.get(resource)?.[at] as WatchMessage;
    }
  }

  push({ resource }: ApiResource, kind: 'Added' | 'Modified', object: KubeObject): void {
    this.#told.set(resource, [...(this.#told.get(resource) ?? []), { kind, object, receivedAt: 1_000 }]);
    this.#pushed.resolve();
    this.#pushed = Promise.withResolvers();
  }

  get transport(): Transport {
    const answers = (path: string): object => {
      if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
      if (path === '/apis')
        return { kind: 'APIGroupList', groups: [{ name: 'example.com', versions: [{ groupVersion: 'example.com/v1', version: 'v1' }] }] };
      const group = path === '/api/v1' ? '' : 'example.com';
      const resources = this.served.filter((resource) => resource.group === group);
      return { kind: 'APIResourceList', resources: resources.map(({ resource, ...rest }) => ({ ...rest, name: resource })) };
    };
    return {
      request: async ({ path }) => ({ code: 200, headers: {}, text: JSON.stringify(answers(path)) }),
      stream: () => Promise.reject(new Error('no streams here')),
    };
  }
}

function untilAborted(signal: Cancellation): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function objectOf({ group, kind }: ApiResource, name: string, version: number, rest: object = {}): KubeObject {
  const { metadata, ...fields } = rest as { readonly metadata?: object };
  const apiVersion = group === '' ? 'v1' : `${group}/v1`;
  return {
    apiVersion,
    kind,
    metadata: { namespace: 'plain', name, uid: name, resourceVersion: String(version), ...metadata },
    ...fields,
  } as unknown as KubeObject;
}

const OWNED = { ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'w' }] };
const running: LiveRecording[] = [];
afterEach(async () => {
  for (const recording of running.splice(0)) await recording.end();
});

type Wanted = { readonly plan: readonly ListWatchQuery[]; readonly rules?: OwnershipRules; replan?(): Promise<readonly ListWatchQuery[]> };

/** told: 'Pod a 11' of each change, as it is read. */
async function record(source: ScriptedCluster, { plan, rules = builtinRules(), replan = async () => [] }: Wanted) {
  const clock = new SteppedClock(1_000);
  const warnings: string[] = [];
  const history = new MemoryHistory();
  const discovery = new Discovery(source.transport);
  await discovery.served();
  const invocation = {
    surroundings: { clock, random: () => 0, signal: new AbortController().signal },
    screen: { warn: (line: string) => warnings.push(line) },
  } as unknown as Invocation;
  const recording = await LiveRecording.begin(invocation, {
    cluster: { discovery, listWatch: source } as unknown as ClusterConnection,
    plan: plan.map((query) => ({ query, beginning: { kind: 'list' } })),
    targets: [ROOT],
    rules,
    redact: (object) => object,
    history: { writer: history, reader: history, file: undefined },
    replan,
    places: new ResumePlaces(history),
  });
  running.push(recording);
  const told: string[] = [];
  const reading = (async () => {
    for await (const { changes } of recording.recorded())
      told.push(...changes.map(({ ref, resourceVersion }) => `${ref.kind} ${ref.name} ${resourceVersion}`));
  })();
  reading.catch((error: unknown) => warnings.push(String(error)));
  await recording.synced;
  return { recording, told, warnings, discovery };
}

const inPlain = (resource: ApiResource, more: object = {}): ListWatchQuery => ({ resource, namespace: 'plain', ...more });

test('what happens is told while bodies are read again, and the recording ends without them', async () => {
  const source = new ScriptedCluster();
  const text = 'x'.repeat(MEGABYTE);
  source.items.set(
    'pods',
    Array.from({ length: 20 }, (_, index) => objectOf(PODS, `p${index}`, 5, { metadata: OWNED, spec: { text } })),
  );
  const { recording, told, warnings } = await record(source, { plan: [inPlain(WIDGETS), inPlain(PODS)] });
  source.push(WIDGETS, 'Added', objectOf(WIDGETS, 'w', 11));
  await vi.waitFor(() => expect(source.named.length).toBeGreaterThan(0));
  source.push(WIDGETS, 'Modified', objectOf(WIDGETS, 'w', 12, { spec: { size: 2 } }));
  await vi.waitFor(() => expect(told.at(-1)).toBe('Widget w 12'));
  await recording.end();
  running.splice(0);
  expect(warnings).toEqual([]);
});

test('a kind that is followed by its metadata goes on with bodies in its own namespace once the tree has one', async () => {
  const source = new ScriptedCluster();
  source.items.set('pods', [objectOf(PODS, 'p', 5, { metadata: OWNED, spec: {} })]);
  source.items.set('widgets', [objectOf(WIDGETS, 'w', 4)]);
  const volumes = { resource: VOLUMES, namespace: '' };
  const { recording } = await record(source, { plan: [inPlain(WIDGETS), inPlain(PODS, { metadataOnly: true }), volumes] });
  await vi.waitFor(() => expect(source.lists.filter((name) => name.startsWith('pods'))).toEqual(['pods@plain metadata', 'pods@plain']));
  await vi.waitFor(() => expect(recording.body('p')).toMatchObject({ spec: {} }));
});

test('what the server comes to serve is followed by its metadata where it has many objects, until the tree has one', async () => {
  const source = new ScriptedCluster();
  source.items.set('widgets', [objectOf(WIDGETS, 'w', 4)]);
  source.more.set('gadgets', MANY);
  const { discovery, warnings } = await record(source, {
    plan: [inPlain(WIDGETS)],
    replan: async () => [inPlain(WIDGETS), inPlain(GADGETS)],
  });
  source.served = [...source.served, GADGETS];
  await discovery.refresh();
  const lists = (): readonly string[] => source.lists.filter((name) => name.startsWith('gadgets'));
  await vi.waitFor(() => expect(lists()).toEqual(['gadgets@plain metadata']));
  source.push(GADGETS, 'Added', objectOf(GADGETS, 'g', 11, { metadata: OWNED }));
  await vi.waitFor(() => expect(lists()).toEqual(['gadgets@plain metadata', 'gadgets@plain']));
  expect(warnings).toEqual([]);
});

const SPACES = `name: spaces
members:
  - { parent: Widget.example.com, child: Namespace, by: field, parentKey: '{metadata.uid}', childKey: "{metadata.labels['of']}", namespaces: any }
`;

test.each<[title: string, members: OwnershipRules['members'], pods: string]>([
  ['by metadata where a kind has many objects and the rules do not put them into the tree', [], 'pods@blue metadata'],
  ['with bodies where the rules put all that is in it into the tree', builtinRules().members, 'pods@blue'],
])('a namespace that joins the tree is followed %s', async (_title, members, pods) => {
  const source = new ScriptedCluster();
  source.items.set('widgets', [objectOf(WIDGETS, 'w', 4)]);
  source.items.set('namespaces', [objectOf(NAMESPACES, 'blue', 5, { metadata: { namespace: '', labels: { of: 'w' } } })]);
  source.more.set('pods', MANY);
  const rules = { ...builtinRules(), members: [...members, ...parseRules(SPACES, { file: 'spaces.yaml' }).members] };
  const plan = [inPlain(WIDGETS), { resource: NAMESPACES, namespace: '' }];
  const { warnings } = await record(source, { plan, rules: mergeRules([rules]) });
  await vi.waitFor(() => expect(source.lists.filter((name) => name.endsWith('@blue') || name.includes('@blue ')).sort()).toContain(pods));
  expect(source.lists).toContain('configmaps@blue');
  expect(warnings).toEqual([]);
});
