// One process: what a virtual control plane and its forks cost beside a number of objects, which is the argument.

import type { ControlPlane } from '@rectrace/control-plane';
import { createControlPlane } from '@rectrace/control-plane';
import type { Clock, JsonObject } from '@rectrace/kube';
import { median } from '../figure.ts';
import type { PlaneMeasured } from './plane.ts';

const NAMESPACE = 'namespaces/default';
const TEMPLATE = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx' }], restartPolicy: 'Always' } };
const SELECTED = { selector: { matchLabels: { app: 'web' } }, template: TEMPLATE };
const ONCE = { template: { spec: { containers: [{ name: 'c', image: 'nginx' }], restartPolicy: 'Never' } } };
/** Collections, and what stands beside metadata.name in an object of theirs. */
const KINDS: readonly (readonly [string, JsonObject])[] = [
  [`/api/v1/${NAMESPACE}/configmaps`, { data: { text: 'x'.repeat(1_000) } }],
  [`/api/v1/${NAMESPACE}/secrets`, { stringData: { word: 'x' } }],
  [`/api/v1/${NAMESPACE}/serviceaccounts`, {}],
  [`/api/v1/${NAMESPACE}/services`, { spec: { ports: [{ port: 80 }], selector: { app: 'web' } } }],
  [`/apis/apps/v1/${NAMESPACE}/deployments`, { spec: SELECTED }],
  [`/apis/apps/v1/${NAMESPACE}/statefulsets`, { spec: { ...SELECTED, serviceName: 'web' } }],
  [`/apis/batch/v1/${NAMESPACE}/jobs`, { spec: ONCE }],
  [`/apis/coordination.k8s.io/v1/${NAMESPACE}/leases`, { spec: { holderIdentity: 'a' } }],
  [`/apis/rbac.authorization.k8s.io/v1/${NAMESPACE}/roles`, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
  [`/apis/networking.k8s.io/v1/${NAMESPACE}/networkpolicies`, { spec: { podSelector: {} } }],
];
const FORKS = 41;
const WARM_UP = 20;

const clock: Clock = { now: () => Date.UTC(2026, 11, 1), after: () => new Promise(() => undefined) };
process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));

async function measure(objects: number): Promise<PlaneMeasured> {
  const began = performance.now();
  const base = await createControlPlane({ clock, seed: 1 });
  await base.client.request({ path: '/api/v1/namespaces' });
  const firstAnswerMs = performance.now() - began;
  for (let index = 0; index < objects / KINDS.length; index++) await writeAll(base, `o-${index}`);
  const times: { readonly forkMs: number; readonly forkWithWritesMs: number }[] = [];
  for (let count = 0; count < WARM_UP + FORKS; count++) times.push(await forkOnce(base, count));
  const measured = times.slice(WARM_UP);
  return {
    objects,
    firstAnswerMs,
    forkMs: median(measured.map(({ forkMs }) => forkMs)),
    forkWithWritesMs: median(measured.map(({ forkWithWritesMs }) => forkWithWritesMs)),
  };
}

async function forkOnce(base: ControlPlane, count: number): Promise<{ readonly forkMs: number; readonly forkWithWritesMs: number }> {
  const began = performance.now();
  const fork = base.fork(count);
  const forkMs = performance.now() - began;
  await writeAll(fork, 'of-the-fork');
  const forkWithWritesMs = performance.now() - began;
  await writeAll(base, `of-the-base-${count}`);
  await expectApart(fork, base, count);
  return { forkMs, forkWithWritesMs };
}

async function writeAll({ client }: ControlPlane, name: string): Promise<void> {
  for (const [path, rest] of KINDS) {
    const { status, body } = await client.request({ method: 'POST', path, body: { metadata: { name }, ...rest } });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${String(body['message'])}`);
  }
}

/** Neither sees what the other has written. */
async function expectApart(fork: ControlPlane, base: ControlPlane, count: number): Promise<void> {
  for (const [path] of KINDS) {
    const seen = await Promise.all([
      fork.client.request({ path: `${path}/of-the-base-${count}` }),
      base.client.request({ path: `${path}/of-the-fork` }),
    ]);
    if (seen.some(({ status }) => status !== 404)) throw new Error(`${path}: a fork and its base see each other`);
  }
}
