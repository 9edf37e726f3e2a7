// Pods, as far as controllers read them.
import type { KubeObject } from '@rectrace/kube';
import { parseInstant } from '@rectrace/kube';
import { resourceOf } from '../runtime/resource.ts';
import type { Condition } from './condition.ts';
import { isDeleting, type StoredMeta } from './meta.ts';

export type Pod = KubeObject & {
  readonly metadata: StoredMeta;
  readonly spec: {
    readonly nodeName?: string;
    readonly initContainers?: readonly { readonly name: string; readonly restartPolicy?: string }[];
  };
  readonly status?: {
    readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
  };
};

export type ContainerStatus = { readonly name: string; readonly restartCount: number };

export const PODS = resourceOf<Pod>({ apiVersion: 'v1', kind: 'Pod', plural: 'pods' });

/** Neither over nor on its way out. */
export function isActive(pod: Pod): boolean {
  return pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed' && !isDeleting(pod);
}

export function isTerminating(pod: Pod): boolean {
  return pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed' && isDeleting(pod);
}

/** Milliseconds since the epoch at which the pod became ready; 0 where it does not say; undefined where it is not ready. */
export function readySince({ status }: Pod): number | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' ? (parseInstant(ready.lastTransitionTime ?? '') ?? 0) : undefined;
}

/** Ready for at least that long. */
export function isAvailable(pod: Pod, { minReadySeconds, now }: { readonly minReadySeconds: number; readonly now: number }): boolean {
  const since = readySince(pod);
  return since !== undefined && (minReadySeconds === 0 || (since > 0 && since + minReadySeconds * 1_000 <= now));
}
