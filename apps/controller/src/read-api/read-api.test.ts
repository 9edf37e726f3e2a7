import { Discovery, type Transport } from '@rectrace/cluster';
import { MemoryHistory } from '@rectrace/history';
import type { ObjectRef } from '@rectrace/kube';
import { asUid, formatJson, parseJson, stringAt, valueAt } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import type { Change, Cycle, FullRootView, Position, TreeNode } from '@rectrace/trace';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HttpServer } from '../http/http-server.ts';
import { AccessReviews } from './access-reviews.ts';
import { ReadApi } from './read-api.ts';

const WEB = refOf('apps', 'Deployment', 'web');
const SET = refOf('apps', 'ReplicaSet', 'web-1');
const POD = refOf('', 'Pod', 'web-1-a');
const MAP = refOf('', 'ConfigMap', 'settings');
const ROOT = 'Deployment.apps/plain/web';

function refOf(group: string, kind: string, name: string): ObjectRef {
  return { group, version: 'v1', kind, namespace: 'plain', name, uid: asUid(`uid-${name}`) };
}

function at(version: number): Position {
  return { epoch: 0, version: String(version), offset: 0 };
}

function changeOf(ref: ObjectRef, version: number, event?: Change['event']): Change {
  return {
    kind: 'change',
    id: `0/${event?.uid ?? ref.uid}/${version}`,
    type: event === undefined ? 'Update' : 'Event',
    ref,
    resourceVersion: String(version),
    position: at(version),
    time: version * 1_000,
    receivedAt: version * 1_000,
    diff: [],
    certainty: 'observed',
    ...(event === undefined ? {} : { event }),
  };
}

const SCHEDULED = {
  uid: 'uid-event',
  name: 'e',
  namespace: 'plain',
  type: 'Normal',
  reason: 'Scheduled',
  message: 'assigned',
  count: 1,
  reporter: 'scheduler',
};

const CYCLE: Cycle = {
  kind: 'cycle',
  number: 1,
  root: WEB,
  state: 'closed',
  start: { time: 2_000, position: at(2) },
  end: { time: 5_000, position: at(5) },
  cause: { kind: 'unprompted', change: '0/uid-web-1-a/2', ref: POD, detail: { kind: 'deleted' }, initiators: [MAP] },
  requests: [],
};

const SECOND: Cycle = {
  ...CYCLE,
  number: 2,
  cause: { kind: 'unprompted', change: '0/uid-web-1/2', ref: SET, detail: { kind: 'generation', from: 1, to: 2 }, initiators: [] },
};

function node(ref: ObjectRef, children: readonly TreeNode[] = []): TreeNode {
  return { ref, resourceVersion: '9', gone: false, cyclic: false, children, links: ref === POD ? [{ ref: MAP, reason: 'volume' }] : [] };
}

const TREE = node(WEB, [node(SET, [node(POD)])]);

const VIEW: FullRootView = {
  target: { id: ROOT, group: 'apps', objectKind: 'Deployment', namespace: 'plain', name: 'web' },
  ref: WEB,
  gone: false,
  verdict: { kind: 'true' },
  cycles: [CYCLE],
  tree: TREE,
  initialTree: TREE,
  summary: {
    objectSummaries: [
      { apiVersion: 'apps/v1', kind: 'Deployment', total: 1, added: 0, updated: 1, deleted: 0 },
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', total: 1, added: 0, updated: 0, deleted: 0 },
      { apiVersion: 'v1', kind: 'Pod', total: 1, added: 1, updated: 0, deleted: 1 },
    ],
  },
};

/** user -> what he may get, as 'resource.group/namespace'; '*' = all. */
const RIGHTS: { readonly [user: string]: readonly string[] } = {
  admin: ['*'],
  dev: ['deployments.apps/plain', 'pods./plain'],
  nosy: ['pods./plain', 'events./plain'],
  foreign: ['deployments.apps/other'],
};

/** Stands in for the API server's reviews and discovery. */
class ReviewServer implements Transport {
  tokenReviews = 0;
  accessReviews = 0;
  down = false;

