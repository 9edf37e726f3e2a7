import { describeReal, waitFor } from '@rectrace/testbed';
import { realClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import type { ClusterConnection } from '../kubeconfig/load-cluster.ts';
import { loadCluster } from '../kubeconfig/load-cluster.ts';
import { openReflectors } from '../reflector/open-reflectors.ts';
import { describeMessage } from '../testing/reflection.ts';
import { findResource } from './find-resource.ts';
import { followServed } from './follow-served.ts';

const clock = realClock();
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const APISERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';

function definition(group: string, versions: readonly string[]): object {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wdg'] },
      versions: versions.map((name, index) => ({ name, served: true, storage: index === 0, schema })),
    },
  };
}

async function connect(kubeconfig: string): Promise<ClusterConnection> {
  return loadCluster({ kubeconfig, env: {}, clock, random: Math.random });
}

describeReal('what a real API server serves', (plane) => {
  test('aggregated and legacy discovery tell the same', async () => {
    const connection = await connect(plane().kubeconfig);
    const { Discovery } = await import('./discovery.ts');
    const legacyTransport = {
      ...connection.transport,
      request: (request: Parameters<typeof connection.transport.request>[0]) =>
        connection.transport.request({ ...request, accept: 'application/json' }),
    };
    const [aggregated, legacy] = [await connection.discovery.served(), await new Discovery(legacyTransport).served()];
    connection.close();
    const names = ({ resources }: typeof legacy): readonly string[] =>
      resources
        .map(({ group, version, resource, kind, namespaced, shortNames }) =>
          [group, version, resource, kind, namespaced, shortNames].join(),
        )
        .sort();
    const groupOf = (name: string): boolean => !name.includes('example');
    expect(names(aggregated).filter(groupOf)).toEqual(names(legacy).filter(groupOf));
    expect(names(aggregated).length).toBeGreaterThan(50);
  });

  test('short names, plurals and kinds as kubectl knows them', async () => {
    const connection = await connect(plane().kubeconfig);
    const served = await connection.discovery.served();
    connection.close();
    const { stdout } = await plane().kubectl(['api-resources', '--no-headers']);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/));
    for (const [plural = '', ...rest] of rows) {
      const kind = rest.at(-1) ?? '';
      const apiVersion = rest.at(-3) ?? '';
      const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
      const found = findResource(served, group === '' ? plural : `${plural}.${group}`);
      expect(found.kind === 'found' ? [found.resource.kind, found.resource.group] : found).toEqual([kind, group]);
    }
    for (const name of ['po', 'deploy', 'sts', 'svc', 'cm', 'hpa', 'pvc', 'sc', 'events', 'Pod'])
      expect(findResource(served, name).kind).toBe('found');
  });

  test('an aggregated API that is down is named, the rest is served', async () => {
    const name = 'v1.down.example';
    const spec = {
      group: 'down.example',
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
      service: { name: 'none', namespace: 'default' },
    };
    await plane().api.expect({
      method: 'POST',
      path: APISERVICES,
      body: { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name }, spec },
    });
    const connection = await connect(plane().kubeconfig);
    try {
      await waitFor(async () => (await connection.discovery.refresh()).unread.length > 0, {
        timeoutMs: 20_000,
        what: 'the API that is down',
      });
      const served = await connection.discovery.served();
      expect(served.unread.map(({ group }) => group)).toContain('down.example');
      expect(findResource(served, 'pods').kind).toBe('found');
      expect(findResource(served, 'unheard').kind === 'unknown' ? findResource(served, 'unheard') : undefined).toMatchObject({
        message: expect.stringContaining('down.example/v1'),
      });
    } finally {
      connection.close();
      await plane().api.expect({ method: 'DELETE', path: `${APISERVICES}/${name}` });
    }
  });

  test('a CRD that comes, changes its version, goes and comes again, while followed', async () => {
    const group = 'coming.example';
    const connection = await connect(plane().kubeconfig);
    const stop = new AbortController();
    const following = followServed({
      discovery: connection.discovery,
      source: connection.listWatch,
      clock,
      random: Math.random,
      problem: () => undefined,
      signal: stop.signal,
    });
    await connection.discovery.served();
    await using reflectors = openReflectors({
      connection,
      clock,
      random: Math.random,
      timings: { backoff: { baseMs: 50, maxMs: 500 } },
    });
    const lines: string[] = [];
    const reading = (async () => {
      for await (const message of reflectors.messages()) {
        if (message.kind !== 'Tick' && message.kind !== 'Bookmark') lines.push(describeMessage(message).replace(/@[0-9]+/, ''));
      }
    })();
    const seen = (line: string): Promise<unknown> =>
      waitFor(async () => lines.includes(line), { timeoutMs: 60_000, what: `${line} in ${lines.join(', ')}` });
    const widget = {
      group,
      version: 'v1alpha1',
      kind: 'Widget',
      resource: 'widgets',
      singular: 'widget',
      shortNames: [],
      categories: [],
      namespaced: true,
      verbs: [],
    };
    reflectors.want({ resource: widget, namespace: '' });
    await seen('Availability absent');

    await plane().api.expect({ method: 'POST', path: DEFINITIONS, body: definition(group, ['v1alpha1']) });
    await seen('Availability watched');
    await waitFor(async () => (await plane().api.request({ path: `/apis/${group}/v1alpha1/widgets` })).status === 200, {
      timeoutMs: 20_000,
      what: 'the new API',
    });
    await plane().api.expect({
      method: 'POST',
      path: `/apis/${group}/v1alpha1/namespaces/default/widgets`,
      body: { apiVersion: `${group}/v1alpha1`, kind: 'Widget', metadata: { name: 'first' } },
    });
    await seen('Added first');

    lines.length = 0;
    await plane().api.expect({
      method: 'PATCH',
      path: `${DEFINITIONS}/widgets.${group}`,
      body: { spec: (definition(group, ['v1', 'v1alpha1']) as { spec: { versions: object[] } }).spec },
    });
    await waitFor(async () => (await plane().api.request({ path: `/apis/${group}/v1/widgets` })).status === 200, {
      timeoutMs: 20_000,
      what: 'the new version',
    });
    const onlyNew = (definition(group, ['v1']) as { spec: { versions: { served: boolean }[] } }).spec.versions;
    const old = {
      ...(definition(group, ['v1', 'v1alpha1']) as { spec: { versions: { served: boolean }[] } }).spec.versions[1],
      served: false,
    };
    await plane().api.expect({ method: 'PATCH', path: `${DEFINITIONS}/widgets.${group}`, body: { spec: { versions: [...onlyNew, old] } } });
    await waitFor(async () => findResource(await connection.discovery.served(), `widgets.v1.${group}`).kind === 'found', {
      timeoutMs: 20_000,
      what: 'discovery of the new version',
    });
    await waitFor(
      async () => {
        await plane().api.request({
          method: 'PATCH',
          path: `/apis/${group}/v1/namespaces/default/widgets/first`,
          body: { spec: { at: String(Date.now()) } },
        });
        return lines.some((line) => line.startsWith('Modified first'));
      },
      { timeoutMs: 30_000, what: 'a change in the new version' },
    );

    lines.length = 0;
    await plane().api.expect({ method: 'DELETE', path: `${DEFINITIONS}/widgets.${group}` });
    await seen('Availability absent');
    await plane().api.expect({ method: 'POST', path: DEFINITIONS, body: definition(group, ['v1']) });
    await seen('Availability watched');
    // Seen on the watch, or, where the definition took the watch along first, told by the list of the kind that came again.
    await waitFor(async () => lines.some((line) => line.startsWith('Deleted first') || line.startsWith('Vanished first')), {
      timeoutMs: 60_000,
      what: `the end of first in ${lines.join(', ')}`,
    });
    await plane().api.expect({ method: 'DELETE', path: `${DEFINITIONS}/widgets.${group}` });
    stop.abort();
    await Promise.all([following, reflectors.close(), reading]);
    connection.close();
  });
});
