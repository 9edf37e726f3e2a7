// Fills a history far beyond its limit with rollouts of several Deployments, bodies as long as real ones, and looks at what it keeps and weighs.

import { asUid, formatJson, type JsonObject, type ObjectRef } from '@rectrace/kube';
import type { Change, ChangeType } from '@rectrace/trace';
import type { History } from '../fallback-history.ts';
import type { Commit } from '../history-writer.ts';
import { commitOf, memberOf, sampleChange, sampleCycle } from './sample-changes.ts';

export type SizeRunOptions = {
  readonly history: History;
  readonly changes: number;
  /** Bytes the history takes right now. */
  readonly sizeOf: () => number;
};

/** wrong: changes kept that are not what was committed, or missing between others that were kept. */
export type SizeFigures = {
  readonly changes: number;
  readonly kept: number;
  readonly droppedChanges: number;
  readonly droppedCycles: number;
  readonly largestBytes: number;
  readonly bytesPerChange: number;
  readonly oldestKept: Readonly<Record<string, number>>;
  readonly wrong: number;
};

const ROOTS = 20;
const PODS = 6;
const REVISIONS = 8;
const TYPES: ReadonlyMap<number, ChangeType> = new Map([
  [0, 'Creation'],
  [REVISIONS - 1, 'Deletion'],
]);
/** Of one cycle: the Deployment's own change, and every revision of each of its new Pods. */
const PER_CYCLE = 1 + PODS * REVISIONS;

/** Commits cycle after cycle, the roots in turn, then reads everything that is left. */
export function fillHistory({ history, changes, sizeOf }: SizeRunOptions): SizeFigures {
  let largestBytes = 0;
  let committed = 0;
  for (let cycle = 0; committed < changes; cycle += 1) {
    const commit = rollout(cycle % ROOTS, Math.floor(cycle / ROOTS));
    history.commit(commit);
    committed += commit.changes.length;
    largestBytes = Math.max(largestBytes, sizeOf());
  }
  const bytes = sizeOf();
  const oldestKept = Object.fromEntries(rootNames().map((root) => [root, history.cycles(root)[0]?.number ?? 0]));
  let kept = 0;
  let wrong = 0;
  for (const [index, root] of rootNames().entries()) {
    const told = [...history.changes({ root })];
    kept += told.length;
    wrong += countWrong(told, { index, cycles: history.cycles(root).map(({ number }) => number - 1) });
  }
  const { changes: droppedChanges, cycles: droppedCycles } = history.dropped();
  return {
    changes: committed,
    kept,
    droppedChanges,
    droppedCycles,
    largestBytes,
    bytesPerChange: Math.round(bytes / kept),
    oldestKept,
    wrong,
  };
}

function rootNames(): readonly string[] {
  return Array.from({ length: ROOTS }, (_, index) => `Deployment.apps/plain/n-web-${index}`);
}

function countWrong(told: readonly Change[], { index, cycles }: { readonly index: number; readonly cycles: readonly number[] }): number {
  const expected = cycles.flatMap((round) => rollout(index, round).changes);
  const texts = new Set(expected.map(textOf));
  const strange = told.filter((change) => !texts.has(textOf(change))).length;
  return strange + Math.abs(expected.length - told.length);
}

function textOf({ id, type, ref, position, time, writer, diff, body }: Change): string {
  return formatJson([id, type, ref.uid, position, time, writer?.time ?? '', diff, body ?? null]);
}

/** One cycle of one Deployment: the same for the same arguments. */
function rollout(index: number, round: number): Commit {
  const name = `web-${index}`;
  const root = rootNames()[index] ?? '';
  const first = (round * ROOTS + index) * PER_CYCLE + 1;
  const ref: ObjectRef = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: `n-${name}`, uid: asUid(name) };
  const pods = Array.from({ length: PODS }, (_, pod) => `${name}-${round}-${pod}`);
  const revisions = Array.from({ length: PODS * REVISIONS }, (_, step) => {
    const pod = pods[step % PODS] ?? '';
    const revision = Math.floor(step / PODS);
    return sampleChange({ uid: pod, version: first + 1 + step, type: TYPES.get(revision) ?? 'Update', body: podBody(pod, revision) });
  });
  return commitOf({
    members: [{ ...memberOf(root, name), ref }, ...pods.map((pod) => memberOf(root, pod, first))],
    changes: [sampleChange({ uid: name, version: first, kind: 'Deployment' }), ...revisions],
    cycles: [{ root, cycle: sampleCycle(ref, { number: round + 1, from: first, to: first + PER_CYCLE - 1 }) }],
    positions: [{ scope: 'pods@plain', resourceVersion: String(first + PER_CYCLE - 1), epoch: 0 }],
  });
}

/** About 3 kB, of which a revision changes some fields, as a kubelet would. */
function podBody(pod: string, revision: number): JsonObject {
  const conditions = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map((type, index) => ({
    type,
    status: revision > index ? 'True' : 'False',
    lastTransitionTime: `2026-11-30T19:${String(index).padStart(2, '0')}:${String(revision).padStart(2, '0')}Z`,
  }));
  const env = Array.from({ length: 24 }, (_, index) => ({
    name: `SETTING_${index}`,
    value: `${pod}/${(index * 2_654_435_761) % 1_000_003}`,
  }));
  const mounts = Array.from({ length: 8 }, (_, index) => ({
    name: `volume-${index}`,
    mountPath: `/var/lib/data/${index}`,
    readOnly: index % 2 === 0,
  }));
  return {
    spec: {
      containers: [{ name: 'server', image: `registry.example/server:${pod.length}`, env, volumeMounts: mounts }],
      nodeName: `node-${pod.length % 3}`,
    },
    status: { phase: revision > 2 ? 'Running' : 'Pending', conditions, podIP: `198.18.0.${revision}`, startTime: '2026-11-30T19:00:00Z' },
  };
}