  async request({ path, body }: Parameters<Transport['request']>[0]) {
    if (this.down) throw new Error('connection refused');
    const answer = body === undefined ? discoveryOf(path) : this.#review(parseJson(body.text));
    return { code: 200, headers: {}, text: formatJson(answer) };
  }

  stream(): never {
    throw new Error('no streams here');
  }

  #review(review: ReturnType<typeof parseJson>): object {
    if (stringAt(review, ['kind']) === 'TokenReview') {
      this.tokenReviews += 1;
      const user = stringAt(review, ['spec', 'token'])?.replace(/^token-/, '') ?? '';
      return user in RIGHTS
        ? { status: { authenticated: true, user: { username: user, groups: ['g'] } } }
        : { status: { authenticated: false, error: 'no such token' } };
    }
    this.accessReviews += 1;
    const rights = RIGHTS[stringAt(review, ['spec', 'user']) ?? ''] ?? [];
    const attributes = valueAt(review, ['spec', 'resourceAttributes'])!;
    expect(stringAt(attributes, ['verb'])).toBe('get');
    const wanted = `${stringAt(attributes, ['resource'])}.${stringAt(attributes, ['group'])}/${stringAt(attributes, ['namespace'])}`;
    return { status: { allowed: rights.includes('*') || rights.includes(wanted) } };
  }
}

function discoveryOf(path: string): object {
  const list = (groupVersion: string, kinds: readonly string[]) => ({
    kind: 'APIResourceList',
    groupVersion,
    resources: kinds.map((kind) => ({
      name: `${kind.toLowerCase()}s`,
      singularName: kind.toLowerCase(),
      kind,
      namespaced: true,
      verbs: ['get', 'list', 'watch'],
    })),
  });
  switch (path) {
    case '/api':
      return { kind: 'APIVersions', versions: ['v1'] };
    case '/apis':
      return { kind: 'APIGroupList', groups: [{ name: 'apps', versions: [{ groupVersion: 'apps/v1', version: 'v1' }] }] };
    case '/api/v1':
      return list('v1', ['Pod', 'ConfigMap', 'Event']);
    default:
      return list('apps/v1', ['Deployment', 'ReplicaSet']);
  }
}

let server: HttpServer;
let history: MemoryHistory;
let base: string;
const failures: unknown[] = [];
const reviews = new ReviewServer();
const clock = new SteppedClock();

beforeEach(async () => {
  reviews.down = false;
  reviews.tokenReviews = 0;
  reviews.accessReviews = 0;
  failures.length = 0;
  history = new MemoryHistory();
  history.commit({
    changes: [changeOf(WEB, 1), changeOf(SET, 2), changeOf(POD, 3), changeOf(POD, 4, SCHEDULED), changeOf(WEB, 5)],
    members: [WEB, SET, POD].map((ref) => ({ kind: 'membership', root: ROOT, ref, since: at(1) })),
    cycles: [CYCLE, SECOND].map((cycle) => ({ root: ROOT, cycle })),
    withdrawn: [],
    gaps: [
      { kind: 'gap', id: 'g1', scope: 'pods@', from: '3', to: '9', reason: 'compacted', ref: POD, receivedAt: 9 },
      { kind: 'gap', id: 'g2', scope: 'replicasets.apps@', from: '3', to: '9', reason: 'compacted', receivedAt: 9 },
    ],
    positions: [],
    fence: 0,
  });
  const readApi = new ReadApi({
    reader: history,
    viewOf: (id) => (id === ROOT ? VIEW : undefined),
    standingOf: (id) => (id === ROOT ? VIEW : undefined),
    reviews: new AccessReviews({ transport: reviews, clock }),
    discovery: new Discovery(reviews),
  });
  server = new HttpServer(
    {
      problem: () => undefined,
      alive: () => true,
      metrics: async () => ({ contentType: 'text/plain', text: 'rectrace_changes_total 5\n' }),
      readApi: () => readApi,
      onFailure: (_, error) => failures.push(error),
    },
    {},
  );
  base = `http://127.0.0.1:${await server.listen({ host: '127.0.0.1', port: 0 })}`;
});

