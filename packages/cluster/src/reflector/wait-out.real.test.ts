import { describeReal, waitFor } from '@rectrace/testbed';
import { realClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { followServed } from '../discovery/follow-served.ts';
import { loadCluster } from '../kubeconfig/load-cluster.ts';
import { describeMessage } from '../testing/reflection.ts';
import { openReflectors } from './open-reflectors.ts';

const clock = realClock();
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const GROUP = 'ending.example';
const WIDGET = {
  group: GROUP,
  version: 'v1',
  kind: 'Widget',
  resource: 'widgets',
  singular: 'widget',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
};
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true, schema }],
  },
};

describeReal('a definition that is deleted', (plane) => {
  const ask = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<unknown> =>
    plane().api.expect(body === undefined ? { method, path } : { method, path, body });

  test('without waiting for its objects, which end at once; by themselves, they end on the watch', async () => {
    const connection = await loadCluster({ kubeconfig: plane().kubeconfig, env: {}, clock, random: Math.random });
    const stop = new AbortController();
    await connection.discovery.served();
    const { discovery, listWatch: source } = connection;
    const following = followServed({ discovery, source, clock, random: Math.random, problem: () => undefined, signal: stop.signal });
    await using reflectors = openReflectors({ connection, clock, random: Math.random });
    const lines: string[] = [];
    const reading = (async () => {
      for await (const message of reflectors.messages()) {
        if (message.kind === 'Gap') lines.push(message.reason);
        else if (message.kind !== 'Tick') lines.push(describeMessage(message).replace(/[@/].*$/, ''));
      }
    })();
    const seen = (line: string): Promise<unknown> =>
      waitFor(async () => lines.includes(line), { timeoutMs: 20_000, what: `${line} in ${lines.join(', ')}` });
    const path = `/apis/${GROUP}/v1/namespaces/default/widgets`;
    const widget = (name: string): object => ({
      apiVersion: `${GROUP}/v1`,
      kind: 'Widget',
      metadata: { name, finalizers: ['hold.example/it'] },
    });

    await ask('POST', DEFINITIONS, DEFINITION);
    reflectors.want({ resource: WIDGET, namespace: '' });
    await seen('Availability watched');
    await ask('POST', path, widget('held'));
    await seen('Added held');
    await ask('DELETE', `${DEFINITIONS}/${DEFINITION.metadata.name}`);
    await seen('Modified held');
    await ask('PATCH', `${DEFINITIONS}/${DEFINITION.metadata.name}`, { metadata: { finalizers: null } });
    await seen('Vanished held');
    expect(lines.slice(-3)).toEqual([
      'Availability absent',
      'the definition of Widget was deleted before the watch told how its objects went',
      'Vanished held',
    ]);

    lines.length = 0;
    await ask('POST', DEFINITIONS, DEFINITION);
    await seen('Availability watched');
    await ask('PATCH', `${path}/held`, { metadata: { finalizers: null } });
    await ask('POST', path, { ...widget('free'), metadata: { name: 'free' } });
    await seen('Added free');
    await ask('DELETE', `${DEFINITIONS}/${DEFINITION.metadata.name}`);
    await seen('Availability absent');
    expect(lines).toContain('Deleted free');
    expect(lines.filter((line) => line.startsWith('Vanished'))).toEqual([]);

    stop.abort();
    await Promise.all([following, reflectors.close(), reading]);
    connection.close();
  });
});
