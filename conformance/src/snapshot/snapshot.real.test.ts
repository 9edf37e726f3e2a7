// A snapshot of a real cluster, and a virtual cluster that starts with it: the same objects, and nothing that real controllers would do to them.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '@rectrace/kube';
import { stringAt, valueAt } from '@rectrace/kube';
import type { ControlPlane } from '@rectrace/testbed';
import { attachControllers, buildBinaries, describeReal, startControlPlane } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AllObjects, Kinds } from './all-objects.ts';
import { allObjects, differencesBetween, kindsOf } from './all-objects.ts';
import { fillShop, NAMESPACE } from './shop.ts';
import { runVirtual, startVirtual } from './virtual-program.ts';

const SETUP_MS = 300_000;
const REST_MS = 3_000;
const QUIET_MS = 15_000;

describeReal('a snapshot of a real cluster', () => {
  let plane: ControlPlane;
  let kinds: Kinds;
  let context: string;
  let folder: string;

  beforeAll(async () => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') throw new Error(built.reason);
    // One of its own: whatever another suite does to the cluster, the comparison would find.
    plane = await startControlPlane({ programs: built.programs });
    folder = await mkdtemp(join(tmpdir(), 'rectrace-snapshot-'));
    await fillShop(plane.api);
    await pause(REST_MS);
    kinds = await kindsOf(plane);
    context = (await plane.kubectl(['config', 'current-context'])).stdout.trim();
  }, SETUP_MS);

  afterAll(async () => {
    await plane?.stop();
    await rm(folder, { recursive: true });
  });

  /** Live leases stay behind; nodes tell anew that they live. */
  const restless = (key: string): boolean => key.startsWith('Lease ');
  /** It says whom to trust, and the virtual cluster has an authority of its own. */
  const ownAuthority = (key: string): boolean => key === `ConfigMap ${NAMESPACE}/kube-root-ca.crt`;
  const elsewhere = (key: string): boolean => key.startsWith('PersistentVolume ');

  test('virtual up --from CONTEXT -n: kubectl shows the same as of the live cluster', async () => {
    const virtual = await startVirtual({ kubeconfig: plane.kubeconfig, args: ['--from', context, '-n', NAMESPACE, '--with-secrets'] });
    try {
      const live = await allObjects(plane, { kinds, namespace: NAMESPACE });
      const ours = await allObjects(plane, { kinds, namespace: NAMESPACE, kubeconfig: virtual.kubeconfig });
      const volumes = [...live].filter(
        ([key, object]) => elsewhere(key) && stringAt(object, ['spec', 'claimRef', 'namespace']) !== NAMESPACE,
      );
      const since = writtenAfter(live, /at resourceVersion (\d+)/.exec(virtual.said)?.[1]);
      expect([...since].filter((key) => !key.startsWith('Event '))).toEqual([]);
      expect(differencesBetween(live, ours, (key) => restless(key) || since.has(key))).toEqual(volumes.map(([key]) => `${key}: went`));
      expect(volumes).toHaveLength(1);
      expect(ours.size).toBeGreaterThan(200);
      expect(virtual.said).toMatch(/left out: .*1 persistentvolumes \(bound to claims of other namespaces\)/);
    } finally {
      await virtual.stop();
    }
  });

  test('the real controllers find nothing to do on it', async () => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') throw new Error(built.reason);
    const virtual = await startVirtual({ kubeconfig: plane.kubeconfig, args: ['--from', context, '-n', NAMESPACE] });
    try {
      const caFile = join(folder, 'ca.crt');
      await writeFile(caFile, virtual.authority);
      const look = () => allObjects(plane, { kinds, namespace: NAMESPACE, kubeconfig: virtual.kubeconfig });
      const before = await look();
      const controllers = await attachControllers({ serverUrl: virtual.url, caFile, adminToken: virtual.token, programs: built.programs });
      try {
        await pause(QUIET_MS);
        expect(differencesBetween(before, await look(), (key) => restless(key) || ownAuthority(key) || key.startsWith('Node '))).toEqual(
          [],
        );
      } finally {
        await controllers.stop();
      }
    } finally {
      await virtual.stop();
    }
  });

  test('virtual snapshot: no secret value in the file, and a virtual cluster that starts with it', async () => {
    const path = join(folder, 'shop.snapshot.gz');
    const { code, stdout, stderr } = await runVirtual({ kubeconfig: plane.kubeconfig, args: ['snapshot', '-n', NAMESPACE, '--to', path] });
    expect([code, stderr]).toEqual([0, expect.stringContaining('left out: ')]);
    expect(stdout).toMatch(/shop\.snapshot\.gz: \d+ objects at resourceVersion \d+ \(namespace shop; secret values are stand-ins\)\n$/);
    const text = gunzipSync(await readFile(path)).toString();
    expect(text).not.toMatch(/hunter2|aHVudGVyMi/);
    const live = await allObjects(plane, { kinds, namespace: NAMESPACE });
    for (const value of secretValues(live.values())) expect(text).not.toContain(value);
    const virtual = await startVirtual({ kubeconfig: plane.kubeconfig, args: ['--from', path] });
    try {
      const ours = await allObjects(plane, { kinds, namespace: NAMESPACE, kubeconfig: virtual.kubeconfig });
      const since = writtenAfter(live, /at resourceVersion (\d+)/.exec(stdout)?.[1]);
      const differing = differencesBetween(live, ours, (key) => restless(key) || elsewhere(key) || since.has(key)).map(
        (line) => /^\S+ \S+/.exec(line)?.[0],
      );
      expect([...new Set(differing)].filter((key) => !/^(Secret|Pod|ReplicaSet|Deployment) shop\//.test(key ?? ''))).toEqual([]);
    } finally {
      await virtual.stop();
    }
  });

  test('virtual snapshot --with-secrets: all values, for its owner alone', async () => {
    const path = join(folder, 'all.snapshot');
    const { code, stderr } = await runVirtual({ kubeconfig: plane.kubeconfig, args: ['snapshot', '-A', '--with-secrets', '--to', path] });
    expect([code, stderr]).toEqual([0, expect.stringContaining('holds secret values in clear')]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, 'utf8');
    const live = await allObjects(plane, { kinds, namespace: NAMESPACE });
    for (const value of secretValues(live.values())) expect(text).toContain(value);
    expect(JSON.parse(text.slice(0, text.indexOf('\n')))).toMatchObject({
      rectrace: 'snapshot',
      version: 1,
      scope: { namespace: '' },
      secrets: 'kept',
      laterReads: [],
    });
  });

  test('without rights: what may not be listed is named, the rest is there; with none at all it is refused', async () => {
    const path = join(folder, 'viewer.snapshot');
    const kubeconfig = await plane.addUser({ name: 'clerk', kind: 'token' });
    const refused = await runVirtual({ kubeconfig, args: ['snapshot', '-n', NAMESPACE, '--to', path] });
    expect(refused).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining('no right to list anything') });
    const binding = { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' } };
    await plane.api.expect({
      method: 'POST',
      path: `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/rolebindings`,
      body: { metadata: { name: 'clerk' }, ...binding, subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'clerk' }] },
    });
    const partial = await runVirtual({ kubeconfig, args: ['snapshot', '-n', NAMESPACE, '--to', path] });
    expect([partial.code, partial.stderr]).toEqual([0, expect.stringMatching(/left out: .*nodes.*secrets.* \(no right to list it\)/)]);
    expect(await readFile(path, 'utf8')).toMatch(/"kind":"Deployment"/);
  });
});

/** Between the snapshot and the look at the live cluster, reporters of Events count on. */
function writtenAfter(objects: AllObjects, revision = ''): ReadonlySet<string> {
  const later = (object: JsonObject): boolean => BigInt(stringAt(object, ['metadata', 'resourceVersion']) ?? '') > BigInt(revision);
  return new Set([...objects].filter(([key, object]) => !key.startsWith('Lease ') && later(object)).map(([key]) => key));
}

function secretValues(objects: Iterable<JsonObject>): readonly string[] {
  const secrets = [...objects].filter((object) => object['kind'] === 'Secret');
  return secrets.flatMap((secret) => Object.values((valueAt(secret, ['data']) ?? {}) as JsonObject).map(String));
}
