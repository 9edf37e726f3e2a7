// The answer to a recorder that knows a version of an object but not its body: that very version, read back, or a gap where it cannot be. As it
// is now would be another revision, told before the ones between. Before it what the recorder let go of the object, as far as it is still there.

import type { ApiResource, Cancellation, Clock, KubeObject, ListWatch, ResourceScope } from '@rectrace/kube';
import type { RecorderMessage, Want } from '@rectrace/trace';
import type { ServedResources } from '../discovery/served-resources.ts';
import { resourceOfKind } from '../discovery/served-resources.ts';
import { ClusterError, reasonOf } from '../errors.ts';
import type { ExactState } from './exact-state.ts';
import { readExact } from './exact-state.ts';
import { toMessage } from './recover-name.ts';
import { walkBack } from './walk-back.ts';
import { withWrittenBy } from './written-by.ts';

export type PromoteOptions = {
  readonly served: ServedResources;
  readonly source: ListWatch;
  readonly clock: Pick<Clock, 'now'>;
  /** The namespace the resource is followed in, '' = all; it is what messages about it name. */
  namespaceOf(resource: ApiResource): string;
  readonly signal: Cancellation;
};

/** messages: to be told the recorder, in this order. problem: why it is a gap. unserved: the kind is gone, and its objects with it. */
export type PromoteAnswer =
  | { readonly kind: 'answered'; readonly messages: readonly RecorderMessage[]; readonly problem?: string }
  | { readonly kind: 'unserved' };

export type Promote = Extract<Want, { readonly kind: 'Promote' }>;

/** So many revisions are walked back to; those before them stay in their gap. */
const MOST_REVISIONS = 100;

/** @throws nothing of the server's; what it refuses is the gap's reason */
export async function answerPromote(want: Promote, options: PromoteOptions): Promise<PromoteAnswer> {
  const { ref, resourceVersion } = want;
  const { served, source, clock, namespaceOf, signal } = options;
  const resource = resourceOfKind(served, ref);
  if (resource === undefined) return { kind: 'unserved' };
  const { namespace, name } = ref;
  const query = { source, query: { resource, namespace }, namespace, name, signal };
  const state = await readState(resourceVersion, query);
  const scope: ResourceScope = { group: resource.group, resource: resource.resource, namespace: namespaceOf(resource) };
  const receivedAt = clock.now();
  if (state.kind === 'present' && state.object.metadata.uid === ref.uid) {
    const earlier = await readEarlier(want, { current: state.object, query, scope, clock });
    return { kind: 'answered', messages: [...earlier, { kind: 'Listed', scope, object: state.object, receivedAt }] };
  }
  const reason = state.kind === 'unanswered' ? state.reason : 'the API server does not show it at that version';
  const gap: RecorderMessage = {
    kind: 'Gap',
    scope,
    ref,
    from: '',
    to: resourceVersion,
    reason: `its body could not be read again: ${reason}`,
    receivedAt,
  };
  return { kind: 'answered', messages: [gap], problem: reason };
}

type Earlier = Pick<PromoteOptions, 'clock'> & {
  readonly current: KubeObject;
  readonly query: Parameters<typeof readExact>[1];
  readonly scope: ResourceScope;
};

/** The object's revisions that were let go; what cannot be read any more is in a gap already. */
async function readEarlier(
  { ref, resourceVersion, after }: Promote,
  { current, query, scope, clock }: Earlier,
): Promise<readonly RecorderMessage[]> {
  if (after === undefined) return [];
  const { steps, existed } = await walkBack({
    known: undefined,
    current,
    place: after,
    listVersion: resourceVersion,
    read: (version) => readState(version, query),
    maxRevisions: MOST_REVISIONS,
  });
  const own = steps.filter((step) => step.kind === 'revision' && step.object.metadata.uid === ref.uid);
  const lived = new Set(existed);
  return withWrittenBy(own.map((step) => toMessage(step, { context: { scope, clock }, lived, refOfUid: () => ref })));
}

async function readState(resourceVersion: string, query: Parameters<typeof readExact>[1]): Promise<ExactState> {
  try {
    return await readExact(resourceVersion, query);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { kind: 'unanswered', reason: reasonOf(error) };
  }
}
