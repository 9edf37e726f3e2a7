// Changes, cycles and commits for tests and long runs: made up, but shaped like a recorder's.

import { asUid, type JsonObject, type KubeObject, type ObjectRef } from '@rectrace/kube';
import type { Change, ChangeType, Cycle, Gap, Membership, Position } from '@rectrace/trace';
import type { Commit } from '../history-writer.ts';

const NOTHING: Commit = { changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions: [], fence: 0 };
const SECOND = 1_000;

export type SampleChange = {
  readonly uid: string;
  readonly version: number;
  readonly type?: ChangeType;
  readonly kind?: string;
  readonly epoch?: number;
  readonly body?: JsonObject;
  readonly certainty?: Change['certainty'];
  /** The Event's own uid: makes it an Event about uid. */
  readonly event?: string;
};

export function commitOf(part: Partial<Commit>): Commit {
  return { ...NOTHING, ...part };
}

export function refTo(uid: string, kind = 'Pod'): ObjectRef {
  const group = kind === 'Deployment' ? 'apps' : '';
  return { group, version: 'v1', kind, namespace: 'plain', name: `n-${uid}`, uid: asUid(uid) };
}

export function positionAt(version: number, epoch = 0): Position {
  return { epoch, version: String(version), offset: 0 };
}

/** Its time is its version in seconds. */
export function sampleChange({
  uid,
  version,
  type = 'Update',
  kind,
  epoch = 0,
  body,
  certainty = 'observed',
  event,
}: SampleChange): Change {
  const ref = refTo(uid, kind);
  const own = event ?? uid;
  const change: Change = {
    kind: 'change',
    id: `${epoch}/${own}/${type === 'Deletion' ? 'deleted' : version}`,
    type: event === undefined ? type : 'Event',
    ref,
    resourceVersion: String(version),
    position: positionAt(version, epoch),
    time: version * SECOND,
    receivedAt: version * SECOND,
    writer: { manager: 'kubelet', operation: 'Update', subresource: 'status', time: '2026-11-30T19:19:04Z' },
    diff: [{ path: ['status', 'phase'], before: 'Pending', after: `at ${version}` }],
    certainty,
    ...(event === undefined ? {} : { event: eventOf(event) }),
  };
  return certainty === 'inferred' ? change : { ...change, body: bodyOf(ref, { version, body }) };
}

export function memberOf(root: string, uid: string, since = 1): Membership {
  return { kind: 'membership', root, ref: refTo(uid), since: positionAt(since) };
}

/** A closed cycle of a root from one version to another. */
export function sampleCycle(root: ObjectRef, span: { readonly number: number; readonly from: number; readonly to?: number }): Cycle {
  const { number, from, to } = span;
  return {
    kind: 'cycle',
    number,
    root,
    state: to === undefined ? 'open' : 'closed',
    start: { time: from * SECOND, position: positionAt(from) },
    ...(to === undefined ? {} : { end: { time: to * SECOND, position: positionAt(to) } }),
    cause: {
      kind: 'generation',
      change: `0/${root.uid}/${from}`,
      ref: root,
      initiators: [],
      writer: 'kubectl',
      detail: { kind: 'generation', from: number, to: number + 1 },
    },
    requests: [],
  };
}

export function sampleGap(id: string, gap: { readonly at: number; readonly uid?: string }): Gap {
  const ref = gap.uid === undefined ? {} : { ref: refTo(gap.uid) };
  return { kind: 'gap', id, scope: 'pods@plain', from: '1', to: '5', reason: 'the API server answered 410', receivedAt: gap.at, ...ref };
}

function bodyOf(ref: ObjectRef, { version, body = {} }: { readonly version: number; readonly body: JsonObject | undefined }): KubeObject {
  const { uid, namespace, name } = ref;
  const apiVersion = ref.group === '' ? ref.version : `${ref.group}/${ref.version}`;
  return {
    apiVersion,
    kind: ref.kind,
    metadata: { name, namespace, uid, resourceVersion: String(version) },
    status: { phase: `at ${version}` },
    ...body,
  };
}

function eventOf(uid: string): NonNullable<Change['event']> {
  return {
    uid,
    name: `event-${uid}`,
    namespace: 'plain',
    type: 'Normal',
    reason: 'Pulled',
    message: `pulled for ${uid}`,
    count: 1,
    reporter: 'kubelet',
  };
}
