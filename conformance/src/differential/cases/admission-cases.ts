// What admission changes and refuses.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiRequest } from '@rectrace/testbed';
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';

const ROW = 47;
const DRY = '?dryRun=All';
const CACHED_MS = 5_000;

function podOf(name: string, spec: object = {}, container: object = {}): object {
  return { metadata: { name }, spec: { containers: [{ name: 'a', image: 'x', ...container }], ...spec } };
}

function post(path: string, body: object): ApiRequest {
  return { method: 'POST', path, body };
}

function asks(requests: object, limits: object = {}): object {
  return { resources: { requests, limits } };
}

async function postPods(subject: Subject, namespace: string, pods: readonly object[]): Promise<void> {
  for (const pod of pods) await subject.ask(post(`/api/v1/namespaces/${namespace}/pods${DRY}`, pod));
}

/** A quota with a status as its controller would write it. */
async function quota(
  subject: Subject,
  namespace: string,
  { name, spec, used }: { readonly name: string; readonly spec: { readonly hard: object }; readonly used: object },
): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/resourcequotas`;
  await subject.ask(post(path, { metadata: { name }, spec }));
  const { body } = await subject.ask<object>({ path: `${path}/${name}` });
  await subject.ask({ method: 'PUT', path: `${path}/${name}/status`, body: { ...body, status: { hard: spec.hard, used } } });
}

/** The real server's admission reads quotas from a cache that follows; what still passes then is a difference for the requests that are compared. */
async function untilRefusedBy(quotaName: string, subject: Subject, request: ApiRequest): Promise<void> {
  const isRefused = async (): Promise<boolean> => {
    const { status, body } = await subject.prepare(request);
    return status === 403 && String((body as { readonly message?: string }).message).includes(`exceeded quota: ${quotaName},`);
  };
  const end = performance.now() + CACHED_MS;
  while (performance.now() < end && !(await isRefused())) await sleep(50);
}

async function playLimits(subject: Subject, namespace: string): Promise<void> {
  await subject.ask(
    post(`/api/v1/namespaces/${namespace}/limitranges`, {
      metadata: { name: 'l' },
      spec: {
        limits: [
          {
            type: 'Container',
            default: { cpu: '1' },
            defaultRequest: { cpu: '500m', memory: '8Mi' },
            min: { cpu: '100m' },
            max: { cpu: '2' },
            maxLimitRequestRatio: { cpu: '4' },
          },
          { type: 'Pod', max: { cpu: '3', memory: '1Gi' } },
          { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } },
        ],
      },
    }),
  );
  const both = {
    containers: [
      { name: 'a', image: 'x' },
      { name: 'b', image: 'x', ...asks({ cpu: '200m' }, { cpu: '800m', memory: '1Gi' }) },
    ],
  };
  await postPods(subject, namespace, [
    podOf('defaults', { ...both, initContainers: [{ name: 'i', image: 'x' }] }),
    podOf('small', {}, asks({ cpu: '50m' })),
    podOf('large', {}, asks({}, { cpu: '3', memory: '1Mi' })),
    podOf('ratio', {}, asks({ cpu: '100m' }, { cpu: '1', memory: '1Mi' })),
    podOf('together', { containers: ['a', 'b'].map((name) => ({ name, image: 'x', ...asks({ cpu: '1' }, { cpu: '2', memory: '1Gi' }) })) }),
    { ...podOf('x'), metadata: { generateName: 'made-' } },
  ]);
  for (const storage of ['500Mi', '3Gi', '1Gi']) {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } };
    await subject.ask(post(`/api/v1/namespaces/${namespace}/persistentvolumeclaims${DRY}`, { metadata: { name: 'p' }, spec }));
  }
}

async function playPriority(subject: Subject, namespace: string): Promise<void> {
  const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
  await subject.ask(post(classes, { metadata: { name: namespace }, value: 7, preemptionPolicy: 'Never' }));
  await postPods(subject, namespace, [
    podOf('plain'),
    podOf('named', { priorityClassName: namespace }),
    podOf('critical', { priorityClassName: 'system-node-critical' }),
    podOf('missing', { priorityClassName: 'nobody' }),
    podOf('number', { priority: 3 }),
    podOf('policy', { priorityClassName: namespace, preemptionPolicy: 'PreemptLowerPriority' }),
  ]);
  await subject.ask(post(classes, { metadata: { name: `${namespace}-1` }, value: 5, globalDefault: true }));
  await subject.ask(post(classes, { metadata: { name: `${namespace}-2` }, value: 6, globalDefault: true }));
  await postPods(subject, namespace, [podOf('by-default')]);
  await subject.ask({ method: 'DELETE', path: `${classes}/${namespace}-1` });
}

async function playQuota(subject: Subject, namespace: string): Promise<void> {
  await quota(subject, namespace, {
    name: 'q',
    spec: { hard: { pods: '2', 'requests.cpu': '1', 'count/configmaps': '1' } },
    used: { pods: '1', 'requests.cpu': '0', 'count/configmaps': '0' },
  });
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  await subject.ask(post(pods, podOf('silent')));
  await subject.ask(post(pods, podOf('large', {}, asks({ cpu: '1500m' }))));
  await subject.ask(post(pods, podOf('fits', {}, asks({ cpu: '300m' }))));
  await subject.ask(post(pods, podOf('many', {}, asks({ cpu: '100m' }))));
  for (const name of ['a', 'b']) await subject.ask(post(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name } }));
  await subject.ask({ path: `/api/v1/namespaces/${namespace}/resourcequotas/q` });
}

async function playQuotaKinds(subject: Subject, namespace: string): Promise<void> {
  await quota(subject, namespace, { name: 'unused', spec: { hard: { services: '1', 'requests.storage': '1Gi', secrets: '0' } }, used: {} });
  const base = `/api/v1/namespaces/${namespace}`;
  await subject.ask(post(`${base}/secrets`, { metadata: { name: 's' } }));
  await quota(subject, namespace, {
    name: 'used',
    spec: { hard: { 'count/secrets': '0', 'services.nodeports': '1', 'standard.storageclass.storage.k8s.io/requests.storage': '2Gi' } },
    used: { 'count/secrets': '0', 'services.nodeports': '0', 'standard.storageclass.storage.k8s.io/requests.storage': '0' },
  });
  const { body } = await subject.ask<object>({ path: `${base}/resourcequotas/unused` });
  await subject.ask({
    method: 'PUT',
    path: `${base}/resourcequotas/unused/status`,
    body: { ...body, status: { hard: { services: '1' }, used: { services: '0' } } },
  });
  await untilRefusedBy('used', subject, post(`${base}/secrets${DRY}`, { metadata: { name: 's' } }));
  await subject.ask(post(`${base}/secrets`, { metadata: { name: 's' } }));
  const ports = [
    { port: 1, name: 'a' },
    { port: 2, name: 'b' },
  ];
  await subject.ask(post(`${base}/services${DRY}`, { metadata: { name: 's' }, spec: { type: 'NodePort', ports } }));
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '3Gi' } } };
  await subject.ask(post(`${base}/persistentvolumeclaims`, { metadata: { name: 'p' }, spec }));
  await quota(subject, namespace, { name: 'scoped', spec: { hard: { pods: '0' }, ...{ scopes: ['BestEffort'] } }, used: { pods: '0' } });
  await untilRefusedBy('scoped', subject, post(`${base}/pods${DRY}`, podOf('best')));
  await postPods(subject, namespace, [podOf('best'), podOf('burst', {}, asks({ memory: '1Mi' }))]);
}

async function playClaims(subject: Subject, namespace: string): Promise<void> {
  const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  await subject.ask(post(claims, { metadata: { name: 'by-default' }, spec }));
  await subject.ask(post(claims, { metadata: { name: 'none' }, spec: { ...spec, storageClassName: '' } }));
  const grow = { method: 'PATCH', path: `${claims}/by-default`, body: { spec: { resources: { requests: { storage: '2Gi' } } } } } as const;
  const { body } = await subject.ask<object>({ path: `${claims}/by-default` });
  await subject.ask({ method: 'PUT', path: `${claims}/by-default/status`, body: { ...body, status: { phase: 'Bound' } } });
  await subject.ask(grow);
}

async function playBinding(subject: Subject, namespace: string): Promise<void> {
  const labels = { 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r', other: 'x' };
  await subject.ask(post('/api/v1/nodes', { metadata: { name: namespace, labels } }));
  await subject.ask(post('/api/v1/nodes', { metadata: { name: `${namespace}-2` }, spec: { taints: [{ key: 'k', effect: 'NoExecute' }] } }));
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  await subject.ask(post(pods, podOf('bound')));
  await subject.ask(post(`${pods}/bound/binding`, { metadata: { name: 'bound' }, target: { kind: 'Node', name: namespace } }));
  await subject.ask({ path: `${pods}/bound` });
  await subject.ask(post(pods, podOf('placed', { nodeName: namespace })));
  for (const name of [namespace, `${namespace}-2`]) await subject.ask({ method: 'DELETE', path: `/api/v1/nodes/${name}` });
}

async function playRuntime(subject: Subject, namespace: string): Promise<void> {
  const scheduling = { nodeSelector: { a: 'b' }, tolerations: [{ key: 'k', operator: 'Exists' }] };
  await subject.ask(
    post('/apis/node.k8s.io/v1/runtimeclasses', {
      metadata: { name: namespace },
      handler: 'h',
      overhead: { podFixed: { cpu: '10m' } },
      scheduling,
    }),
  );
  await postPods(subject, namespace, [
    podOf('named', { runtimeClassName: namespace }),
    podOf('missing', { runtimeClassName: 'nobody' }),
    podOf('selected', { runtimeClassName: namespace, nodeSelector: { a: 'c' } }),
    podOf('overhead', { runtimeClassName: namespace, overhead: { cpu: '11m' } }),
    podOf('alone', { overhead: { cpu: '11m' } }),
  ]);
}

async function playIngress(subject: Subject, namespace: string): Promise<void> {
  const classes = '/apis/networking.k8s.io/v1/ingressclasses';
  const annotations = { 'ingressclass.kubernetes.io/is-default-class': 'true' };
  await subject.ask(post(classes, { metadata: { name: namespace, annotations }, spec: { controller: 'example.org/c' } }));
  const ingresses = `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses${DRY}`;
  const spec = { defaultBackend: { service: { name: 's', port: { number: 80 } } } };
  await subject.ask(post(ingresses, { metadata: { name: 'i' }, spec }));
  await subject.ask({ method: 'DELETE', path: `${classes}/${namespace}` });
}

export const ADMISSION_CASES: readonly DifferentialCase[] = [
  differentialCase(ROW, 'limit ranges give defaults and refuse', playLimits),
  differentialCase(ROW, 'a priority is what its class says', playPriority),
  differentialCase(ROW, 'tolerations of a pod that says nothing, something, everything', async (subject, namespace) => {
    const toleration = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' };
    await postPods(subject, namespace, [
      podOf('none'),
      podOf('one', { tolerations: [toleration] }),
      podOf('all', { tolerations: [{ operator: 'Exists' }] }),
      podOf('other', { tolerations: [{ ...toleration, effect: 'NoSchedule' }] }),
    ]);
  }),
  differentialCase(ROW, 'a quota counts pods and what they ask for', playQuota),
  differentialCase(ROW, 'quotas of other kinds, and of some pods', playQuotaKinds),
  differentialCase(ROW, 'claims get a class, a finalizer, and grow only when bound', playClaims),
  differentialCase(ROW, 'a pod that is bound carries the zone of its node', playBinding),
  differentialCase(ROW, 'a runtime class gives overhead and places', playRuntime),
  differentialCase(ROW, 'an ingress without a class gets the default one', playIngress),
];
