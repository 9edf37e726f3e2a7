import { describe, expect, test } from 'vitest';
import { ApiError, ServerUnreachable } from '../errors.ts';
import { ScriptedTransport } from '../testing/scripted-transport.ts';
import { Discovery } from './discovery.ts';
import { preferredResources } from './served-resources.ts';

const CORE = {
  kind: 'APIGroupDiscoveryList',
  items: [
    {
      metadata: {},
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [
            {
              resource: 'pods',
              responseKind: { kind: 'Pod' },
              scope: 'Namespaced',
              singularResource: 'pod',
              shortNames: ['po'],
              categories: ['all'],
              verbs: ['list', 'watch'],
              subresources: [{ subresource: 'status' }],
            },
            {
              resource: 'nodes',
              responseKind: { kind: 'Node' },
              scope: 'Cluster',
              singularResource: 'node',
              shortNames: ['no'],
              verbs: ['list'],
            },
          ],
        },
      ],
    },
  ],
};

function groups(...items: readonly object[]): object {
  return { kind: 'APIGroupDiscoveryList', items };
}

function group(name: string, ...versions: readonly (readonly [string, readonly string[], string?])[]): object {
  return {
    metadata: { name },
    versions: versions.map(([version, kinds, freshness = 'Current']) => ({
      version,
      freshness,
      resources: kinds.map((kind) => ({
        resource: `${kind.toLowerCase()}s`,
        responseKind: { kind },
        scope: 'Namespaced',
        singularResource: kind.toLowerCase(),
        verbs: ['list'],
      })),
    })),
  };
}

function names(resources: readonly { readonly resource: string; readonly group: string; readonly version: string }[]): readonly string[] {
  return resources.map(({ resource, group: of, version }) => `${resource}.${version}.${of}`);
}

describe('aggregated', () => {
  test('resources with names, scope and verbs, core first', async () => {
    const served = await new Discovery(
      new ScriptedTransport({ '/api': CORE, '/apis': groups(group('apps', ['v1', ['Deployment']])) }),
    ).served();
    expect(names(served.resources)).toEqual(['pods.v1.', 'nodes.v1.', 'deployments.v1.apps']);
    expect(served.resources[0]).toEqual({
      group: '',
      version: 'v1',
      kind: 'Pod',
      resource: 'pods',
      singular: 'pod',
      shortNames: ['po'],
      categories: ['all'],
      namespaced: true,
      verbs: ['list', 'watch'],
    });
    expect(served.resources[1]).toMatchObject({ namespaced: false });
    expect(served.unread).toEqual([]);
  });

  test('it asks for the aggregated form first', async () => {
    const transport = new ScriptedTransport({ '/api': CORE, '/apis': groups() });
    await new Discovery(transport).served();
    expect(transport.asked.map(({ path }) => path)).toEqual(['/api', '/apis']);
    expect(transport.asked[0]?.accept).toMatch(
      /^application\/json;g=apidiscovery\.k8s\.io;v=v2;as=APIGroupDiscoveryList,.*,application\/json$/,
    );
  });

  test('a stale group version is named, the rest goes on; the preferred version is the first that has the resource', async () => {
    const answer = groups(
      group('metrics.k8s.io', ['v1beta1', [], 'Stale']),
      group('db.example', ['v2', ['Cluster']], ['v1', ['Cluster', 'Backup']]),
    );
    const served = await new Discovery(new ScriptedTransport({ '/api': CORE, '/apis': answer })).served();
    expect(served.unread).toEqual([{ group: 'metrics.k8s.io', version: 'v1beta1', reason: 'its API server does not answer' }]);
    expect(names(preferredResources(served))).toEqual(['pods.v1.', 'nodes.v1.', 'clusters.v2.db.example', 'backups.v1.db.example']);
  });
});

describe('one reading for several', () => {
  function slow() {
    const answer = Promise.withResolvers<void>();
    const signals: (AbortSignal | undefined)[] = [];
    const transport = new ScriptedTransport({ '/api': CORE, '/apis': groups() });
    const discovery = new Discovery({
      request: async (request) => {
        signals.push(request.signal);
        await Promise.race([answer.promise, rejectedWith(request.signal)]);
        return transport.request(request);
      },
      stream: (request) => transport.stream(request),
    });
    return { discovery, answer, signals };
  }

  function rejectedWith(signal: AbortSignal | undefined): Promise<never> {
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
  }

  test('who leaves takes nobody along', async () => {
    const { discovery, answer, signals } = slow();
    const [first, second] = [new AbortController(), new AbortController()];
    const left = discovery.refresh(first.signal);
    const stayed = discovery.refresh(second.signal);
    const forever = discovery.served();
    first.abort(new Error('the first left'));
    await expect(left).rejects.toThrow('the first left');
    answer.resolve();
    expect(names((await stayed).resources)).toEqual(['pods.v1.', 'nodes.v1.']);
    expect(await forever).toBe(await stayed);
    expect(signals).toHaveLength(2);
  });

  test('with the last who leaves it is called off; who comes then begins anew', async () => {
    const { discovery, answer, signals } = slow();
    const controller = new AbortController();
    const left = discovery.refresh(controller.signal);
    controller.abort(new Error('all left'));
    await expect(left).rejects.toThrow('all left');
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
    answer.resolve();
    expect(names((await discovery.refresh()).resources)).toEqual(['pods.v1.', 'nodes.v1.']);
    expect(discovery.readings).toBe(1);
  });

  test('one that is done is not shared with who comes later', async () => {
    const { discovery, answer, signals } = slow();
    answer.resolve();
    await discovery.refresh();
    await discovery.refresh();
    expect(signals).toHaveLength(4);
  });
});

