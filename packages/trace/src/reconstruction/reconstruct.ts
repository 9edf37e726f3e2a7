// The past before anyone watched, from what the objects and Events of today still tell. Every change and cycle is marked reconstructed; a
// cycle has an end only where something says when it was reached. Objects are taken as they are: redact them first.

import type { KubeObject, ObjectRef } from '@rectrace/kube';
import { asJson, asUid, formatRef, refOf, stringAt } from '@rectrace/kube';
import type { Change } from '../change.ts';
import type { Cause, Cycle } from '../cycle.ts';
import type { Position } from '../position.ts';
import type { InvolvedObject } from '../revisions/event-details.ts';
import { isEvent, readEvent } from '../revisions/event-details.ts';
import { kindOf } from '../rules/rule-index.ts';
import type { Evidence } from './evidence.ts';
import { evidenceOf, evidenceOfEvent } from './evidence.ts';
import { orderEvidence, secondOf } from './order-evidence.ts';
import { findEnd } from './reconstruct-end.ts';
import type { Start } from './reconstruct-starts.ts';
import { findStarts } from './reconstruct-starts.ts';
import type { Remains } from './remains.ts';

/** Changes oldest first. Their positions stand before any that was observed; their ids begin with 'reconstructed/'. */
export type Reconstruction = { readonly changes: readonly Change[]; readonly cycles: readonly Cycle[] };

/** Rebuilds what can be told of a root's past. */
export function reconstruct(remains: Remains): Reconstruction {
  const starts = findStarts(remains);
  const opening = starts.map(({ evidence }) => evidence);
  const told = orderEvidence([...opening, ...gather(remains, opening)], { starts, ownersOf: ownersIn(remains), claimOf: claimIn(remains) });
  const changes = new Map(told.map((evidence, index) => [evidence, toChange(evidence, index)]));
  const cycles = starts.map((start, index): Cycle | undefined => {
    const change = changes.get(start.evidence);
    if (change === undefined) return undefined;
    const next = starts[index + 1];
    const { state, time } = findEnd(remains, { start, next });
    return {
      kind: 'cycle',
      number: index + 1,
      root: refOf(remains.root),
      state,
      start: { time: change.time, position: change.position },
      ...(time === undefined ? {} : { end: { time, position: positionAt(told, { time, next }) } }),
      cause: causeOf(start, change),
      requests: [],
      reconstructed: true,
    };
  });
  return { changes: [...changes.values()], cycles: cycles.filter((cycle) => cycle !== undefined) };
}

function causeOf({ kind, detail }: Start, { id, ref, writer }: Change): Cause {
  const cause: Cause = { kind, change: id, ref, initiators: [], detail };
  return writer === undefined ? cause : { ...cause, writer: writer.manager };
}

/** All evidence besides the starts; what a start already tells is left out. */
function gather({ root, members, events }: Remains, starts: readonly Evidence[]): readonly Evidence[] {
  const objects = [root, ...members];
  const known = new Map(objects.map((object) => [object.metadata.uid ?? '', refOf(object)]));
  const gone = goneChildren(events, known);
  const find = (involved: InvolvedObject) =>
    known.get(involved.uid ?? '') ?? findByName(involved, [...known.values()]) ?? gone.get(nameKey(involved));
  const ofEvents = events.map((event) => evidenceOfEvent(event, find)).filter((evidence) => evidence !== undefined);
  const ofObjects = objects.flatMap(evidenceOf).filter((evidence) => !starts.some((start) => isTold(evidence, start)));
  return [...ofObjects, ...ofEvents];
}

function isTold(evidence: Evidence, start: Evidence): boolean {
  if (evidence.ref.uid !== start.ref.uid) return false;
  if (evidence.mark === start.mark && evidence.time === start.time) return true;
  const { writer } = start;
  return writer !== undefined && evidence.writer?.manager === writer.manager && evidence.writer.time === writer.time;
}

function findByName({ kind, namespace, name, uid }: InvolvedObject, refs: readonly ObjectRef[]): ObjectRef | undefined {
  if (uid !== undefined) return undefined;
  return refs.find((ref) => ref.kind === kind && ref.namespace === namespace && ref.name === name);
}

