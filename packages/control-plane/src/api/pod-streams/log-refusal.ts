// Why a container has no log to show, in the words of a kubelet.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, stringAt, valueAt } from '@rectrace/kube';
import { nameOf } from '../metadata.ts';

const WAITING: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: 'trying and failing to pull image',
};

export type AskedLog = {
  readonly pod: JsonObject;
  readonly container: string;
  readonly status: Json | undefined;
  readonly previous: boolean;
};

/** Undefined where there is one. A container that nobody tells the status of counts as running. */
export function logRefusal({ pod, container, status, previous }: AskedLog): string | undefined {
  if (status === undefined) return undefined;
  const subject = `container ${JSON.stringify(container)} in pod ${JSON.stringify(nameOf(pod))}`;
  const before = valueAt(status, ['lastState', 'terminated']);
  if (previous) return ran(before) ? undefined : `previous terminated ${subject} not found`;
  const problem = presentProblem(status, before);
  return problem === undefined ? undefined : `${subject} ${problem}`;
}

/** Of the container as it is now. `before`: how it ended before its last restart. */
function presentProblem(status: Json, before: Json | undefined): string | undefined {
  if (isJsonObject(valueAt(status, ['state', 'running']))) return undefined;
  const terminated = valueAt(status, ['state', 'terminated']);
  if (isJsonObject(terminated) || isJsonObject(before)) return ran(terminated) || ran(before) ? undefined : 'is terminated';
  const waiting = valueAt(status, ['state', 'waiting']);
  if (!isJsonObject(waiting)) return 'is waiting to start - no logs yet';
  const reason = stringAt(waiting, ['reason']) ?? '';
  return `is waiting to start: ${WAITING[reason] ?? reason}`;
}

/** A container that never ran has no id. */
function ran(terminated: Json | undefined): boolean {
  return (stringAt(terminated, ['containerID']) ?? '') !== '';
}