afterEach(() => server.close());

async function get(path: string, user?: string): Promise<{ readonly code: number; readonly text: string }> {
  const response = await fetch(`${base}${path}`, user === undefined ? {} : { headers: { authorization: `Bearer token-${user}` } });
  return { code: response.status, text: await response.text() };
}

async function changeNames(user: string, query = ''): Promise<readonly string[]> {
  const { text } = await get(`/v1/changes?root=${ROOT}${query}`, user);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Change)
    .map(({ type, ref, resourceVersion }) => `${type} ${ref.kind} ${resourceVersion}`);
}

describe('who asks', () => {
  test('must have a token that the API server accepts', async () => {
    expect((await get('/v1/roots')).code).toBe(401);
    const refused = await get('/v1/roots', 'nobody');
    expect(refused.code).toBe(401);
    expect(refused.text).toContain('no such token');
  });

  test('may send it in a header of its own, since the service proxy keeps Authorization', async () => {
    const response = await fetch(`${base}/v1/roots`, { headers: { 'x-rectrace-token': 'token-admin' } });
    expect(response.status).toBe(200);
  });

  test('is asked about once in ten seconds', async () => {
    await get('/v1/roots', 'admin');
    await get('/v1/roots', 'admin');
    expect([reviews.tokenReviews, reviews.accessReviews]).toEqual([1, 1]);
    await clock.advance(10_001);
    await get('/v1/roots', 'admin');
    expect([reviews.tokenReviews, reviews.accessReviews]).toEqual([2, 2]);
  });

  test('learns that reviews cannot be had, in one line and without a stack', async () => {
    reviews.down = true;
    const { code, text } = await get('/v1/roots', 'admin');
    expect(code).toBe(503);
    expect(text).toContain('connection refused');
    expect(text).not.toContain('at ');
    expect(failures).toHaveLength(1);
  });
});

describe('a viewer who may get everything', () => {
  test('sees roots with their state', async () => {
    const { text } = await get('/v1/roots', 'admin');
    expect(JSON.parse(text)).toMatchObject({
      roots: [
        {
          id: ROOT,
          target: { group: 'apps', kind: 'Deployment', name: 'web' },
          changes: 5,
          recorded: true,
          state: { gone: false, verdict: { kind: 'true' } },
        },
      ],
    });
  });

  test('sees the timeline with cycles, members, gaps, tree and summary', async () => {
    const timeline = JSON.parse((await get(`/v1/timeline?root=${ROOT}`, 'admin')).text) as Record<string, unknown>;
    expect(timeline['cycles']).toEqual([CYCLE, SECOND]);
    expect(timeline['members']).toHaveLength(3);
    expect(timeline['gaps']).toHaveLength(2);
    expect(timeline['tree']).toEqual(TREE);
    expect(timeline['summary']).toEqual(VIEW.summary);
    expect(timeline['hiddenKinds']).toBe(0);
  });

  test('is answered of one root without a look at all of them', async () => {
    history.roots = () => {
      throw new Error('every change of every root was counted');
    };
    for (const path of ['timeline', 'tree', 'changes', 'latest']) expect((await get(`/v1/${path}?root=${ROOT}`, 'admin')).code).toBe(200);
    expect((await get('/v1/timeline?root=Deployment.apps/plain/other', 'admin')).code).toBe(404);
  });

  test('reads changes in order, filtered and limited', async () => {
    expect(await changeNames('admin')).toEqual([
      'Update Deployment 1',
      'Update ReplicaSet 2',
      'Update Pod 3',
      'Event Pod 4',
      'Update Deployment 5',
    ]);
    expect(await changeNames('admin', '&newestFirst=true&limit=2')).toEqual(['Update Deployment 5', 'Event Pod 4']);
    expect(await changeNames('admin', '&kinds=Pod,ReplicaSet.apps&types=Update')).toEqual(['Update ReplicaSet 2', 'Update Pod 3']);
    expect(await changeNames('admin', '&since=2000&until=4000')).toEqual(['Update ReplicaSet 2', 'Update Pod 3']);
  });
});

