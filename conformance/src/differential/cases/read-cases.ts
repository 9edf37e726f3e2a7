// Rows 10, 36 and 37: lists, their options and their selectors.
import { type DifferentialCase, differentialCase } from '../differential-case.ts';
import type { Answered, Subject } from '../subject.ts';

const LABELS: readonly Readonly<Record<string, string>>[] = [{ a: '1', b: 'x' }, { a: '2' }, { a: '10', c: '' }, {}, { b: 'y' }];

async function fill(subject: Subject, namespace: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  for (const [index, labels] of LABELS.entries()) {
    await subject.ask({ method: 'POST', path, body: { metadata: { name: `m${index}`, labels }, data: { i: String(index) } } });
  }
  return path;
}

async function queries(subject: Subject, path: string, list: readonly string[]): Promise<void> {
  for (const query of list) await subject.ask({ path: `${path}?${query}` });
}

export const READ_CASES: readonly DifferentialCase[] = [
  differentialCase(37, 'label selectors', async (subject, namespace) => {
    const path = await fill(subject, namespace);
    await queries(
      subject,
      path,
      [
        'a=1',
        'a==1',
        'a!=1',
        'a',
        '!a',
        'a in (1,2)',
        'a notin (1,2)',
        'a,b',
        'a,b=x',
        'c=',
        'c in ()',
        'a>2',
        'a<3',
        'a in (1, 2),!b',
        '',
        'a b',
        'a=b=c',
        ',',
        'a in x',
        'a>x',
        'A/B/C=1',
        'a=-b',
        '!',
        'a,',
        '(a)',
        'a in (',
        'a in (x',
        'a in (x y)',
        'a=(',
        'a notin ()',
        'a in (,1)',
        'a in (1,)',
        'in=x',
        'a in (in,notin)',
        '!!a',
        'a!b',
        'a><1',
      ].map((selector) => `labelSelector=${encodeURIComponent(selector)}`),
    );
  }),
  differentialCase(36, 'field selectors', async (subject, namespace) => {
    const path = await fill(subject, namespace);
    await queries(
      subject,
      path,
      [
        'metadata.name=m1',
        'metadata.name!=m1',
        'metadata.name==m1',
        `metadata.namespace=${namespace}`,
        `metadata.namespace!=${namespace}`,
        'metadata.name=m1,metadata.name=m2',
        'metadata.name=nothing',
        'metadata.name=',
        'data.i=1',
        'metadata.uid=x',
        'metadata.name',
        'metadata.name>1',
        'metadata.name=a=b',
        'metadata.name=a\\,b',
        'metadata.name=a\\x',
        '=x',
        '',
      ].map((selector) => `fieldSelector=${encodeURIComponent(selector)}`),
    );
    await queries(subject, path, [
      'fieldSelector=metadata.name%3Dm1&labelSelector=a%3D1',
      'fieldSelector=metadata.name%3Dm1&labelSelector=a%3D2',
    ]);
  }),
  differentialCase(36, 'field selectors of a kind', async (subject, namespace) => {
    const base = `/api/v1/namespaces/${namespace}`;
    await subject.ask({
      method: 'POST',
      path: `${base}/secrets`,
      body: { metadata: { name: 's1' }, type: 'Opaque', stringData: { a: 'b' } },
    });
    await subject.ask({
      method: 'POST',
      path: `${base}/secrets`,
      body: { metadata: { name: 's2' }, type: 'example.com/own', data: { a: 'Yg==' } },
    });
    await queries(subject, `${base}/secrets`, [
      'fieldSelector=type%3DOpaque',
      'fieldSelector=type!%3DOpaque',
      'fieldSelector=data.a%3Db',
      'fieldSelector=metadata.name%3Ds2',
    ]);
    for (const resource of ['pods', 'events', 'services', 'replicationcontrollers', 'persistentvolumeclaims']) {
      await queries(subject, `${base}/${resource}`, ['fieldSelector=spec.nothing%3Dx', 'fieldSelector=metadata.uid%3Dx']);
    }
    await queries(subject, `${base}/pods`, [
      'fieldSelector=spec.nodeName%3Dn',
      'fieldSelector=status.phase%3DRunning',
      'fieldSelector=spec.host%3Dx',
    ]);
    await queries(subject, '/api/v1/nodes', ['fieldSelector=spec.unschedulable%3Dtrue', 'fieldSelector=metadata.namespace%3Dx']);
    await queries(subject, '/api/v1/namespaces', ['fieldSelector=status.phase%3DNever', 'fieldSelector=metadata.namespace%3Dx']);
    await queries(subject, `/apis/batch/v1/namespaces/${namespace}/jobs`, [
      'fieldSelector=status.successful%3D1',
      'fieldSelector=spec.x%3D1',
    ]);
    await queries(subject, `/apis/apps/v1/namespaces/${namespace}/deployments`, ['fieldSelector=spec.x%3D1']);
  }),
  differentialCase(10, 'pages', async (subject, namespace) => {
    const path = await fill(subject, namespace);
    let token = '';
    for (let page = 0; page < 3; page++) {
      const { body } = await subject.ask<Answered>({ path: `${path}?limit=2${token === '' ? '' : `&continue=${token}`}` });
      token = body.metadata.continue ?? '';
      if (page === 0) await subject.ask({ method: 'DELETE', path: `${path}/m3` });
    }
    await queries(subject, path, [
      'limit=5',
      'limit=4',
      'limit=1&labelSelector=a',
      'limit=0',
      'limit=-1',
      'limit=abc',
      'limit=99999999999999999999',
      'limit=',
    ]);
    const { body } = await subject.ask({ path: `${path}/m4` });
    const version = body.metadata.resourceVersion;
    await queries(subject, path, [
      'limit=1&resourceVersion=0',
      `limit=1&resourceVersion=${version}`,
      'limit=1&resourceVersion=1&resourceVersionMatch=NotOlderThan',
    ]);
  }),
  differentialCase(10, 'continue tokens that are refused', async (subject, namespace) => {
    const path = await fill(subject, namespace);
    const tokenOf = (value: unknown): string =>
      Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
    const { body } = await subject.ask<Answered>({ path: `${path}?limit=2` });
    const token = body.metadata.continue ?? '';
    await queries(subject, path, [
      `continue=${token}&resourceVersion=1`,
      `continue=${token}&resourceVersion=0`,
      `continue=${token}&resourceVersion=1&resourceVersionMatch=Exact`,
    ]);
    await queries(
      subject,
      path,
      [
        'abc',
        '!!!',
        tokenOf({ v: 'meta.k8s.io/v1', rv: 1, start: '' }),
        tokenOf({ v: 'meta.k8s.io/v2', rv: 1, start: 'a' }),
        tokenOf({ v: 'meta.k8s.io/v1', rv: 0, start: 'a' }),
        tokenOf({ v: 'meta.k8s.io/v1', rv: 1, start: '../a' }),
        tokenOf({ v: 'meta.k8s.io/v1', rv: -1, start: '/m1\u0000' }),
        tokenOf({ v: 'meta.k8s.io/v1', rv: 999_999_999, start: '/m1\u0000' }),
        tokenOf('[]'),
        tokenOf('{'),
      ].map((text) => `continue=${text}`),
    );
  }),
  differentialCase(10, 'revisions of lists', async (subject, namespace) => {
    const path = await fill(subject, namespace);
    const { body: before } = await subject.ask({ path: `${path}/m0` });
    const { body: after } = await subject.ask({ method: 'PATCH', path: `${path}/m0`, body: { data: { i: 'changed' } } });
    await subject.ask({ method: 'DELETE', path: `${path}/m1` });
    const exact = (version: string, more = ''): string => `resourceVersion=${version}&resourceVersionMatch=Exact${more}`;
    await queries(subject, path, [
      exact(before.metadata.resourceVersion),
      exact(after.metadata.resourceVersion, '&fieldSelector=metadata.name%3Dm0'),
      exact(String(Number(after.metadata.resourceVersion) - 1), '&fieldSelector=metadata.name%3Dm0'),
      exact(after.metadata.resourceVersion, '&limit=2'),
      exact('0'),
      exact('999999999'),
      'resourceVersion=abc',
      'resourceVersion=-1',
      'resourceVersion=999999999',
      'resourceVersion=1',
      'resourceVersion=0',
      'resourceVersionMatch=NotOlderThan',
      'resourceVersion=1&resourceVersionMatch=Other',
      'sendInitialEvents=true',
      'timeoutSeconds=x',
      'timeoutSeconds=5',
    ]);
    await queries(subject, `${path}/m0`, [
      'resourceVersion=0',
      'resourceVersion=1',
      'resourceVersion=999999999',
      'resourceVersion=abc',
      'export=true',
    ]);
  }),
  differentialCase(10, 'lists over namespaces and of nothing', async (subject, namespace) => {
    await fill(subject, namespace);
    await queries(subject, '/api/v1/configmaps', [
      `fieldSelector=metadata.namespace%3D${namespace}`,
      `fieldSelector=metadata.namespace%3D${namespace}&limit=2`,
    ]);
    for (const resource of ['pods', 'secrets', 'endpoints', 'limitranges'])
      await subject.ask({ path: `/api/v1/namespaces/${namespace}/${resource}` });
    for (const resource of ['deployments', 'statefulsets'])
      await subject.ask({ path: `/apis/apps/v1/namespaces/${namespace}/${resource}` });
    await subject.ask({ path: `/api/v1/namespaces/${namespace}/configmaps/absent` });
    await subject.ask({ path: `/api/v1/namespaces/${namespace}/configmaps/m0/` });
    await subject.ask({ path: `/api/v1/namespaces/${namespace}/configmaps/a%25b` });
  }),
  differentialCase(8, 'tables', async (subject, namespace) => {
    const path = await fill(subject, namespace);
    const table = { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };
    for (const query of [
      '',
      '?includeObject=None',
      '?includeObject=Object',
      '?includeObject=Metadata',
      '?includeObject=Other',
      '?limit=2',
    ]) {
      await subject.ask({ path: `${path}${query}`, headers: table });
    }
    await subject.ask({ path: `${path}/m0`, headers: table });
    await subject.ask({ path: `${path}/absent`, headers: table });
  }),
  differentialCase(9, 'metadata only', async (subject, namespace) => {
    const path = await fill(subject, namespace);
    const one = { Accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' };
    const list = { Accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' };
    await subject.ask({ path, headers: list });
    await subject.ask({ path: `${path}?limit=2`, headers: list });
    await subject.ask({ path: `${path}/m0`, headers: one });
    await subject.ask({ path: `${path}/absent`, headers: one });
    await subject.ask({ path, headers: one });
    await subject.ask({ path: `${path}/m0`, headers: list });
    await subject.ask({ path: `${path}/m0`, headers: { Accept: 'application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io' } });
    await subject.ask({ path: `${path}/m0`, headers: { Accept: 'application/json;as=Other;v=v1;g=meta.k8s.io,application/json' } });
    await subject.ask({ method: 'PATCH', path: `${path}/m0`, headers: one, body: { data: { x: 'y' } } });
    await subject.ask({ method: 'POST', path, headers: one, body: { metadata: { name: 'new' }, data: { x: 'y' } } });
    await subject.ask({ method: 'DELETE', path: `${path}/m0`, headers: one });
  }),
];
