import { loadCluster, openReflectors } from '@rectrace/cluster';
import { describeReal, namespaceFor, waitFor } from '@rectrace/testbed';
import { realClock } from '@rectrace/testing';
import type { Change } from '@rectrace/trace';
import { builtinRules, Recorder } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { redact } from './redact.ts';
import { parseRootName } from './root-name.ts';

const clock = realClock();
const NAMES = { kind: 'ConfigMap', resource: 'configmaps', singular: 'configmap', shortNames: ['cm'], categories: [] };
const CONFIG_MAPS = { group: '', version: 'v1', namespaced: true, verbs: ['list', 'watch'], ...NAMES };

/** Case B43. */
describeReal('a dry run of the API server', (plane) => {
  test('is no change, whatever it asks for', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await plane().api.expect({ method: 'POST', path, body: { metadata: { name: 'kept' }, data: { a: '1' } } });

    const connection = await loadCluster({ kubeconfig: plane().kubeconfig, env: {}, clock, random: Math.random });
    await using reflectors = openReflectors({ connection, clock, random: Math.random });
    const recorder = new Recorder({ rules: builtinRules(), redact });
    recorder.addRoot(parseRootName(`ConfigMap/${namespace}/kept`));
    const changes: Change[] = [];
    const reading = (async () => {
      for await (const message of reflectors.messages()) changes.push(...recorder.record(message).changes);
    })();
    reflectors.want({ resource: CONFIG_MAPS, namespace });
    await waitFor(async () => changes.length === 1, { timeoutMs: 10_000, what: 'the first list' });

    await plane().api.expect({ method: 'PATCH', path: `${path}/kept?dryRun=All`, body: { data: { a: 'dry' } } });
    await plane().api.expect({ method: 'POST', path: `${path}?dryRun=All`, body: { metadata: { name: 'dry' } } });
    await plane().api.expect({ method: 'DELETE', path: `${path}/kept?dryRun=All` });
    await plane().api.expect({ method: 'PATCH', path: `${path}/kept`, body: { data: { a: '2' } } });
    await waitFor(async () => changes.length > 1, { timeoutMs: 10_000, what: 'the real change' });
    await reflectors.close();
    await reading;
    connection.close();

    expect(changes.map(({ type, diff }) => [type, diff])).toEqual([
      ['Present', []],
      ['Update', [{ path: ['data', 'a'], before: '1', after: '2' }]],
    ]);
  });
});
