// The answer to a recorder that knows a version of an object but not its body: that very version, read back, or a gap where it cannot be. As it
// is now would be another revision, told before the ones between.

import type { ApiResource, Cancellation, Clock, ListWatch, ResourceScope } from '@rectrace/kube';
import type { RecorderMessage, Want } from '@rectrace/trace';
import type { ServedResources } from '../discovery/served-resources.ts';
import { resourceOfKind } from '../discovery/served-resources.ts';
import { ClusterError, reasonOf } from '../errors.ts';
import type { ExactState } from './exact-state.ts';
import { readExact } from './exact-state.ts';

export type PromoteOptions = {
  readonly served: ServedResources;
  readonly source: ListWatch;
  readonly clock: Pick<Clock, 'now'>;
  /** The namespace the resource is followed in, '' = all; it is what messages about it name. */
  namespaceOf(resource: ApiResource): string;
  readonly signal: Cancellation;
};

/** message: to be told the recorder. problem: why it is a gap. unserved: the kind is gone, and its objects with it. */
export type PromoteAnswer =
  | { readonly kind: 'answered'; readonly message: RecorderMessage; readonly problem?: string }
  | { readonly kind: 'unserved' };

/** @throws nothing of the server's; what it refuses is the gap's reason */
export async function answerPromote(
  { ref, resourceVersion }: Extract<Want, { readonly kind: 'Promote' }>,
  { served, source, clock, namespaceOf, signal }: PromoteOptions,
): Promise<PromoteAnswer> {
  const resource = resourceOfKind(served, ref);
  if (resource === undefined) return { kind: 'unserved' };
  const { namespace, name } = ref;
  const state = await readState(resourceVersion, { source, query: { resource, namespace }, namespace, name, signal });
  const scope: ResourceScope = { group: resource.group, resource: resource.resource, namespace: namespaceOf(resource) };
  const receivedAt = clock.now();
  if (state.kind === 'present' && state.object.metadata.uid === ref.uid)
    return { kind: 'answered', message: { kind: 'Listed', scope, object: state.object, receivedAt } };
  const reason = state.kind === 'unanswered' ? state.reason : 'the API server does not show it at that version';
  return {
    kind: 'answered',
    message: { kind: 'Gap', scope, ref, from: '', to: resourceVersion, reason: `its body could not be read again: ${reason}`, receivedAt },
    problem: reason,
  };
}

async function readState(resourceVersion: string, query: Parameters<typeof readExact>[1]): Promise<ExactState> {
  try {
    return await readExact(resourceVersion, query);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { kind: 'unanswered', reason: reasonOf(error) };
  }
}
