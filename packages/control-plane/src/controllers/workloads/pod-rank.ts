// Which of a workload's pods go first when there are too many. (ActivePodsWithRanks in pkg/controller/controller_utils.go, 1.35.)
import { parseInstant } from '@rectrace/kube';
import type { ContainerStatus, Pod } from '../kinds/pod.ts';
import { readySince } from '../kinds/pod.ts';

/** `besides`: how many active pods of the same workload are on the pod's node. now: milliseconds since the epoch. */
export type Ranked = { readonly pod: Pod; readonly besides: number; readonly now: number };

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };
const NS_IN_MS = 1_000_000;

/** Each compares two pods where the ones before it see no difference; negative where the left one goes first. */
const ORDERS: readonly ((left: Ranked, right: Ranked) => number)[] = [
  (left, right) => assigned(left) - assigned(right),
  (left, right) => phase(left) - phase(right),
  (left, right) => ready(left) - ready(right),
  (left, right) => cost(left) - cost(right),
  (left, right) => right.besides - left.besides,
  (left, right) => compareAges(left, right, ({ pod }) => readySince(pod)),
  (left, right) => restarts(right.pod.status?.containerStatuses) - restarts(left.pod.status?.containerStatuses),
  (left, right) => sidecarRestarts(right) - sidecarRestarts(left),
  (left, right) => compareAges(left, right, ({ pod }) => parseInstant(pod.metadata.creationTimestamp)),
];

export function comparePods(left: Ranked, right: Ranked): number {
  for (const order of ORDERS) {
    const difference = order(left, right);
    if (difference !== 0) return difference;
  }
  return 0;
}

function assigned({ pod }: Ranked): number {
  return (pod.spec.nodeName ?? '') === '' ? 0 : 1;
}

function phase({ pod }: Ranked): number {
  return PHASES[pod.status?.phase ?? 'Pending'] ?? 0;
}

function ready({ pod }: Ranked): number {
  return readySince(pod) === undefined ? 0 : 1;
}

function cost({ pod }: Ranked): number {
  const text = pod.metadata.annotations?.[DELETION_COST] ?? '';
  const value = /^(0|[1-9][0-9]*|-[0-9]+)$/.test(text) ? Number(text) : 0;
  return Math.abs(value) < 2 ** 31 || value === -(2 ** 31) ? value : 0;
}

function sidecarRestarts({ pod: { spec, status } }: Ranked): number {
  const sidecars = new Set((spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name));
  return restarts((status?.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name)));
}

function restarts(statuses: readonly ContainerStatus[] = []): number {
  return Math.max(0, ...statuses.map(({ restartCount }) => restartCount));
}

/** The younger goes first. Ages that differ by less than a factor of two count as the same, and the uid decides. */
function compareAges(left: Ranked, right: Ranked, timeOf: (ranked: Ranked) => number | undefined): number {
  const [first, second] = [timeOf(left), timeOf(right)];
  if (first === undefined || second === undefined || first === second) return 0;
  const difference = magnitude(left.now - first) - magnitude(right.now - second);
  if (difference !== 0) return difference;
  return left.pod.metadata.uid < right.pod.metadata.uid ? -1 : 1;
}

function magnitude(ageMs: number): number {
  return ageMs > 0 ? Math.floor(Math.log2(ageMs * NS_IN_MS)) : -1;
}