/** Pods that are gone by now, named by the Events of the objects that made or removed them: 'Created pod: web-1'. */
function goneChildren(events: readonly KubeObject[], known: ReadonlyMap<string, ObjectRef>): ReadonlyMap<string, ObjectRef> {
  const gone = new Map<string, ObjectRef>();
  for (const event of events.filter(isEvent)) {
    const { details, involved } = readEvent(event);
    const parent = known.get(involved.uid ?? '');
    const name =
      /(?:Created|Deleted) pod: (\S+)$/.exec(details.message)?.[1] ?? /(?:create|delete) Pod (\S+) in /i.exec(details.message)?.[1];
    if (parent === undefined || name === undefined) continue;
    const ref: ObjectRef = { group: '', version: 'v1', kind: 'Pod', namespace: parent.namespace, name, uid: asUid('') };
    gone.set(nameKey(ref), ref);
  }
  return gone;
}

function nameKey(ref: { readonly kind: string; readonly namespace: string; readonly name: string }): string {
  return formatRef(ref);
}

/** Of an object, by its reference: the uids of its owners, and of theirs. */
function ownersIn({ root, members }: Remains): (ref: ObjectRef) => readonly string[] {
  const direct = new Map(
    [root, ...members].map(({ metadata }) => [metadata.uid ?? '', (metadata.ownerReferences ?? []).map(({ uid }) => uid)]),
  );
  return ({ uid }) => {
    const owners = new Set<string>();
    const open = [...(direct.get(uid) ?? [])];
    for (let owner = open.pop(); owner !== undefined; owner = open.pop()) {
      if (owners.has(owner)) continue;
      owners.add(owner);
      open.push(...(direct.get(owner) ?? []));
    }
    return [...owners];
  };
}

/** A volume that was provisioned names the claim it was made for; one that stood before is bound to it later. */
function claimIn({ members }: Remains): (ref: ObjectRef) => string | undefined {
  const volumes = members.filter(
    (object) => kindOf(object) === 'PersistentVolume' && object.metadata.annotations?.[PROVISIONED] !== undefined,
  );
  const claims = new Map(
    volumes.map((volume) => [volume.metadata.uid ?? '', stringAt(asJson(volume), ['spec', 'claimRef', 'uid'])] as const),
  );
  return ({ uid }) => claims.get(uid);
}

const PROVISIONED = 'pv.kubernetes.io/provisioned-by';

function toChange(evidence: Evidence, index: number): Change {
  const { type, ref, time, mark, diff, writer, event } = evidence;
  const body: { readonly body?: KubeObject } = event === undefined ? {} : { body: event.body };
  return {
    kind: 'change',
    id: `reconstructed/${ref.uid === '' ? formatRef(ref) : ref.uid}/${time}/${mark}`,
    type,
    ref: event === undefined || ref.uid !== '' ? ref : withUid(ref, event.body),
    resourceVersion: event?.body.metadata.resourceVersion ?? '',
    position: position(index + 1),
    time,
    receivedAt: time,
    ...(writer === undefined ? {} : { writer }),
    diff,
    certainty: 'reconstructed',
    ...(event === undefined ? {} : { event: event.details }),
    ...body,
  };
}

/** A pod that is gone is known by the uid its Events give. */
function withUid(ref: ObjectRef, event: KubeObject): ObjectRef {
  const { uid = '' } = readEvent(event).involved;
  return { ...ref, uid: asUid(uid) };
}

function position(offset: number): Position {
  return { epoch: 0, version: '0', offset };
}

/** Where an end stands among the changes: behind the last of its second, before the next start. */
function positionAt(told: readonly Evidence[], { time, next }: { readonly time: number; readonly next: Start | undefined }): Position {
  const upTo = told.filter((evidence) => secondOf(evidence) <= secondOf({ time })).length;
  const start = next === undefined ? -1 : told.indexOf(next.evidence);
  return position(start < 0 ? upTo : Math.min(upTo, start));
}
