// Rows 15 to 22: locking, updates without effect, patches, isolation of status.
import { type DifferentialCase, differentialCase } from '../differential-case.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';

export const WRITE_CASES: readonly DifferentialCase[] = [
  differentialCase(16, 'optimistic locking', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const { body: first } = await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a' }, data: { i: '0' } } });
    await subject.ask({ method: 'PUT', path: `${path}/a`, body: { ...first, data: { i: '1' } } });
    await subject.ask({ method: 'PUT', path: `${path}/a`, body: { ...first, data: { i: '2' } } });
    await subject.ask({ method: 'PUT', path: `${path}/a`, body: { metadata: { name: 'a' }, data: { i: '3' } } });
    for (const version of ['abc', '0', '999999999', '-1']) {
      await subject.ask({
        method: 'PUT',
        path: `${path}/a`,
        body: { metadata: { name: 'a', resourceVersion: version }, data: { i: version } },
      });
    }
    await subject.ask({
      method: 'PATCH',
      path: `${path}/a`,
      body: { metadata: { resourceVersion: first.metadata.resourceVersion }, data: { i: '5' } },
    });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { metadata: { resourceVersion: '' }, data: { i: '6' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { metadata: { resourceVersion: null }, data: { i: '7' } } });
    await subject.ask({ path: `${path}/a` });
  }),
  differentialCase(16, 'the identity of an updated object', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a' } } });
    const bodies = [
      { metadata: { name: 'b' } },
      { metadata: {} },
      {},
      { metadata: { name: 'a', namespace: 'default' } },
      { metadata: { name: 'a', uid: '11111111-2222-3333-4444-555555555555' } },
      { metadata: { name: 'a', creationTimestamp: '2020-01-01T00:00:00Z', selfLink: 'x', generation: 7 } },
      { metadata: { name: 'a', deletionTimestamp: '2020-01-01T00:00:00Z' } },
      { metadata: { name: 'a', deletionGracePeriodSeconds: 5 } },
      { metadata: { name: 'a', generateName: 'x-' } },
    ];
    for (const body of bodies) await subject.ask({ method: 'PUT', path: `${path}/a`, body });
    for (const metadata of [
      { name: 'b' },
      { namespace: 'default' },
      { uid: 'x' },
      { creationTimestamp: null },
      { deletionTimestamp: '2020-01-01T00:00:00Z' },
    ]) {
      await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { metadata } });
    }
    await subject.ask({ method: 'PUT', path: `${path}/absent`, body: { metadata: { name: 'absent' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/absent`, body: {} });
    await subject.ask({ method: 'PUT', path: `${path}/absent`, body: { metadata: { name: 'absent', uid: 'x' } } });
  }),
  differentialCase(17, 'refusals quote what is empty as it was sent', async (subject, namespace) => {
    const sets = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const labels = { app: 'a' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const body = { metadata: { name: 'a' }, spec: { selector: { matchLabels: labels }, template } };
    const paths = [{ path: '/', pathType: 'Exact', backend: {} }];
    const selectors = [
      {},
      { matchLabels: {} },
      { matchLabels: {}, matchExpressions: [] },
      { matchLabels: { app: 'b' }, matchExpressions: [] },
    ];
    for (const selector of selectors)
      await subject.ask({ method: 'POST', path: sets, body: { ...body, spec: { ...body.spec, selector } } });
    await subject.ask({ method: 'POST', path: sets, body });
    for (const selector of selectors) {
      await subject.ask({ method: 'PUT', path: `${sets}/a`, body: { ...body, spec: { ...body.spec, selector } } });
      const patch = { spec: { selector } };
      for (const contentType of [MERGE_PATCH, 'application/strategic-merge-patch+json'])
        await subject.ask({ method: 'PATCH', path: `${sets}/a`, contentType, body: patch });
      await subject.ask({
        method: 'PATCH',
        path: `${sets}/a?fieldManager=one&force=true`,
        contentType: 'application/apply-patch+yaml',
        body: { apiVersion: 'apps/v1', kind: 'Deployment', ...body, spec: { ...body.spec, selector } },
      });
    }
    const ingresses = `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses`;
    for (const rule of [{ host: 'a..b', http: { paths } }, { host: 'a.b', http: { paths: [] } }, { http: {} }, {}])
      await subject.ask({ method: 'POST', path: ingresses, body: { metadata: { name: 'i' }, spec: { rules: [rule], tls: [] } } });
    const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    await subject.ask({ method: 'POST', path: claims, body: { metadata: { name: 'a' }, spec } });
    for (const change of [{ selector: {} }, { selector: { matchLabels: {} } }, { accessModes: [] }, { resources: { requests: {} } }])
      await subject.ask({ method: 'PUT', path: `${claims}/a`, body: { metadata: { name: 'a' }, spec: { ...spec, ...change } } });
  }),
  differentialCase(17, 'writes without effect', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const { body } = await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a', labels: { x: 'y' } }, data: { i: '0' } } });
    await subject.ask({ method: 'PUT', path: `${path}/a`, body });
    await subject.ask({ method: 'PUT', path: `${path}/a`, body: { metadata: { name: 'a', labels: { x: 'y' } }, data: { i: '0' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: {} });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { data: { i: '0' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, contentType: JSON_PATCH, body: [] });
    await subject.ask({
      method: 'PATCH',
      path: `${path}/a`,
      contentType: JSON_PATCH,
      body: [{ op: 'replace', path: '/data/i', value: '0' }],
    });
    await subject.ask({ path: `${path}/a` });
    const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    await subject.ask({ method: 'POST', path: claims, body: { metadata: { name: 'a' }, spec } });
    for (const patch of [{}, {}, { metadata: { labels: { x: 'y' } } }, {}])
      await subject.ask({ method: 'PATCH', path: `${claims}/a`, contentType: MERGE_PATCH, body: patch });
  }),
  differentialCase(21, 'updates that create', async (subject, namespace) => {
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    await subject.ask({
      method: 'PUT',
      path: `${leases}/l`,
      body: { metadata: { name: 'l' }, spec: { holderIdentity: 'me', leaseDurationSeconds: 15 } },
    });
    await subject.ask({ method: 'PUT', path: `${leases}/l`, body: { metadata: { name: 'l' }, spec: { holderIdentity: 'you' } } });
    await subject.ask({
      method: 'PUT',
      path: `${leases}/versioned`,
      body: { metadata: { name: 'versioned', resourceVersion: '5' }, spec: {} },
    });
    await subject.ask({ method: 'PUT', path: `${leases}/known`, body: { metadata: { name: 'known', uid: 'x' }, spec: {} } });
    await subject.ask({
      method: 'PUT',
      path: `/api/v1/namespaces/${namespace}/limitranges/r`,
      body: { metadata: { name: 'r' }, spec: { limits: [] } },
    });
    await subject.ask({ method: 'PUT', path: `/api/v1/namespaces/${namespace}/secrets/s`, body: { metadata: { name: 's' } } });
    await subject.ask({ method: 'PUT', path: `/apis/apps/v1/namespaces/${namespace}/deployments/d`, body: { metadata: { name: 'd' } } });
  }),
  differentialCase(22, 'merge patches', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await subject.ask({
      method: 'POST',
      path,
      body: { metadata: { name: 'a', labels: { x: 'y' }, annotations: { n: 'o' } }, data: { i: '0', j: '1' } },
    });
    const patches: readonly unknown[] = [
      { data: { i: null } },
      { data: { k: '2' }, metadata: { labels: { x: null, z: 'w' } } },
      { data: null },
      { data: { a: { b: 'c' } } },
      { data: 5 },
      { unknown: { a: null, b: 1 } },
      { metadata: { annotations: null } },
      { metadata: null },
      { kind: 'Secret' },
      { apiVersion: 'v2' },
      { metadata: { labels: { 'a b': 'c' } } },
    ];
    for (const body of patches) await subject.ask({ method: 'PATCH', path: `${path}/a`, contentType: MERGE_PATCH, body });
    for (const body of ['', '[]', '5', 'null', '{', '{"data":{"x":"1","x":"2"}}', '"x"']) {
      await subject.ask({ method: 'PATCH', path: `${path}/a`, contentType: MERGE_PATCH, body });
      await subject.ask({ method: 'PATCH', path: `${path}/a?fieldValidation=Ignore`, contentType: MERGE_PATCH, body });
    }
    await subject.ask({ method: 'PATCH', path: `${path}/a?fieldValidation=Strict`, contentType: MERGE_PATCH, body: { unknown: 1 } });
    await subject.ask({ method: 'PATCH', path: `${path}/a?force=true`, contentType: MERGE_PATCH, body: {} });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, contentType: `${MERGE_PATCH}; charset=utf-8`, body: { data: { c: 'd' } } });
    await subject.ask({ path: `${path}/a` });
  }),
  differentialCase(22, 'JSON patches', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await subject.ask({
      method: 'POST',
      path,
      body: { metadata: { name: 'a', finalizers: ['a.b/c', 'a.b/d'] }, data: { i: '0', j: '1' } },
    });
    const patches: readonly unknown[] = [
      [{ op: 'add', path: '/data/k', value: '2' }],
      [{ op: 'replace', path: '/data/i', value: '9' }],
      [{ op: 'replace', path: '/data/nothing', value: '9' }],
      [{ op: 'remove', path: '/data/j' }],
      [{ op: 'remove', path: '/data/j' }],
      [{ op: 'test', path: '/data/i', value: '9' }],
      [
        { op: 'test', path: '/data/i', value: '8' },
        { op: 'remove', path: '/data/i' },
      ],
      [{ op: 'add', path: '/metadata/labels', value: { 'a~b/c': 'd' } }],
      [{ op: 'add', path: '/metadata/labels', value: { x: 'y' } }],
      [{ op: 'add', path: '/metadata/labels/a~1b', value: 'z' }],
      [{ op: 'add', path: '/metadata/finalizers/-', value: 'a.b/e' }],
      [{ op: 'remove', path: '/metadata/finalizers/0' }],
      [{ op: 'remove', path: '/metadata/finalizers/9' }],
      [{ op: 'copy', from: '/data/i', path: '/data/copied' }],
      [{ op: 'move', from: '/data/copied', path: '/data/moved' }],
      [{ op: 'add', path: '/spec/x/y', value: 1 }],
      [{ op: 'unknown', path: '/data/i' }],
      [{ op: 'add', path: 'data/i', value: '1' }],
      [{ path: '/data/i' }],
      [{ op: 'add', path: '/data/i', value: '1', extra: true }],
      [{ op: 'add', path: '/data/n', value: 5 }],
      {},
      [5],
      [],
    ];
    for (const body of patches) await subject.ask({ method: 'PATCH', path: `${path}/a`, contentType: JSON_PATCH, body });
    for (const body of ['', '[', 'null']) await subject.ask({ method: 'PATCH', path: `${path}/a`, contentType: JSON_PATCH, body });
    await subject.ask({ path: `${path}/a` });
  }),
  differentialCase(22, 'media types of bodies', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a' } } });
    for (const contentType of ['text/plain', 'application/json', 'application/xml', 'nonsense']) {
      await subject.ask({ method: 'PATCH', path: `${path}/a`, contentType, body: '{}' });
    }
    await subject.ask({
      method: 'POST',
      path,
      contentType: 'application/yaml',
      body: 'metadata:\n  name: yaml\ndata:\n  a: "1"\n  b: yes please\n',
    });
    await subject.ask({ method: 'POST', path, contentType: 'application/json; charset=utf-8', body: { metadata: { name: 'charset' } } });
  }),
];
