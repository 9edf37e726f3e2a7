// The recovered past of one name as messages for a recorder, in the order in which it happened.

import type { Clock, KubeObject, ObjectRef, ResourceScope } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import type { ExactState } from './exact-state.ts';
import { readExact } from './exact-state.ts';
import { findLastState } from './find-last-state.ts';
import type { Known } from './known-collection.ts';
import { isNewer } from './known-collection.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { PastStep } from './walk-back.ts';
import { walkBack } from './walk-back.ts';
import { withWrittenBy } from './written-by.ts';

/** One name whose object changed, came or went since the place. */
export type Difference = {
  readonly namespace: string;
  readonly name: string;
  readonly known: Known | undefined;
  readonly current: KubeObject | undefined;
};

/** The steps between, then the current object. @throws ApiError other than 410, TransportError */
export async function recoverName(
  difference: Difference,
  { context, listVersion }: { readonly context: ReflectorContext; readonly listVersion: string },
): Promise<readonly RecorderMessage[]> {
  const { namespace, name, known, current } = difference;
  const { source, query, signal, walkBack: limits, known: collection } = context;
  const { steps, existed } = await walkBack({
    known,
    current,
    place: collection.place,
    listVersion,
    read: (version) => readExact(version, { source, query, namespace, name, signal }),
    maxRevisions: limits.maxRevisionsPerObject,
  });
  const told: PastStep[] = current === undefined ? [...steps] : [...steps, { kind: 'revision', object: current }];
  const lived = new Set(existed);
  return withWrittenBy(
    told.map((step) => toMessage(step, { context, lived, refOfUid: (uid) => refOfUid({ context, namespace, name, uid }) })),
  );
}

export type LifeQuery = { readonly context: ReflectorContext; readonly listVersion: string; readonly livedAt: string };

/** The whole life of an object that lived at one version and is gone at the list's. @throws ApiError other than 410, TransportError */
export async function recoverLife(
  { metadata }: KubeObject,
  { context, listVersion, livedAt }: LifeQuery,
): Promise<readonly RecorderMessage[]> {
  const { namespace = '', name, uid = '' } = metadata;
  const { source, query, signal, walkBack: limits, known: collection } = context;
  const read = (version: string): Promise<ExactState> => readExact(version, { source, query, namespace, name, signal });
  const readSame = async (version: string): Promise<ExactState> => {
    const state = await read(version);
    return state.kind === 'present' && state.object.metadata.uid !== uid ? { kind: 'absent' } : state;
  };
  const last = await findLastState({ livedAt, goneAt: listVersion, read: readSame });
  if (last.kind === 'unknown') return [];
  const { object, goneAt } = last;
  const { steps, existed } = await walkBack({
    known: undefined,
    current: object,
    place: collection.place,
    listVersion,
    read: readSame,
    maxRevisions: limits.maxRevisionsPerObject,
  });
  const changed = isNewer(object.metadata.resourceVersion ?? '', collection.place);
  const told: PastStep[] = [...steps, ...(changed ? [{ kind: 'revision', object } as const] : []), { kind: 'deletion', object, goneAt }];
  const lived = new Set(existed);
  return withWrittenBy(
    told.map((step) => toMessage(step, { context, lived, refOfUid: (of) => refOfUid({ context, namespace, name, uid: of }) })),
  );
}

type Telling = {
  readonly context: { readonly scope: ResourceScope; readonly clock: Pick<Clock, 'now'> };
  readonly lived: Set<string>;
  refOfUid(uid: string): ObjectRef;
};

/** The first revision told of an object unknown before is its creation. */
export function toMessage(step: PastStep, { context, lived, refOfUid: ref }: Telling): RecorderMessage {
  const { scope, clock } = context;
  const receivedAt = clock.now();
  switch (step.kind) {
    case 'revision': {
      const uid = step.object.metadata.uid ?? '';
      const type = lived.has(uid) ? 'Modified' : 'Added';
      lived.add(uid);
      return { kind: 'Observed', type, scope, object: step.object, by: 'walkBack', receivedAt };
    }
    case 'deletion': {
      const object = { ...step.object, metadata: { ...step.object.metadata, resourceVersion: step.goneAt } };
      return { kind: 'Observed', type: 'Deleted', scope, object, by: 'walkBack', receivedAt };
    }
    case 'vanishing':
      return { kind: 'Vanished', scope, ref: ref(step.uid), after: step.after, before: step.before, receivedAt };
    case 'gap':
      return { kind: 'Gap', scope, ref: ref(step.uid), from: step.from, to: step.to, reason: step.reason, receivedAt };
  }
}

function refOfUid(at: {
  readonly context: ReflectorContext;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}): ObjectRef {
  const { group, version, kind } = at.context.query.resource;
  return { group, version, kind, namespace: at.namespace, name: at.name, uid: asUid(at.uid) };
}
