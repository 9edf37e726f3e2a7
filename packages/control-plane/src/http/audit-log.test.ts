import { expect, test } from 'vitest';
import type { ApiResponse } from '../api/api-request.ts';
import type { AuditEvent } from './audit-event.ts';
import { type AuditedArrival, AuditTrail } from './audit-log.ts';

const ADMIN = { name: 'admin', groups: ['system:masters', 'system:authenticated'] };

type Played = Partial<AuditedArrival> & {
  readonly annotations?: readonly (readonly [string, string])[];
  readonly impersonate?: string;
  /** Undefined: the client went before there was an answer. */
  readonly response?: ApiResponse;
};

/** The events of one request that comes at 2026-01-01 and ends two seconds later. */
function eventsOf({ response, impersonate, annotations = [], ...arrival }: Played): readonly AuditEvent[] {
  const events: AuditEvent[] = [];
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now, after: () => Promise.resolve() };
  const trail = new AuditTrail(
    { clock, sink: (event) => events.push(event) },
    { auditId: 'id', method: 'GET', uri: '/', userAgent: 'test/1', sourceIp: '127.0.0.1', ...arrival },
  );
  trail.authenticated({
    user: ADMIN,
    ...(impersonate === undefined ? {} : { impersonation: { name: impersonate, groups: ['dev'], extra: {} } }),
  });
  for (const [key, value] of annotations) trail.annotate(key, value);
  now += 1000;
  if (response !== undefined) trail.answered(response);
  now += 1000;
  trail.ended();
  return events;
}

const HEAD = { status: 200, headers: {}, warnings: [] };
const OBJECT: ApiResponse = {
  ...HEAD,
  kind: 'object',
  media: { mediaType: 'application/json', pretty: false, target: undefined },
  value: { kind: 'Pod' },
};

test('a request is told when it ends, with what its path names', () => {
  expect(eventsOf({ method: 'PUT', uri: '/apis/apps/v1/namespaces/shop/deployments/web/status?dryRun=All', response: OBJECT })).toEqual([
    {
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: 'id',
      stage: 'ResponseComplete',
      requestURI: '/apis/apps/v1/namespaces/shop/deployments/web/status?dryRun=All',
      verb: 'update',
      user: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
      sourceIPs: ['127.0.0.1'],
      userAgent: 'test/1',
      objectRef: { resource: 'deployments', namespace: 'shop', name: 'web', apiGroup: 'apps', apiVersion: 'v1', subresource: 'status' },
      responseStatus: { metadata: {}, code: 200 },
      requestReceivedTimestamp: '2026-01-01T00:00:00.000000Z',
      stageTimestamp: '2026-01-01T00:00:02.000000Z',
    },
  ]);
});

test('a watch is told when it begins, too', () => {
  const events = eventsOf({ uri: '/api/v1/pods?watch=true', response: { ...HEAD, kind: 'empty' } });
  expect(events.map(({ stage, verb, stageTimestamp }) => [stage, verb, stageTimestamp])).toEqual([
    ['ResponseStarted', 'watch', '2026-01-01T00:00:01.000000Z'],
    ['ResponseComplete', 'watch', '2026-01-01T00:00:02.000000Z'],
  ]);
});

test('a refusal is told with its reason', () => {
  const value = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'NotFound', message: 'no', code: 404 };
  const [event] = eventsOf({ uri: '/api/v1/namespaces/a/pods/b', response: { ...OBJECT, status: 404, value } });
  expect(event?.responseStatus).toEqual({ metadata: {}, status: 'Failure', reason: 'NotFound', message: 'no', code: 404 });
});

test('what names no resource has no object; whoever acts for another is told with him', () => {
  const [event] = eventsOf({ uri: '/version', impersonate: 'jane', response: OBJECT });
  expect(event).toMatchObject({ verb: 'get', impersonatedUser: { username: 'jane', groups: ['dev', 'system:authenticated'] } });
  expect(event).not.toHaveProperty('objectRef');
});

test('a request whose client went is told as closed early', () => {
  const [event] = eventsOf({ uri: '/api/v1/pods' });
  expect(event?.responseStatus).toMatchObject({ code: 200, message: 'Connection closed early' });
});

test('a User-Agent that is too long is cut', () => {
  const [event] = eventsOf({ userAgent: 'a'.repeat(2000), response: OBJECT });
  expect(event?.userAgent).toHaveLength(1024 + '...TRUNCATED'.length);
});

test('of an annotation that is told twice the first value stays', () => {
  const [event] = eventsOf({
    response: OBJECT,
    annotations: [
      ['a', '1'],
      ['b', ''],
      ['a', '2'],
    ],
  });
  expect(event?.annotations).toEqual({ a: '1', b: '' });
});
