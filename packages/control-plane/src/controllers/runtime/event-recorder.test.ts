import type { KubeObject } from '@rectrace/kube';
import { beforeEach, expect, test } from 'vitest';
import type { EventText } from './effect.ts';
import { EventRecorder } from './event-recorder.ts';

const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const SOURCE = { component: 'test-controller' };

let recorder: EventRecorder;
beforeEach(() => {
  recorder = new EventRecorder({ next: () => 0 });
});

function about(name: string, resourceVersion = '1'): KubeObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion } };
}

function tell(text: Partial<EventText> & { readonly at?: number }) {
  const { at = 0, ...rest } = text;
  const event = { about: about('web'), type: 'Normal', reason: 'Scaled', message: 'up', ...rest } as const;
  const request = recorder.tell(event, { source: SOURCE, now: START + at });
  if (request === undefined) return 'not told';
  if (request.kind === 'create') return `new: ${String(request.object['message'])}`;
  return request.kind === 'patch' ? `again: ${JSON.stringify(request.body)}` : request.kind;
}

test('an Event is told as upstream tells it, named by object and time', () => {
  const request = recorder.tell({ about: about('web'), type: 'Normal', reason: 'R', message: 'm' }, { source: SOURCE, now: START });
  expect(request).toMatchObject({
    kind: 'create',
    object: {
      metadata: { name: `web.${(BigInt(START) * 1_000_000n).toString(16)}`, namespace: 'shop' },
      involvedObject: { kind: 'Deployment', namespace: 'shop', name: 'web', uid: 'uid-web', apiVersion: 'apps/v1', resourceVersion: '1' },
      source: { component: 'test-controller' },
      firstTimestamp: '2026-01-01T00:00:00Z',
      count: 1,
      reportingComponent: 'test-controller',
      reportingInstance: '',
    },
  });
});

test('the same text is counted up, at whatever version of the object; another text is another Event', () => {
  expect([tell({}), tell({ at: 1_000, about: about('web', '2') }), tell({ message: 'down' })]).toEqual([
    'new: up',
    'again: {"count":2,"lastTimestamp":"2026-01-01T00:00:01Z","message":"up"}',
    'new: down',
  ]);
});

test('the tenth text of one reason within ten minutes is told together with those after it', () => {
  const told = Array.from({ length: 12 }, (_, index) => tell({ message: `pod ${index}`, at: index * 1_000 }));
  expect(told.slice(8, 10)).toEqual(['new: pod 8', 'new: (combined from similar events): pod 9']);
  expect(told[10]).toMatch(/^again: \{"count":2,.*combined from similar events\): pod 10"\}$/);
  expect(tell({ message: 'pod 12', at: 30 * MINUTE_MS })).toBe('new: pod 12');
});

test('a source that tells too much of an object is not heard until minutes later, other objects are', () => {
  const told = Array.from({ length: 30 }, () => tell({}));
  expect(told.filter((answer) => answer === 'not told').length).toBe(5);
  expect(tell({ about: about('other') })).toBe('new: up');
  expect(tell({ at: 5 * MINUTE_MS })).toMatch(/^again: /);
});

test('what the server no longer has is told anew', () => {
  recorder.tell({ about: about('web'), type: 'Normal', reason: 'Scaled', message: 'up' }, { source: SOURCE, now: START });
  const again = recorder.tell({ about: about('web'), type: 'Normal', reason: 'Scaled', message: 'up' }, { source: SOURCE, now: START });
  if (again?.kind !== 'patch') throw new Error('not counted');
  recorder.forget(again.target.metadata.name);
  expect(tell({})).toBe('new: up');
});
