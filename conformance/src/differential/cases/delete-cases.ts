// Rows 31, 33 and 35: finalizers, options of deletions, deletions of collections.
import { type DifferentialCase, differentialCase } from '../differential-case.ts';

export const DELETE_CASES: readonly DifferentialCase[] = [
  differentialCase(31, 'finalizers', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const watch = subject.watch({
      path,
      until: (lines) => lines.some(({ type, object }) => type === 'DELETED' && object.metadata.name === 'held'),
    });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'held', finalizers: ['a.b/c', 'a.b/d'] } } });
    await subject.ask({ method: 'DELETE', path: `${path}/held` });
    await subject.ask({ path: `${path}/held` });
    await subject.ask({ method: 'DELETE', path: `${path}/held` });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'held' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/held`, body: { metadata: { finalizers: ['a.b/c', 'a.b/d', 'a.b/e'] } } });
    await subject.ask({ method: 'PATCH', path: `${path}/held`, body: { metadata: { deletionTimestamp: null } } });
    await subject.ask({ method: 'PATCH', path: `${path}/held`, body: { data: { still: 'writable' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/held`, body: { metadata: { finalizers: ['a.b/d'] } } });
    await subject.ask({ method: 'PATCH', path: `${path}/held`, body: { metadata: { finalizers: null } } });
    await subject.ask({ path: `${path}/held` });
    await watch.done;
  }),
  differentialCase(33, 'propagation policies', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const policies = ['Orphan', 'Foreground', 'Background', 'Other', ''];
    for (const [index, policy] of policies.entries()) {
      await subject.ask({ method: 'POST', path, body: { metadata: { name: `query-${index}` } } });
      await subject.ask({ method: 'DELETE', path: `${path}/query-${index}?propagationPolicy=${policy}` });
      await subject.ask({ method: 'POST', path, body: { metadata: { name: `body-${index}` } } });
      await subject.ask({ method: 'DELETE', path: `${path}/body-${index}`, body: { propagationPolicy: policy } });
    }
    for (const orphan of [true, false]) {
      await subject.ask({ method: 'POST', path, body: { metadata: { name: `orphan-${orphan}` } } });
      await subject.ask({ method: 'DELETE', path: `${path}/orphan-${orphan}`, body: { orphanDependents: orphan } });
    }
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'both' } } });
    await subject.ask({ method: 'DELETE', path: `${path}/both`, body: { orphanDependents: true, propagationPolicy: 'Orphan' } });
    await subject.ask({ method: 'DELETE', path: `${path}/both?orphanDependents=true&propagationPolicy=Orphan` });
    await subject.ask({ path });
  }),
  differentialCase(33, 'propagation policies against finalizers', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'changed' } } });
    await subject.ask({ method: 'DELETE', path: `${path}/changed`, body: { propagationPolicy: 'Foreground' } });
    await subject.ask({ method: 'DELETE', path: `${path}/changed`, body: { propagationPolicy: 'Orphan' } });
    await subject.ask({ method: 'DELETE', path: `${path}/changed`, body: { propagationPolicy: 'Background' } });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'told', finalizers: ['foregroundDeletion'] } } });
    await subject.ask({ method: 'DELETE', path: `${path}/told` });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'orphaning', finalizers: ['orphan', 'a.b/c'] } } });
    await subject.ask({ method: 'DELETE', path: `${path}/orphaning?propagationPolicy=Background` });
    await subject.ask({ path });
  }),
  differentialCase(33, 'preconditions', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const { body } = await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a' } } });
    const other = '11111111-2222-3333-4444-555555555555';
    await subject.ask({ method: 'DELETE', path: `${path}/a`, body: { preconditions: { uid: other } } });
    await subject.ask({ method: 'DELETE', path: `${path}/a`, body: { preconditions: { resourceVersion: '999999' } } });
    await subject.ask({
      method: 'DELETE',
      path: `${path}/a`,
      body: { preconditions: { uid: body.metadata.uid, resourceVersion: body.metadata.resourceVersion } },
    });
    await subject.ask({ method: 'DELETE', path: `${path}/a`, body: { preconditions: { uid: other } } });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'held', finalizers: ['a.b/c'] } } });
    await subject.ask({ method: 'DELETE', path: `${path}/held`, body: { preconditions: { uid: other } } });
  }),
  differentialCase(33, 'bodies of deletions', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const bodies: readonly unknown[] = [
      '{',
      '[]',
      { kind: 'DeleteOptions', apiVersion: 'v1' },
      { kind: 'DeleteOptions', apiVersion: 'apps/v1' },
      { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' },
      { kind: 'ConfigMap', apiVersion: 'v1' },
      { gracePeriodSeconds: 'x' },
      { gracePeriodSeconds: -5 },
      { gracePeriodSeconds: 0 },
      { dryRun: ['Some'] },
      { unknown: true },
    ];
    for (const [index, body] of bodies.entries()) {
      await subject.ask({ method: 'POST', path, body: { metadata: { name: `m${index}` } } });
      await subject.ask({ method: 'DELETE', path: `${path}/m${index}`, body });
    }
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'q' } } });
    await subject.ask({ method: 'DELETE', path: `${path}/q?gracePeriodSeconds=x` });
    await subject.ask({ method: 'DELETE', path: `${path}/q?gracePeriodSeconds=5` });
    await subject.ask({ method: 'DELETE', path: `${path}/q` });
    await subject.ask({ path });
  }),
  differentialCase(35, 'deletions of collections', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    for (const [name, label] of [
      ['a', '1'],
      ['b', '2'],
      ['c', '1'],
    ] as const) {
      await subject.ask({
        method: 'POST',
        path,
        body: { metadata: { name, labels: { l: label }, ...(name === 'c' ? { finalizers: ['a.b/c'] } : {}) } },
      });
    }
    await subject.ask({ method: 'DELETE', path: `${path}?labelSelector=l%3D3` });
    await subject.ask({ method: 'DELETE', path: `${path}?labelSelector=l%20l` });
    await subject.ask({ method: 'DELETE', path: `${path}?labelSelector=l%3D1` });
    await subject.ask({ path });
    await subject.ask({ method: 'DELETE', path: `${path}?fieldSelector=metadata.name%3Db`, body: { propagationPolicy: 'Orphan' } });
    await subject.ask({ path });
    await subject.ask({ method: 'DELETE', path });
    await subject.ask({ method: 'DELETE', path: '/api/v1/configmaps' });
    await subject.ask({ method: 'DELETE', path: '/api/v1/namespaces' });
  }),
  differentialCase(44, 'methods and paths', async (subject, namespace) => {
    const base = `/api/v1/namespaces/${namespace}`;
    await subject.ask({ method: 'POST', path: '/api/v1/configmaps', body: {} });
    await subject.ask({ method: 'POST', path: `${base}/configmaps/a`, body: {} });
    await subject.ask({ method: 'PUT', path: `${base}/configmaps`, body: {} });
    await subject.ask({ method: 'PATCH', path: `${base}/configmaps`, body: {} });
    await subject.ask({ path: `${base}/nodes` });
    await subject.ask({ path: '/api/v1/configmaps/a' });
    await subject.ask({ path: `${base}/configmaps/a/b` });
    await subject.ask({ path: `${base}/configmaps/a/status` });
    await subject.ask({ path: `${base}/pods/a/b/c` });
    await subject.ask({ path: `${base}/bindings` });
    await subject.ask({ path: '/api/v1/componentstatuses?watch=1' });
    await subject.ask({ path: `/apis/apps/v1/namespaces/${namespace}/deployments/absent/status` });
    await subject.ask({ path: `/apis/apps/v1/namespaces/${namespace}/deployments/absent/scale` });
    await subject.ask({ method: 'DELETE', path: `/apis/apps/v1/namespaces/${namespace}/deployments/absent/status` });
    await subject.ask({
      method: 'PUT',
      path: `/apis/apps/v1/namespaces/${namespace}/deployments/absent/status`,
      body: { metadata: { name: 'absent' } },
    });
  }),
];