describe('a viewer who may get some kinds only', () => {
  test('never sees the others: not in changes, cycles, members, gaps, tree, links or summary', async () => {
    expect(await changeNames('dev')).toEqual(['Update Deployment 1', 'Update Pod 3', 'Update Deployment 5']);
    const { text } = await get(`/v1/timeline?root=${ROOT}`, 'dev');
    expect(text).not.toContain('ReplicaSet');
    expect(text).not.toContain('"uid-web-1"');
    expect(text).not.toContain('settings');
    const timeline = JSON.parse(text) as { tree: TreeNode; gaps: unknown[]; hiddenKinds: number };
    expect(timeline.tree.children.map(({ ref }) => ref.kind)).toEqual(['Pod']);
    expect(timeline.gaps).toHaveLength(1);
    expect(timeline.hiddenKinds).toBe(2);
  });

  test('counts a limit in changes that he sees', async () => {
    expect(await changeNames('dev', '&limit=2')).toEqual(['Update Deployment 1', 'Update Pod 3']);
  });

  test('learns nothing of a root he may not get, not even that it exists', async () => {
    const hidden = await get(`/v1/timeline?root=${ROOT}`, 'nosy');
    const absent = await get('/v1/timeline?root=Deployment.apps/plain/none', 'nosy');
    expect([hidden.code, absent.code]).toEqual([404, 404]);
    expect(hidden.text).toBe(absent.text.replaceAll('none', 'web'));
    expect(JSON.parse((await get('/v1/roots', 'nosy')).text)).toEqual({ roots: [] });
    expect(JSON.parse((await get('/v1/roots', 'foreign')).text)).toEqual({ roots: [] });
    expect((await get(`/v1/changes?root=${ROOT}`, 'nosy')).code).toBe(404);
    expect((await get(`/v1/latest?root=${ROOT}`, 'nosy')).code).toBe(404);
  });

  test('sees an object by its uid only where he may get its kind', async () => {
    expect((await get('/v1/changes?uid=uid-web-1', 'dev')).text).toBe('');
    expect((await get('/v1/changes?uid=uid-web-1-a', 'dev')).text).toContain('"Pod"');
  });

  test('is told of a cause that he may not see only that there was one', async () => {
    const { cycles } = JSON.parse((await get(`/v1/timeline?root=${ROOT}`, 'dev')).text) as { cycles: Cycle[] };
    expect(cycles.map(({ cause }) => cause.detail)).toEqual([{ kind: 'deleted' }, { kind: 'hidden' }]);
    expect(cycles[0]!.cause.initiators).toEqual([]);
    expect(cycles[1]!.cause.change).toBe('');
  });
});

describe('a wrong request', () => {
  test.each([
    ['/v1/nothing', 404, 'no such path'],
    ['/v1/timeline', 400, 'root'],
    ['/v1/changes', 400, 'root or uid'],
    [`/v1/changes?root=${ROOT}&since=yesterday`, 400, 'since'],
    [`/v1/changes?root=${ROOT}&types=Explosion`, 400, 'Explosion'],
    [`/v1/changes?root=${ROOT}&after=x`, 400, 'after'],
    [`/v1/changes?root=${ROOT}&limi=5`, 400, 'limi'],
    [`/v1/latest?root=${ROOT}&at=now`, 400, 'at'],
    ['/elsewhere', 404, 'no such path'],
  ])('%s', async (path, code, named) => {
    const reply = await get(path, 'admin');
    expect(reply.code).toBe(code);
    expect(JSON.parse(reply.text)).toMatchObject({ kind: 'Status', code });
    expect(reply.text).toContain(named);
  });

  test('that writes is refused', async () => {
    const response = await fetch(`${base}/v1/roots`, { method: 'POST', headers: { authorization: 'Bearer token-admin' } });
    expect(response.status).toBe(405);
  });
});

test('health and metrics need no token', async () => {
  expect(await get('/healthz')).toEqual({ code: 200, text: 'ok\n' });
  expect(await get('/readyz')).toEqual({ code: 200, text: 'ok\n' });
  expect((await get('/metrics')).text).toContain('rectrace_changes_total 5');
});
