// What an object still tells of the time before anyone watched: its creation, the last write of each manager, its conditions' transitions,
// its containers' starts, ends and waits, its deletion. The material of reconstruct.ts.

import type { FieldChange, Json, KubeObject, ManagedFieldsEntry, ObjectRef } from '@rectrace/kube';
import { asJson, isJsonObject, listAt, parseInstant, refOf, stringAt, valueAt } from '@rectrace/kube';
import type { ChangeType, EventDetails } from '../change.ts';
import { deletionAskedAt } from '../revisions/deletion-time.ts';
import { isEvent, readEvent } from '../revisions/event-details.ts';
import type { Writer } from '../revisions/writer.ts';
import { conditionsOf } from '../states/conditions.ts';

/** One thing that happened. time: milliseconds since the epoch. mark: tells apart what happened to one object at one time. */
export type Evidence = {
  readonly type: ChangeType;
  readonly ref: ObjectRef;
  readonly time: number;
  readonly mark: string;
  readonly diff: readonly FieldChange[];
  readonly writer?: Writer;
  /** The resourceVersion that it gave: of an Event its own, of an object that of its last write. */
  readonly version?: string;
  readonly event?: { readonly details: EventDetails; readonly body: KubeObject };
};

/** All evidence of one object. Unreadable times count as absent. */
export function evidenceOf(object: KubeObject): readonly Evidence[] {
  const [created, written, moved] = [creationOf(object), writesOf(object), statusesOf(object)];
  const last = lastOf(object, [moved, written, created]);
  const { resourceVersion = '' } = object.metadata;
  const versioned = [...created, ...written, ...moved].map((told) => (told === last ? { ...told, version: resourceVersion } : told));
  return [...versioned, ...deletionOf(object)];
}

/** What the object's last write did, where only one of its traces can be of that: the status is written last. */
function lastOf({ metadata }: KubeObject, traces: readonly (readonly Evidence[])[]): Evidence | undefined {
  const newest = Math.max(...(metadata.managedFields ?? []).map(({ time }) => parseInstant(time) ?? 0));
  const [latest = []] = traces.map((some) => some.filter(({ time }) => time === newest)).filter((some) => some.length > 0);
  return metadata.resourceVersion === undefined || latest.length !== 1 ? undefined : latest[0];
}

/** An Event about one of the objects; undefined where it has no time or is about none of them. */
export function evidenceOfEvent(
  event: KubeObject,
  find: (involved: ReturnType<typeof readEvent>['involved']) => ObjectRef | undefined,
): Evidence | undefined {
  if (!isEvent(event)) return undefined;
  const { details, involved, happenedAt } = readEvent(event);
  const ref = find(involved);
  if (ref === undefined || happenedAt === undefined) return undefined;
  const { resourceVersion: version } = event.metadata;
  const told = { ref, time: happenedAt, mark: `event/${details.uid}`, diff: [], event: { details, body: event } };
  return { type: 'Event', ...told, ...(version === undefined ? {} : { version }) };
}

/** Managers that wrote the spec, or one field of it ('f:template'), not the status; each with the time of its last write. */
export function specWritersOf(object: KubeObject, field?: string): readonly Writer[] {
  const entries = (object.metadata.managedFields ?? []).filter(({ fieldsV1, subresource = '' }) => {
    return subresource !== 'status' && valueAt(fieldsV1, field === undefined ? ['f:spec'] : ['f:spec', field]) !== undefined;
  });
  return entries.map(toWriter).filter(({ time }) => parseInstant(time) !== undefined);
}

type Parts = {
  readonly time: number | undefined;
  readonly mark: string;
  readonly diff?: readonly FieldChange[];
  readonly writer?: Writer;
  readonly type?: ChangeType;
};

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
  return evidence(object, { time: parseInstant(created), mark: 'created', type: 'Creation', ...known });
}

function writesOf(object: KubeObject): readonly Evidence[] {
  const created = object.metadata.creationTimestamp;
  const writes = (object.metadata.managedFields ?? []).filter(({ time, subresource = '' }) => time !== created && subresource !== 'status');
  return writes.map(toWriter).flatMap((writer) =>
    evidence(object, {
      time: parseInstant(writer.time),
      mark: `written/${writer.manager}/${writer.operation}/${writer.subresource}`,
      writer,
      diff: writtenFields(object, writer),
    }),
  );
}

/** What a manager's last write set, where the set of what it owns is that small; before is not known. */
export function writtenFields(object: KubeObject, writer: Writer): readonly FieldChange[] {
  const entry = (object.metadata.managedFields ?? []).find((one) => isOf(one, writer));
  const paths = ownedPaths(entry?.fieldsV1);
  if (paths.length === 0 || paths.length > MOST_FIELDS) return [];
  return paths.flatMap((path): readonly FieldChange[] => {
    const after = valueAt(asJson(object), path);
    return after === undefined ? [] : [{ path, after }];
  });
}

