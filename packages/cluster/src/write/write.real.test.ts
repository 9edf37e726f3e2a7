import type { ClusterAccess } from '@rectrace/testbed';
import { describeReal, namespaceFor } from '@rectrace/testbed';
import { realClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { findResource } from '../discovery/find-resource.ts';
import type { ClusterConnection } from '../kubeconfig/load-cluster.ts';
import { loadCluster } from '../kubeconfig/load-cluster.ts';
import { readObject } from '../list-watch/read-object.ts';
import { electLeader } from './lease-election.ts';
import { recordEvent } from './record-event.ts';
import { createWriter } from './writer.ts';

const clock = realClock();

async function connected(plane: ClusterAccess, work: (connection: ClusterConnection) => Promise<void>): Promise<void> {
  const connection = await loadCluster({ kubeconfig: plane.kubeconfig, env: {}, clock, random: Math.random });
  try {
    await work(connection);
  } finally {
    connection.close();
  }
}

describeReal('writing to a real API server', (plane) => {
  test('create, merge, apply, JSON patch, conflict, dry run, delete', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await connected(plane(), async ({ transport, discovery }) => {
      const found = findResource(await discovery.served(), 'configmaps');
      if (found.kind !== 'found') throw new Error(found.message);
      const { resource } = found;
      const writer = createWriter(transport, { fieldManager: 'writer-test' });
      const target = { resource, namespace, name: 'a' };
      const created = await writer.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: '1' } }, target);
      expect(created.metadata.managedFields?.[0]?.manager).toBe('writer-test');
      expect(await writer.patch({ kind: 'merge', body: { data: { b: '2' } } }, target)).toMatchObject({ data: { a: '1', b: '2' } });
      const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { c: '3' } };
      expect(await writer.patch({ kind: 'apply', body: applied }, target)).toMatchObject({ data: { a: '1', b: '2', c: '3' } });
      expect(await writer.patch({ kind: 'json', operations: [{ op: 'remove', path: '/data/a' }] }, target)).toMatchObject({
        data: { b: '2', c: '3' },
      });
      await expect(writer.replace({ ...created, data: { z: '1' } }, target)).rejects.toMatchObject({
        code: 'API_REFUSED',
        status: { code: 409, reason: 'Conflict' },
      });
      await expect(writer.patch({ kind: 'merge', body: { unknownField: 1 } }, target)).rejects.toMatchObject({ status: { code: 422 } });
      await writer.delete(target, { dryRun: true });
      expect((await readObject(transport, target)).kind).toBe('object');
      await expect(writer.delete(target, { preconditions: { uid: 'other' } })).rejects.toMatchObject({ status: { code: 409 } });
      await writer.delete(target, { propagation: 'Background' });
      expect((await readObject(transport, target)).kind).toBe('absent');
    });
  });

  test('an Event shows up with its object, in both event groups', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await connected(plane(), async ({ transport }) => {
      const { metadata } = await plane().api.expect({
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/configmaps`,
        body: { metadata: { name: 'a' } },
      });
      const about = { group: '', version: 'v1', kind: 'ConfigMap', namespace, name: 'a', uid: metadata.uid as never };
      const event = {
        about,
        type: 'Warning',
        reason: 'HistoryFull',
        message: 'the volume is full',
        action: 'Record',
        controller: 'rectrace.dev/recorder',
        instance: 'pod-1',
        at: Date.now(),
        token: 't1',
      } as const;
      await recordEvent(createWriter(transport, { fieldManager: 'writer-test' }), event);
      const { stdout } = await plane().kubectl(['events', '--for', 'configmap/a', '-n', namespace, '--no-headers']);
      expect(stdout).toMatch(/Warning\s+HistoryFull\s+ConfigMap\/a\s+the volume is full/);
    });
  });

  test('two candidates for one Lease: one holds it, the other follows when it ends', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    await connected(plane(), async ({ transport }) => {
      const writer = createWriter(transport, { fieldManager: 'writer-test' });
      const timings = { durationMs: 3_000, renewDeadlineMs: 2_000, retryMs: 200 };
      const run = (identity: string): { readonly states: string[]; stop(): Promise<void> } => {
        const stop = new AbortController();
        const states: string[] = [];
        const running = (async () => {
          for await (const state of electLeader({
            transport,
            writer,
            namespace,
            name: 'recorder',
            identity,
            clock,
            random: Math.random,
            timings,
            signal: stop.signal,
          })) {
            states.push(`${state.kind} ${state.kind === 'held' ? state.fence : ''}`.trim());
          }
        })();
        return {
          states,
          stop: async () => {
            stop.abort();
            await running;
          },
        };
      };
      const first = run('a');
      await expect.poll(() => first.states).toEqual(['held 1']);
      const second = run('b');
      await expect.poll(() => second.states).toEqual(['waiting']);
      await first.stop();
      await expect.poll(() => second.states, { timeout: 5_000 }).toEqual(['waiting', 'held 2']);
      await second.stop();
    });
  });
});
