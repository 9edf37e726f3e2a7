// What an object still tells of the time before anyone watched: its creation, the last write of each manager, its conditions' transitions,
// its containers' starts and ends, its deletion. The material of reconstruct.ts.

import type { FieldChange, Json, KubeObject, ManagedFieldsEntry, ObjectRef } from '@rectrace/kube';
import { asJson, listAt, refOf, stringAt, valueAt } from '@rectrace/kube';
import type { ChangeType, EventDetails, Writer } from './change.ts';
import { conditionsOf } from './conditions.ts';
import { isEvent, readEvent } from './event-details.ts';

/** One thing that happened. time: milliseconds since the epoch. mark: tells apart what happened to one object at one time. */
export type Evidence = {
  readonly type: ChangeType;
  readonly ref: ObjectRef;
  readonly time: number;
  readonly mark: string;
  readonly diff: readonly FieldChange[];
  readonly writer?: Writer;
  readonly event?: { readonly details: EventDetails; readonly body: KubeObject };
};

/** All evidence of one object. Unreadable times count as absent. */
export function evidenceOf(object: KubeObject): readonly Evidence[] {
  return [...creationOf(object), ...writesOf(object), ...transitionsOf(object), ...containersOf(object), ...deletionOf(object)];
}

/** An Event about one of the objects; undefined where it has no time or is about none of them. */
export function evidenceOfEvent(event: KubeObject, find: (involved: ReturnType<typeof readEvent>['involved']) => ObjectRef | undefined): Evidence | undefined {
  if (!isEvent(event)) return undefined;
  const { details, involved, happenedAt } = readEvent(event);
  const ref = find(involved);
  if (ref === undefined || happenedAt === undefined) return undefined;
  return { type: 'Event', ref, time: happenedAt, mark: `event/${details.uid}`, diff: [], event: { details, body: event } };
}

/** Milliseconds since the epoch, or undefined. */
export function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Managers that wrote the spec (not the status), each with the time of its last write. */
export function specWritersOf(object: KubeObject): readonly Writer[] {
  const entries = (object.metadata.managedFields ?? []).filter(({ fieldsV1, subresource = '' }) => {
    return subresource !== 'status' && fieldsV1 !== undefined && Object.hasOwn(fieldsV1, 'f:spec');
  });
  return entries.map(toWriter).filter(({ time }) => timeOf(time) !== undefined);
}

type Parts = { readonly time: number | undefined; readonly mark: string; readonly diff?: readonly FieldChange[]; readonly writer?: Writer; readonly type?: ChangeType };

function evidence(object: KubeObject, { time, mark, diff = [], writer, type = 'Update' }: Parts): readonly Evidence[] {
  if (time === undefined) return [];
  return [{ type, ref: refOf(object), time, mark, diff, ...(writer === undefined ? {} : { writer }) }];
}

/** The creator is known only where its write was its last. */
function creationOf(object: KubeObject): readonly Evidence[] {
  const created = object.metadata.creationTimestamp;
  const writers = (object.metadata.managedFields ?? []).filter(({ time, subresource = '' }) => time === created && subresource === '');
  const [writer] = writers.map(toWriter);
  const known = writers.length === 1 && writer !== undefined ? { writer } : {};
  return evidence(object, { time: timeOf(created), mark: 'created', type: 'Creation', ...known });
}

function writesOf(object: KubeObject): readonly Evidence[] {
  const created = object.metadata.creationTimestamp;
  const writes = (object.metadata.managedFields ?? []).filter(({ time, subresource = '' }) => time !== created && subresource !== 'status');
  return writes.map(toWriter).flatMap((writer) => evidence(object, { time: timeOf(writer.time), mark: `written/${writer.manager}/${writer.operation}/${writer.subresource}`, writer }));
}

function transitionsOf(object: KubeObject): readonly Evidence[] {
  return conditionsOf(asJson(object)).flatMap(({ type, status, since }) => {
    const diff = [{ path: ['status', 'conditions', `type=${type}`, 'status'], after: status }];
    return evidence(object, { time: timeOf(since), mark: `condition/${type}`, diff });
  });
}

function containersOf(object: KubeObject): readonly Evidence[] {
  const statuses = ['initContainerStatuses', 'containerStatuses'].flatMap((list) => listAt(asJson(object), ['status', list]).map((status) => ({ list, status })));
  return statuses.flatMap(({ list, status }) => {
    const name = stringAt(status, ['name']) ?? '';
    const path = ['status', list, `name=${name}`];
    const seen = (fields: readonly string[], stamp: string) => {
      const value: Json | undefined = valueAt(status, fields);
      if (value === undefined) return [];
      const time = timeOf(stringAt(value, [stamp]));
      return evidence(object, { time, mark: `${list}/${name}/${fields.join('/')}/${stamp}`, diff: [{ path: [...path, ...fields], after: value }] });
    };
    return [
      ...seen(['state', 'running'], 'startedAt'),
      ...seen(['state', 'terminated'], 'finishedAt'),
      ...seen(['lastState', 'terminated'], 'startedAt'),
      ...seen(['lastState', 'terminated'], 'finishedAt'),
    ];
  });
}

/** deletionTimestamp lies ahead of the request by the grace period. */
function deletionOf(object: KubeObject): readonly Evidence[] {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata;
  const due = timeOf(deletionTimestamp);
  if (due === undefined || deletionTimestamp === undefined) return [];
  const diff = [{ path: ['metadata', 'deletionTimestamp'], after: deletionTimestamp }];
  return evidence(object, { time: due - deletionGracePeriodSeconds * 1000, mark: 'deleting', diff });
}

function toWriter({ manager = '', operation = '', subresource = '', time = '' }: ManagedFieldsEntry): Writer {
  return { manager, operation, subresource, time };
}
