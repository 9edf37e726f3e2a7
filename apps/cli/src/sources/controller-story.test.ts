import type { ApiRequest, ClusterConnection } from '@rectrace/cluster';
import { ApiError } from '@rectrace/cluster';
import type { ApiResource } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { builtinRules, objectStates } from '@rectrace/trace';
import { beforeEach, expect, test } from 'vitest';
import type { Invocation } from '../command-definition.ts';
import { Flags } from '../flags.ts';
import { controllerHistory, controllerStory } from './controller-story.ts';

const REF = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('u') };
const TARGET = { id: 'Deployment.apps/plain/web', group: 'apps', objectKind: 'Deployment', namespace: 'plain', name: 'web' };
const CHANGE: Change = {
  kind: 'change',
  id: '0/u/5',
  type: 'Update',
  ref: REF,
  resourceVersion: '5',
  position: { epoch: 0, version: '5', offset: 0 },
  time: 5_000,
  receivedAt: 5_000,
  diff: [],
  certainty: 'observed',
  body: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', uid: 'u' } },
};

let asked: ApiRequest[];
let said: string[];

beforeEach(() => {
  asked = [];
  said = [];
});

type Answers = { readonly [path: string]: object | number };

function clusterWith(answers: Answers): ClusterConnection {
  const answer = (request: ApiRequest): string => {
    asked.push(request);
    const found = Object.entries(answers).find(([path]) => request.path.endsWith(path))?.[1] ?? 404;
    if (typeof found === 'number') throw new ApiError({ code: found, reason: '', message: 'refused' }, request);
    return JSON.stringify(found);
  };
  const transport = {
    request: async (request: ApiRequest) => ({ code: 200, headers: {}, text: answer(request) }),
    stream: async (request: ApiRequest) => ({
      code: 200,
      headers: {},
      lines: (async function* () {
        yield answer(request);
      })(),
    }),
  };
  return { transport } as unknown as ClusterConnection;
}

function invocation(flags: { readonly [name: string]: string } = {}): Invocation {
  return {
    flags: new Flags(flags),
    screen: { remark: (line: string) => said.push(line) },
    surroundings: { clock: { now: () => 9_000 } },
  } as unknown as Invocation;
}

const STATES = objectStates(builtinRules());
const SERVICES = {
  items: [{ metadata: { namespace: 'rectrace-system', name: 'rectrace' }, spec: { ports: [{ name: 'https', port: 8443 }] } }],
};
const ANSWERS: Answers = {
  '/services': SERVICES,
  '/v1/roots': {
    roots: [
      { id: 'Deployment.apps/plain/webby', target: { group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'webby' } },
      { id: 'Deployment.apps/plain/web#a1', target: { group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' } },
    ],
  },
  '/v1/timeline': {
    recorded: true,
    state: { gone: false, verdict: { kind: 'true' } },
    cycles: [],
    gaps: [],
    summary: { objectSummaries: [] },
    hiddenKinds: 2,
  },
  '/v1/changes': CHANGE,
};

test('a root that the controller records is told from there, with what is hidden', async () => {
  const story = await controllerStory(invocation(), { cluster: clusterWith(ANSWERS), target: TARGET, states: STATES });
  expect(story).toMatchObject({
    ref: REF,
    changes: [CHANGE],
    verdict: { kind: 'true' },
    now: 9_000,
    source: 'controller rectrace-system/rectrace',
    notes: ['2 kinds are left out: you may not get them'],
  });
  expect(story?.bodyOf('u')).toEqual(CHANGE.body);
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/v1/namespaces/rectrace-system/services',
    '/api/v1/namespaces/rectrace-system/services/https:rectrace:https/proxy/v1/roots',
    '/api/v1/namespaces/rectrace-system/services/https:rectrace:https/proxy/v1/timeline',
    '/api/v1/namespaces/rectrace-system/services/https:rectrace:https/proxy/v1/changes',
  ]);
});

test("the token goes to the trusted Service alone, and nowhere with 'none' or under another name", async () => {
  await controllerStory(invocation(), { cluster: clusterWith(ANSWERS), target: TARGET, states: STATES });
  expect(asked.map(({ tokenHeader }) => tokenHeader)).toEqual([undefined, 'X-Rectrace-Token', 'X-Rectrace-Token', 'X-Rectrace-Token']);
  asked = [];
  for (const flags of [{ controller: 'none' }, { as: 'somebody' }])
    await controllerStory(invocation(flags), { cluster: clusterWith(ANSWERS), target: TARGET, states: STATES });
  expect(asked).toEqual([]);
});

test('another place is asked only where it is named', async () => {
  const services = { items: [{ metadata: { namespace: 'mine', name: 'tracer' }, spec: { ports: [{ name: 'http', port: 80 }] } }] };
  await controllerStory(invocation({ controller: 'mine/tracer' }), {
    cluster: clusterWith({ ...ANSWERS, '/services': services }),
    target: TARGET,
    states: STATES,
  });
  expect(asked[0]).toMatchObject({ path: '/api/v1/namespaces/mine/services', query: { fieldSelector: 'metadata.name=tracer' } });
  expect(asked[1]?.path).toBe('/api/v1/namespaces/mine/services/http:tracer:http/proxy/v1/roots');
});

test('the history of an object that is gone is found by its name in the trees of its namespace', async () => {
  const resource = { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments', namespaced: true } as ApiResource;
  const cluster = clusterWith({ ...ANSWERS, '/deployments/web': 404 });
  const history = await controllerHistory(invocation(), { cluster, target: { resource, namespace: 'plain', name: 'web' } });
  expect(history).toEqual({ ref: REF, changes: [CHANGE], source: 'controller rectrace-system/rectrace' });
  expect(asked.filter(({ path }) => path.endsWith('/v1/changes')).map(({ query }) => query)).toEqual([
    { root: 'Deployment.apps/plain/webby', kinds: 'Deployment.apps', bodies: 'false' },
    { root: 'Deployment.apps/plain/web#a1', kinds: 'Deployment.apps', bodies: 'false' },
    { uid: 'u', bodies: 'true' },
  ]);
  const other = { resource, namespace: 'plain', name: 'other' };
  expect(await controllerHistory(invocation(), { cluster, target: other })).toBeUndefined();
});

test.each<[string, Answers, RegExp | undefined]>([
  ['no controller', { ...ANSWERS, '/services': { items: [] } }, undefined],
  ['no right to look for one', { ...ANSWERS, '/services': 403 }, undefined],
  ['a root it does not know', { ...ANSWERS, '/v1/roots': { roots: [] } }, undefined],
  [
    'credentials that it does not take',
    { ...ANSWERS, '/v1/roots': 401 },
    /the controller rectrace-system\/rectrace can not be asked: .*401/,
  ],
])('%s: the next source is asked', async (_what, answers, line) => {
  expect(await controllerStory(invocation(), { cluster: clusterWith(answers), target: TARGET, states: STATES })).toBeUndefined();
  if (line === undefined) expect(said).toEqual([]);
  else expect(said.join('\n')).toMatch(line);
});