describe('legacy', () => {
  const LEGACY = {
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': {
      kind: 'APIGroupList',
      groups: [
        { name: 'db.example', versions: [{ version: 'v1' }, { version: 'v2' }], preferredVersion: { version: 'v2' } },
        { name: 'metrics.k8s.io', versions: [{ version: 'v1beta1' }] },
      ],
    },
    '/api/v1': {
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: [
        { name: 'pods', kind: 'Pod', namespaced: true, singularName: 'pod', shortNames: ['po'], verbs: ['list'] },
        { name: 'pods/status', kind: 'Pod', namespaced: true },
      ],
    },
    '/apis/db.example/v2': {
      kind: 'APIResourceList',
      groupVersion: 'db.example/v2',
      resources: [{ name: 'clusters', kind: 'Cluster', namespaced: true, singularName: 'cluster', verbs: [] }],
    },
    '/apis/db.example/v1': {
      kind: 'APIResourceList',
      groupVersion: 'db.example/v1',
      resources: [{ name: 'clusters', kind: 'Cluster', namespaced: true, singularName: 'cluster', verbs: [] }],
    },
  };

  test('each group version is read, the preferred one first, subresources left out, a failing one named', async () => {
    const down = new ApiError(
      { code: 503, reason: 'ServiceUnavailable', message: 'no endpoints' },
      { method: 'GET', path: '/apis/metrics.k8s.io/v1beta1' },
    );
    const served = await new Discovery(new ScriptedTransport({ ...LEGACY, '/apis/metrics.k8s.io/v1beta1': down })).served();
    expect(names(served.resources)).toEqual(['pods.v1.', 'clusters.v2.db.example', 'clusters.v1.db.example']);
    expect(served.unread).toEqual([
      { group: 'metrics.k8s.io', version: 'v1beta1', reason: 'GET /apis/metrics.k8s.io/v1beta1: no endpoints (503 ServiceUnavailable)' },
    ]);
  });

  test('an unreachable server is an error, not an empty discovery', async () => {
    const lost = new ServerUnreachable('gone');
    await expect(new Discovery(new ScriptedTransport({ ...LEGACY, '/api/v1': lost })).served()).rejects.toBe(lost);
  });
});

describe('changes', () => {
  test('listeners hear of a change, not of the same again; who waits for news hears of every reading', async () => {
    const transport = new ScriptedTransport({ '/api': CORE, '/apis': groups() });
    const discovery = new Discovery(transport);
    const heard: number[] = [];
    const stop = new AbortController();
    const leaving = new AbortController();
    discovery.onChange(({ resources }) => heard.push(resources.length), stop.signal);
    discovery.onChange(() => heard.push(-1), leaving.signal);
    leaving.abort();
    await discovery.served();
    const same = discovery.nextNews(stop.signal);
    await discovery.refresh();
    await same;
    expect(heard).toEqual([]);
    expect(discovery.readings).toBe(2);
    const woken = discovery.nextNews(stop.signal);
    transport.answer('/apis', groups(group('db.example', ['v1', ['Cluster']])));
    await discovery.refresh();
    await woken;
    expect(heard).toEqual([3]);
    expect(discovery.latest?.resources).toHaveLength(3);
  });

  test('waiting ends with the signal', async () => {
    const stop = new AbortController();
    const waiting = new Discovery(new ScriptedTransport({})).nextNews(stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  test('readings at the same time share one', async () => {
    const transport = new ScriptedTransport({ '/api': CORE, '/apis': groups() });
    const discovery = new Discovery(transport);
    await Promise.all([discovery.served(), discovery.served(), discovery.refresh()]);
    expect(transport.asked).toHaveLength(2);
  });

  test('what is no API server says so', async () => {
    await expect(new Discovery(new ScriptedTransport({ '/api': '<html>', '/apis': '<html>' })).served()).rejects.toThrow(
      /is no JSON .*is this address an API server\?/,
    );
  });
});
