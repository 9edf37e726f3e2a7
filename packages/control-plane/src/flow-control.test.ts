// Which flow a request belongs to, as its answer says, and what a FlowSchema says of its level.
import type { Clock, JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { NO_HEADERS } from './api/api-request.ts';
import type { UserInfo } from './api/strategy.ts';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };
const GROUP = '/apis/flowcontrol.apiserver.k8s.io/v1';
const GUEST: UserInfo = { name: 'guest', groups: ['system:authenticated'] };
const ADMIN: UserInfo = { name: 'admin', groups: ['system:masters', 'system:authenticated'] };

async function make({ client }: ControlPlane, resource: string, body: JsonObject): Promise<string> {
  const made = await client.request({ method: 'POST', path: `${GROUP}/${resource}`, body });
  expect(made.status).toBe(201);
  return stringAt(made.body, ['metadata', 'uid']) ?? '';
}

function schemaFor(user: string, level: string, precedence: number): JsonObject {
  return {
    metadata: { name: `of-${user}` },
    spec: {
      matchingPrecedence: precedence,
      priorityLevelConfiguration: { name: level },
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: user } }],
          nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/version', '/openapi/*'] }],
          resourceRules: [{ verbs: ['list'], apiGroups: [''], resources: ['pods'], namespaces: ['default'] }],
        },
      ],
    },
  };
}

const LEVEL = {
  metadata: { name: 'few' },
  spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } },
};

async function flowOf({ api }: ControlPlane, user: UserInfo, path: string): Promise<readonly (string | undefined)[]> {
  const query = new URLSearchParams();
  const { headers } = await api.handle({ method: 'GET', path, query, user, body: { kind: 'none' }, headers: NO_HEADERS });
  return [headers['X-Kubernetes-PF-FlowSchema-UID'], headers['X-Kubernetes-PF-PriorityLevel-UID']];
}

async function uids({ client }: ControlPlane, ...paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    paths.map(async (path) => stringAt((await client.request({ path: `${GROUP}/${path}` })).body, ['metadata', 'uid']) ?? ''),
  );
}

test('an answer names the first schema that the request fits, and its level; a refusal does too', async () => {
  const plane = await createControlPlane({ clock, seed: 1 });
  const few = await make(plane, 'prioritylevelconfigurations', LEVEL);
  const ofGuest = await make(plane, 'flowschemas', schemaFor('guest', 'few', 500));
  const others = await uids(plane, 'flowschemas/global-default', 'prioritylevelconfigurations/global-default');
  for (const path of ['/version', '/openapi/v3', '/api/v1/namespaces/default/pods'])
    expect(await flowOf(plane, GUEST, path)).toEqual([ofGuest, few]);
  for (const path of ['/api', '/api/v1/pods', '/api/v1/namespaces/kube-system/pods'])
    expect(await flowOf(plane, GUEST, path)).toEqual(others);
  expect(await flowOf(plane, ADMIN, '/version')).toEqual(await uids(plane, 'flowschemas/exempt', 'prioritylevelconfigurations/exempt'));
  expect(await flowOf(plane, GUEST, '/api/v1/namespaces/default/pods/a/log')).toEqual([undefined, undefined]);
});

test('a schema says whether its level is there, and without one it is passed over', async () => {
  const plane = await createControlPlane({ clock, seed: 1 });
  const ofGuest = await make(plane, 'flowschemas', schemaFor('guest', 'few', 500));
  const condition = async (): Promise<unknown> =>
    listAt((await plane.client.request({ path: `${GROUP}/flowschemas/of-guest` })).body, ['status', 'conditions'])[0];
  await expect.poll(condition).toMatchObject({ type: 'Dangling', status: 'True', reason: 'NotFound' });
  expect((await flowOf(plane, GUEST, '/version'))[0]).not.toBe(ofGuest);
  const few = await make(plane, 'prioritylevelconfigurations', LEVEL);
  await expect.poll(condition).toMatchObject({ type: 'Dangling', status: 'False', reason: 'Found' });
  expect(await flowOf(plane, GUEST, '/version')).toEqual([ofGuest, few]);
});

test('the seats of a level are told among the metrics', async () => {
  const plane = await createControlPlane({ clock, seed: 1 });
  await make(plane, 'prioritylevelconfigurations', LEVEL);
  const { body } = await plane.client.request({ path: '/metrics' });
  expect(body['text']).toMatch(/^apiserver_flowcontrol_nominal_limit_seats\{priority_level="few"\} 3$/m);
});