/** A manager that owns more may have set any of it. */
const MOST_FIELDS = 2;

function isOf(entry: ManagedFieldsEntry, { manager, operation, subresource, time }: Writer): boolean {
  const { manager: own, operation: how, subresource: part = '', time: when } = entry;
  return own === manager && how === operation && part === subresource && when === time;
}

/** The fields of a set, down to those with nothing below them; items of lists by key are named by it. Empty where one has no name. */
function ownedPaths(fields: Json | undefined): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  const open: { readonly node: Json | undefined; readonly path: readonly string[] }[] = [{ node: fields, path: [] }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const below = fieldsBelow(at.node);
    if (below.length === 0 && at.path.length > 0) paths.push(at.path);
    for (const [key, node] of below) {
      if (!key.startsWith('f:')) return [];
      open.push({ node, path: [...at.path, key.slice(2)] });
    }
  }
  return paths.reverse();
}

/** '.' stands for the field itself. */
function fieldsBelow(node: Json | undefined): readonly (readonly [string, Json])[] {
  return isJsonObject(node) ? Object.entries(node).filter(([key]) => key !== '.') : [];
}

/** What moved in the status at one time is told as one change. */
function statusesOf(object: KubeObject): readonly Evidence[] {
  const moved = new Map<number, FieldChange[]>();
  for (const { time, change } of [...transitionsOf(object), ...containersOf(object), ...waitsOf(object)]) {
    if (time !== undefined) moved.set(time, [...(moved.get(time) ?? []), change]);
  }
  return [...moved].flatMap(([time, diff]) => evidence(object, { time, mark: 'status', diff }));
}

type Moved = { readonly time: number | undefined; readonly change: FieldChange };

function transitionsOf(object: KubeObject): readonly Moved[] {
  return conditionsOf(asJson(object)).flatMap(({ type, status, reason, since }): readonly Moved[] => {
    const time = parseInstant(since);
    const path = ['status', 'conditions', `type=${type}`];
    const turned: Moved = { time, change: { path: [...path, 'status'], after: status } };
    const told = reason !== '' && (status !== 'True' || ENDS.has(type));
    return told ? [turned, { time, change: { path: [...path, 'reason'], after: reason } }] : [turned];
  });
}

/** A condition that says True may have had other reasons since it does, but for those that are never taken back. */
const ENDS: ReadonlySet<string> = new Set(['Complete', 'Failed']);

const CONTAINER_TIMES = [
  { fields: ['state', 'running'], stamp: 'startedAt' },
  { fields: ['state', 'terminated'], stamp: 'finishedAt' },
  { fields: ['lastState', 'terminated'], stamp: 'finishedAt' },
];

function containersOf(object: KubeObject): readonly Moved[] {
  return statusesOfContainers(object).flatMap(({ list, status }) => {
    const path = ['status', list, `name=${stringAt(status, ['name']) ?? ''}`];
    return CONTAINER_TIMES.flatMap(({ fields, stamp }): readonly Moved[] => {
      const after: Json | undefined = valueAt(status, fields);
      return after === undefined ? [] : [{ time: parseInstant(stringAt(after, [stamp])), change: { path: [...path, ...fields], after } }];
    });
  });
}

function statusesOfContainers(object: KubeObject): readonly { readonly list: string; readonly status: Json }[] {
  const lists = ['initContainerStatuses', 'containerStatuses'];
  return lists.flatMap((list) => listAt(asJson(object), ['status', list]).map((status) => ({ list, status })));
}

/** A wait has no time of its own: it is told with the last write of the status. */
function waitsOf(object: KubeObject): readonly Moved[] {
  const writes = (object.metadata.managedFields ?? []).filter(({ subresource }) => subresource === 'status');
  const times = writes.flatMap(({ time }) => parseInstant(time) ?? []);
  if (times.length === 0) return [];
  return statusesOfContainers(object).flatMap(({ list, status }): readonly Moved[] => {
    const after = valueAt(status, ['state', 'waiting']);
    const path = ['status', list, `name=${stringAt(status, ['name']) ?? ''}`, 'state', 'waiting'];
    return after === undefined ? [] : [{ time: Math.max(...times), change: { path, after } }];
  });
}

/** deletionTimestamp lies ahead of the request by the grace period. */
function deletionOf(object: KubeObject): readonly Evidence[] {
  const { deletionTimestamp } = object.metadata;
  const time = deletionAskedAt(object.metadata);
  if (time === undefined || deletionTimestamp === undefined) return [];
  const diff = [{ path: ['metadata', 'deletionTimestamp'], after: deletionTimestamp }];
  return evidence(object, { time, mark: 'deleting', diff });
}

function toWriter({ manager = '', operation = '', subresource = '', time = '' }: ManagedFieldsEntry): Writer {
  return { manager, operation, subresource, time };
}
