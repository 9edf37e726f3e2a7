import type { ApiResource, KubeObject } from '@rectrace/kube';
import { asUid, parseJson } from '@rectrace/kube';
import { describe, expect, test } from 'vitest';
import { ScriptedTransport } from '../testing/scripted-transport.ts';
import { formatTarget } from '../transport/transport.ts';
import { recordEvent } from './record-event.ts';
import type { Writer } from './writer.ts';
import { createWriter } from './writer.ts';

const TRACES: ApiResource = {
  group: 'x.example',
  version: 'v1',
  kind: 'Trace',
  resource: 'traces',
  singular: 'trace',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
};
const object: KubeObject = {
  apiVersion: 'x.example/v1',
  kind: 'Trace',
  metadata: { name: 'a b', namespace: 'plain' },
  big: 12345678901234567890n,
};
const target = { resource: TRACES, namespace: 'plain', name: 'a b' };
const OBJECT_PATH = '/apis/x.example/v1/namespaces/plain/traces/a%20b';

async function sent(write: (writer: Writer) => Promise<unknown>): Promise<string> {
  const answer = { apiVersion: 'x.example/v1', kind: 'Trace', metadata: { name: 'a b' } };
  const transport = new ScriptedTransport({
    '/apis/x.example/v1/namespaces/plain/traces': answer,
    [OBJECT_PATH]: answer,
    [`${OBJECT_PATH}/status`]: answer,
  });
  await write(createWriter(transport, { fieldManager: 'rectrace' }));
  const [request] = transport.asked;
  if (request === undefined) throw new Error('nothing was sent');
  return `${request.method} ${formatTarget(request)} ${request.body?.contentType} ${request.body?.text}`;
}

describe('requests', () => {
  const strict = 'fieldManager=rectrace&fieldValidation=Strict';
  test.each<readonly [string, (writer: Writer) => Promise<unknown>, string]>([
    [
      'create',
      (writer) => writer.create(object, target),
      `POST /apis/x.example/v1/namespaces/plain/traces?${strict} application/json {"apiVersion":"x.example/v1","kind":"Trace","metadata":{"name":"a b","namespace":"plain"},"big":12345678901234567890}`,
    ],
    [
      'merge patch of the status',
      (writer) => writer.patch({ kind: 'merge', body: { status: { a: null } } }, { ...target, subresource: 'status' }),
      `PATCH ${OBJECT_PATH}/status?${strict} application/merge-patch+json {"status":{"a":null}}`,
    ],
    [
      'apply',
      (writer) => writer.patch({ kind: 'apply', body: object, force: true }, target, { dryRun: true }),
      `PATCH ${OBJECT_PATH}?force=true&${strict}&dryRun=All application/apply-patch+yaml {"apiVersion"`,
    ],
    [
      'JSON patch',
      (writer) => writer.patch({ kind: 'json', operations: [{ op: 'remove', path: '/a' }] }, target),
      `PATCH ${OBJECT_PATH}?${strict} application/json-patch+json [{"op":"remove","path":"/a"}]`,
    ],
    [
      'replace',
      (writer) => writer.replace(object, target, { fieldValidation: 'Warn' }),
      `PUT ${OBJECT_PATH}?fieldManager=rectrace&fieldValidation=Warn application/json {`,
    ],
    [
      'delete',
      (writer) => writer.delete(target, { propagation: 'Foreground', graceSeconds: 0, preconditions: { uid: 'u' } }),
      `DELETE ${OBJECT_PATH} application/json {"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Foreground","gracePeriodSeconds":0,"preconditions":{"uid":"u"}}`,
    ],
    [
      'delete, dry run',
      (writer) => writer.delete(target, { dryRun: true }),
      `DELETE ${OBJECT_PATH} application/json {"apiVersion":"v1","kind":"DeleteOptions","dryRun":["All"]}`,
    ],
  ])('%s', async (_title, write, expected) => {
    expect((await sent(write)).startsWith(expected)).toBe(true);
  });
});

test('an Event about an object: bounded name and message, the namespace of the object', async () => {
  const transport = new ScriptedTransport({
    '/apis/events.k8s.io/v1/namespaces/plain/events': { apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { name: 'e' } },
  });
  const writer = createWriter(transport, { fieldManager: 'rectrace' });
  const about = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'n'.repeat(253), uid: asUid('u-1') };
  const at = Date.UTC(2026, 0, 1);
  await recordEvent(writer, {
    about,
    type: 'Warning',
    reason: 'Lost',
    message: 'm'.repeat(2_000),
    action: 'Record',
    controller: 'rectrace.dev/recorder',
    instance: 'pod-1',
    at,
    token: '17abc',
  });
  const body = parseJson(transport.asked[0]?.body?.text ?? '') as { metadata: { name: string }; note: string };
  expect(body.metadata.name).toHaveLength(253);
  expect(body.metadata.name.endsWith('.17abc')).toBe(true);
  expect(body.note).toHaveLength(1_024);
  expect(body).toMatchObject({
    eventTime: '2026-01-01T00:00:00.000000Z',
    regarding: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'plain', uid: 'u-1' },
    type: 'Warning',
  });
});
