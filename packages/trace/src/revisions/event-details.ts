// Reads Events of both APIs (v1 and events.k8s.io) into one shape: what happened, to which object, when it last did, how often.

import type { Json, JsonObject, KubeObject } from '@rectrace/kube';
import { asJson, isJsonObject, parseApiVersion, parseInstant, stringAt, valueAt } from '@rectrace/kube';
import type { EventDetails } from '../change.ts';

/** The object an Event is about, as far as its reporter said; namespace is '' where it named none. */
export type InvolvedObject = {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
};

export type ReadEvent = {
  readonly details: EventDetails;
  readonly involved: InvolvedObject;
  /** Milliseconds since the epoch of the newest of its times; undefined where it has none that can be read. */
  readonly happenedAt: number | undefined;
  /** The same of the oldest of its times: of an Event told several times both are known, and none between. */
  readonly firstAt: number | undefined;
  /** Equal for Events that say the same of the same object, whatever their names and counts. */
  readonly seriesKey: string;
};

/** True for an Event of either API; a custom kind may be called Event too. */
export function isEvent(object: KubeObject): boolean {
  return isEventKind({ group: parseApiVersion(object.apiVersion).group, kind: object.kind });
}

/** The same of a reference, a resource or a kind. */
export function isEventKind({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return kind === 'Event' && (group === '' || group === 'events.k8s.io');
}

/** What an Event says. Absent and wrongly typed fields become '' (count: 1). */
export function readEvent(object: KubeObject): ReadEvent {
  const event = asJson(object);
  const { name, namespace = '', uid = '' } = object.metadata;
  const involved = readInvolved(firstObject(event, ['involvedObject', 'regarding']));
  const details: EventDetails = {
    uid: uid === '' ? `${namespace}/${name}` : uid,
    name,
    namespace,
    type: stringAt(event, ['type']) ?? '',
    reason: stringAt(event, ['reason']) ?? '',
    message: firstText(event, [['message'], ['note']]),
    count: readCount(event),
    reporter: firstText(event, [
      ['reportingComponent'],
      ['reportingController'],
      ['source', 'component'],
      ['deprecatedSource', 'component'],
    ]),
  };
  return { details, involved, ...readSpan(event), seriesKey: seriesKeyOf(details, involved) };
}

function readInvolved(value: JsonObject): InvolvedObject {
  const apiVersion = stringAt(value, ['apiVersion']) ?? '';
  const uid = stringAt(value, ['uid']) ?? '';
  return {
    ...(apiVersion === '' ? {} : { apiVersion }),
    kind: stringAt(value, ['kind']) ?? '',
    namespace: stringAt(value, ['namespace']) ?? '',
    name: stringAt(value, ['name']) ?? '',
    ...(uid === '' ? {} : { uid }),
  };
}

const COUNTS = [['series', 'count'], ['count'], ['deprecatedCount']];

function readCount(event: JsonObject): number {
  const counts = COUNTS.map((path) => valueAt(event, path)).filter((value) => typeof value === 'number');
  return Math.max(1, ...counts);
}

const TIMES = [
  ['series', 'lastObservedTime'],
  ['lastTimestamp'],
  ['deprecatedLastTimestamp'],
  ['eventTime'],
  ['firstTimestamp'],
  ['deprecatedFirstTimestamp'],
];

function readSpan(event: JsonObject): Pick<ReadEvent, 'happenedAt' | 'firstAt'> {
  const times = readTimes(event, TIMES);
  const known = times.length > 0 ? times : readTimes(event, [['metadata', 'creationTimestamp']]);
  return known.length > 0 ? { happenedAt: Math.max(...known), firstAt: Math.min(...known) } : { happenedAt: undefined, firstAt: undefined };
}

function readTimes(event: JsonObject, paths: readonly (readonly string[])[]): readonly number[] {
  return paths.flatMap((path) => parseInstant(stringAt(event, path)) ?? []);
}

function seriesKeyOf({ type, reason, message, reporter }: EventDetails, { kind, namespace, name, uid = '' }: InvolvedObject): string {
  return JSON.stringify([kind, namespace, name, uid, type, reason, reporter, message]);
}

function firstText(event: JsonObject, paths: readonly (readonly string[])[]): string {
  const found: Json | undefined = paths.map((path) => stringAt(event, path)).find((text) => text !== undefined && text !== '');
  return found ?? '';
}

function firstObject(event: JsonObject, keys: readonly string[]): JsonObject {
  return keys.map((key) => valueAt(event, [key])).find(isJsonObject) ?? {};
}
