// Row 20 and 44: what creation sets, drops and refuses.
import { type DifferentialCase, differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';

async function postAll(subject: Subject, path: string, bodies: readonly unknown[]): Promise<void> {
  for (const body of bodies) await subject.ask({ method: 'POST', path, body });
}

export const CREATE_CASES: readonly DifferentialCase[] = [
  differentialCase(20, 'system fields of a new object', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await postAll(subject, path, [
      { metadata: { name: 'plain' }, data: { a: '1' } },
      {
        metadata: {
          name: 'wiped',
          uid: 'abc',
          creationTimestamp: '2020-01-01T00:00:00Z',
          generation: 5,
          selfLink: 'x',
          deletionTimestamp: '2020-01-01T00:00:00Z',
          deletionGracePeriodSeconds: 4,
          finalizers: ['a.b/c'],
        },
      },
      { metadata: { name: 'versioned', resourceVersion: '5' } },
      { metadata: { name: 'zero', resourceVersion: '0' } },
      { metadata: { name: 'plain' } },
      { metadata: { name: 'elsewhere', namespace: 'default' } },
      { metadata: { name: 'here', namespace } },
      {},
      { metadata: {} },
      null,
    ]);
    await subject.ask({ path: `${path}/wiped` });
    await subject.ask({ path: `${path}/versioned` });
    await subject.ask({ path });
  }),
  differentialCase(20, 'generated names', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const { body } = await subject.ask({ method: 'POST', path, body: { metadata: { generateName: 'gen-' } } });
    await subject.ask({ path: `${path}/${body.metadata.name}` });
    await postAll(subject, path, [
      { metadata: { generateName: 'gen-' } },
      { metadata: { generateName: 'Gen-' } },
      { metadata: { generateName: 'both-', name: 'named' } },
      { metadata: { generateName: `${'x'.repeat(80)}-` } },
    ]);
  }),
  differentialCase(20, 'names and metadata that are refused', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await postAll(subject, path, [
      { metadata: { name: 'W_3' } },
      { metadata: { name: 'x/y' } },
      { metadata: { name: '..' } },
      { metadata: { name: 'a'.repeat(254) } },
      { metadata: { name: '-a' } },
      { metadata: { name: 'a', labels: { 'a b': 'c' } } },
      { metadata: { name: 'a', labels: { d: 'e f' } } },
      { metadata: { name: 'a', labels: { [`${'p'.repeat(260)}/n`]: 'v' } } },
      { metadata: { name: 'a', labels: { ['n'.repeat(64)]: 'v'.repeat(64) } } },
      { metadata: { name: 'a', labels: { '/n': 'v' } } },
      { metadata: { name: 'a', labels: { 'p/': 'v' } } },
      { metadata: { name: 'a', annotations: { 'A/B/C': 'x' } } },
      { metadata: { name: 'a', annotations: { 'a b': 'x' } } },
      { metadata: { name: 'a', annotations: { big: 'x'.repeat(262_145) } } },
      { metadata: { name: 'a', ownerReferences: [{}] } },
      { metadata: { name: 'a', ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' }] } },
      {
        metadata: {
          name: 'a',
          ownerReferences: [
            { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1', controller: true },
            { apiVersion: 'v1', kind: 'Pod', name: 'q', uid: 'u2', controller: true },
          ],
        },
      },
      { metadata: { name: 'a', finalizers: ['x'] } },
      { metadata: { name: 'a', finalizers: ['x y/z'] } },
      { metadata: { name: 'a', finalizers: ['orphan', 'foregroundDeletion'] } },
      { metadata: { name: 'a', generation: -1 } },
    ]);
  }),
  differentialCase(20, 'repeated owner references', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1' };
    await postAll(subject, path, [
      { metadata: { name: 'a', ownerReferences: [owner, owner] } },
      { metadata: { name: 'b', ownerReferences: [owner, { ...owner, name: 'q' }] } },
    ]);
  }),
  differentialCase(20, 'missing and ending namespaces', async (subject, namespace) => {
    await postAll(subject, '/api/v1/namespaces/nowhere-at-all/configmaps', [{ metadata: { name: 'a' } }, { metadata: { name: 'A' } }]);
    await subject.ask({ path: '/api/v1/namespaces/nowhere-at-all/configmaps' });
    await subject.ask({ path: '/api/v1/namespaces/nowhere-at-all/configmaps/a' });
    const ending = `${namespace}-ending`;
    await subject.ask({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: ending } } });
    await subject.ask({ method: 'POST', path: `/api/v1/namespaces/${ending}/configmaps`, body: { metadata: { name: 'before' } } });
    await subject.ask({ method: 'DELETE', path: `/api/v1/namespaces/${ending}` });
    await subject.ask({ path: `/api/v1/namespaces/${ending}` });
    await subject.ask({ method: 'POST', path: `/api/v1/namespaces/${ending}/configmaps`, body: { metadata: { name: 'after' } } });
    await subject.ask({ method: 'POST', path: `/api/v1/namespaces/${ending}/configmaps`, body: { metadata: { generateName: 'after-' } } });
    await subject.ask({
      method: 'PUT',
      path: `/api/v1/namespaces/${ending}/configmaps/before`,
      body: { metadata: { name: 'before' }, data: { a: 'b' } },
    });
    for (const name of ['default', 'kube-system', 'kube-public'])
      await subject.ask({ method: 'DELETE', path: `/api/v1/namespaces/${name}` });
  }),
  differentialCase(44, 'bodies that can not be read', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const texts = [
      '',
      '[]',
      '"x"',
      '5',
      'true',
      '{"a":',
      'a: b',
      '{"metadata":{"name":"x"}} tail',
      '{"metadata":{"name":"x",}}',
      '{"kind":1}',
    ];
    for (const body of texts) await subject.ask({ method: 'POST', path, body });
    await postAll(subject, path, [
      { metadata: { name: 'a' }, data: { a: 1 } },
      { metadata: { name: 'a' }, data: [1] },
      { metadata: { name: 'a' }, data: 'x' },
      { metadata: 'x' },
      { metadata: { name: 5, labels: 'x' } },
      { metadata: { name: 'a' }, binaryData: { a: '???' } },
      { metadata: { name: 'a' }, binaryData: { a: 'YQ=' } },
      { metadata: { name: 'a' }, immutable: 'yes' },
      { metadata: { name: 'a', creationTimestamp: 'x' } },
      { metadata: { name: 'a', creationTimestamp: '2020-13-01T00:00:00Z' } },
      { metadata: { name: 'a', creationTimestamp: 5 } },
      { metadata: { name: 'a', deletionGracePeriodSeconds: 1.5 } },
      { metadata: { name: 'a', generation: 'x' } },
      { metadata: { name: 'a', finalizers: 'x' } },
      { metadata: { name: 'a', ownerReferences: [{ controller: 'yes' }] } },
      { kind: 'Secret', metadata: { name: 'a' } },
      { kind: 'ConfigMap', apiVersion: 'v2', metadata: { name: 'a' } },
      { kind: 'ConfigMap', apiVersion: 'apps/v1', metadata: { name: 'a' } },
      { kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name: 'a' } },
      { kind: 'Foo', metadata: { name: 'a' } },
      { kind: 'ConfigMap', apiVersion: 'a/b/c', metadata: { name: 'a' } },
      { apiVersion: 'v1', metadata: { name: 'only-version' } },
    ]);
  }),
  differentialCase(25, 'unknown and repeated fields', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const text = (name: string): string =>
      `{"metadata":{"name":"${name}","foo":1},"bar":{"baz":2},"data":{"a":"1","a":"2"},"immutable":true,"immutable":false}`;
    await subject.ask({ method: 'POST', path, body: text('warned') });
    await subject.ask({ method: 'POST', path: `${path}?fieldValidation=Warn`, body: text('warned-again') });
    await subject.ask({ method: 'POST', path: `${path}?fieldValidation=Ignore`, body: text('ignored') });
    await subject.ask({ method: 'POST', path: `${path}?fieldValidation=Strict`, body: text('strict') });
    await subject.ask({ method: 'POST', path: `${path}?fieldValidation=Other`, body: text('other') });
    await subject.ask({ method: 'PUT', path: `${path}/warned`, body: text('warned') });
    await subject.ask({ method: 'PUT', path: `${path}/warned?fieldValidation=Strict`, body: text('warned') });
  }),
  differentialCase(24, 'dry runs', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await subject.ask({ method: 'POST', path: `${path}?dryRun=All`, body: { metadata: { name: 'a' } } });
    await subject.ask({ method: 'POST', path: `${path}?dryRun=Some`, body: { metadata: { name: 'a' } } });
    await subject.ask({ method: 'POST', path: `${path}?dryRun=All&dryRun=Some`, body: { metadata: { name: 'a' } } });
    await subject.ask({ method: 'POST', path: `${path}?dryRun=`, body: { metadata: { name: 'empty' } } });
    await subject.ask({ path });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a' } } });
    await subject.ask({ method: 'POST', path: `${path}?dryRun=All`, body: { metadata: { name: 'a' } } });
    await subject.ask({ method: 'PUT', path: `${path}/a?dryRun=All`, body: { metadata: { name: 'a' }, data: { x: 'y' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/a?dryRun=All`, body: { data: { x: 'y' } } });
    await subject.ask({ method: 'DELETE', path: `${path}/a?dryRun=All` });
    await subject.ask({ method: 'DELETE', path: `${path}?dryRun=All` });
    await subject.ask({ path });
  }),
];
