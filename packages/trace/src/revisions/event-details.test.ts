import type { Json, KubeObject } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import { describe, expect, it } from 'vitest';
import { isEvent, readEvent } from './event-details.ts';

function event(fields: Record<string, Json>, apiVersion = 'v1'): KubeObject {
  return {
    apiVersion,
    kind: 'Event',
    metadata: { name: 'x.1', namespace: 'shop', uid: 'e1', creationTimestamp: '2026-11-30T10:00:00Z' },
    ...fields,
  };
}

const at = (text: string) => Date.parse(text);

describe('readEvent', () => {
  it.each(['2026-11-30T10:05:00', '2026-11-30', '10:05'])('takes no time from %s, which names no zone, wherever it runs', (text) => {
    const read = () => readEvent(event({ lastTimestamp: text, firstTimestamp: '2026-11-30T10:00:01+01:00' })).happenedAt;
    expect(inZone('Asia/Tokyo', read)).toBe(at('2026-11-30T09:00:01Z'));
  });

  it('reads a v1 Event', () => {
    const read = readEvent(
      event({
        involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'a', uid: 'u1' },
        type: 'Warning',
        reason: 'BackOff',
        message: 'back-off',
        count: 7,
        source: { component: 'kubelet' },
        firstTimestamp: '2026-11-30T10:00:01Z',
        lastTimestamp: '2026-11-30T10:05:00Z',
      }),
    );
    expect(read.details).toEqual({
      uid: 'e1',
      name: 'x.1',
      namespace: 'shop',
      type: 'Warning',
      reason: 'BackOff',
      message: 'back-off',
      count: 7,
      reporter: 'kubelet',
    });
    expect(read.involved).toEqual({ apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'a', uid: 'u1' });
    expect(read.happenedAt).toBe(at('2026-11-30T10:05:00Z'));
  });

  it('reads an events.k8s.io Event to the same shape and series', () => {
    const core = event({
      involvedObject: { kind: 'Pod', name: 'a', namespace: 'shop' },
      message: 'm',
      reason: 'r',
      reportingComponent: 'c',
    });
    const newer = event(
      { regarding: { kind: 'Pod', name: 'a', namespace: 'shop' }, note: 'm', reason: 'r', reportingController: 'c', deprecatedCount: 3 },
      'events.k8s.io/v1',
    );
    expect(readEvent(newer).details).toEqual({ ...readEvent(core).details, count: 3 });
    expect(readEvent(newer).seriesKey).toBe(readEvent(core).seriesKey);
    expect(readEvent(newer).involved).toEqual(readEvent(core).involved);
  });

  it.each<[title: string, fields: Record<string, Json>, expected: string]>([
    [
      'eventTime where the timestamps are null',
      { eventTime: '2026-11-30T10:00:02.123456Z', lastTimestamp: null, firstTimestamp: null },
      '2026-11-30T10:00:02.123Z',
    ],
    [
      'the series where it is newer',
      { eventTime: '2026-11-30T10:00:02Z', series: { count: 4, lastObservedTime: '2026-11-30T10:09:00.5Z' } },
      '2026-11-30T10:09:00.500Z',
    ],
    ['the creation where there is no other', { eventTime: null }, '2026-11-30T10:00:00Z'],
    ['the creation where the others cannot be read', { lastTimestamp: 'yesterday', count: 'many' }, '2026-11-30T10:00:00Z'],
  ])('takes %s as its time', (...row) => {
    expect(readEvent(event(row[1])).happenedAt).toBe(at(row[2]));
  });

  it('leaves out an empty apiVersion and a missing uid of the involved object', () => {
    expect(readEvent(event({ involvedObject: { apiVersion: '', kind: 'Pod', name: 'a', uid: '' } })).involved).toEqual({
      kind: 'Pod',
      namespace: '',
      name: 'a',
    });
    expect(readEvent(event({ involvedObject: null })).involved).toEqual({ kind: '', namespace: '', name: '' });
  });

  it('keeps a wordless Event without times apart from others', () => {
    const bare: KubeObject = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'n', namespace: 'shop' } };
    expect(readEvent(bare)).toMatchObject({ happenedAt: undefined, details: { uid: 'shop/n', count: 1, message: '' } });
  });
});

describe('isEvent', () => {
  it('knows both APIs and no others', () => {
    expect(isEvent(event({}))).toBe(true);
    expect(isEvent(event({}, 'events.k8s.io/v1'))).toBe(true);
    expect(isEvent(event({}, 'sources.knative.dev/v1'))).toBe(false);
    expect(isEvent({ ...event({}), kind: 'Pod' })).toBe(false);
  });
});
