// Which revisions say nothing worth a line by default: only bookkeeping, heartbeats, times or leader election moved. They are kept and counted,
// and --noise shows them. Two writers fighting over a field need more than one revision: field-fight.ts.

import type { FieldChange, Json, KubeObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals, ORDER_STEP, parseJson } from '@rectrace/kube';
import type { NoiseClass } from '../change.ts';
import { kindOf } from '../rules/rule-index.ts';

export type Revision = { readonly before: KubeObject; readonly after: KubeObject; readonly diff: readonly FieldChange[] };

/** Times that a controller moves to say that it is alive. */
const HEARTBEATS = new Set(['lastHeartbeatTime', 'lastProbeTime', 'renewTime']);

/** Times in a status that move with every look, whether or not anything came of it. */
const TIMES = new Set([
  ...HEARTBEATS,
  'lastAttemptTime',
  'lastCheckTime',
  'lastCheckedTime',
  'lastObservedTime',
  'lastPollTime',
  'lastReconcileTime',
  'lastReconciledTime',
  'lastRefreshTime',
  'lastSyncTime',
  'lastSyncedTime',
  'lastTransitionTime',
  'lastUpdateTime',
  'lastUpdatedTime',
  'observedAt',
  'reconciledAt',
  'refreshTime',
]);

const LEADER_ANNOTATION = 'control-plane.alpha.kubernetes.io/leader';

const TIME_TEXT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

/** The noise class of a revision, or undefined where something in it is worth telling. diff: of before and after, by diffObjects. */
export function classifyNoise({ before, after, diff }: Revision): NoiseClass | undefined {
  if (diff.length === 0) {
    return jsonEquals(managedFields(before), managedFields(after)) ? 'unchanged' : 'managedFields';
  }
  if (diff.every(isOrderOfStatus)) return 'unchanged';
  if (diff.every(isElection)) return 'leaderElection';
  if (kindOf(after) === 'Lease.coordination.k8s.io') return classifyLease(after, diff);
  if (!diff.every(isTime)) return undefined;
  return diff.some(({ path }) => HEARTBEATS.has(path.at(-1) ?? '')) ? 'heartbeat' : 'times';
}

/** A renewal by the same holder. Nodes keep their leases in a namespace of their own; all others elect leaders. */
function classifyLease(lease: KubeObject, diff: readonly FieldChange[]): NoiseClass | undefined {
  if (!diff.every(({ path }) => path[0] === 'spec' && path[1] === 'renewTime')) return undefined;
  return lease.metadata.namespace === 'kube-node-lease' ? 'heartbeat' : 'leaderElection';
}

/** An annotation that holds a leader's record, renewed by the same leader. A new leader is worth telling. */
function isElection({ path, before, after }: FieldChange): boolean {
  if (path.length !== 3 || path[0] !== 'metadata' || path[1] !== 'annotations') return false;
  const old = readLeader(before);
  const renewed = readLeader(after);
  if (old === undefined || renewed === undefined) return path[2] === LEADER_ANNOTATION && before !== undefined && after !== undefined;
  return jsonEquals(old['holderIdentity'], renewed['holderIdentity']);
}

function readLeader(value: Json | undefined): { readonly [key: string]: Json } | undefined {
  if (typeof value !== 'string' || !value.startsWith('{') || !value.includes('"renewTime"')) return undefined;
  try {
    const record = parseJson(value);
    return isJsonObject(record) ? record : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Items of a status list in another order, which controllers that keep them in a map write at random. */
function isOrderOfStatus({ path }: FieldChange): boolean {
  return path[0] === 'status' && path.at(-1) === ORDER_STEP;
}

function isTime({ path, before, after }: FieldChange): boolean {
  return path[0] === 'status' && TIMES.has(path.at(-1) ?? '') && isTimeText(before) && isTimeText(after);
}

function isTimeText(value: Json | undefined): boolean {
  return typeof value === 'string' && TIME_TEXT.test(value);
}

function managedFields(object: KubeObject): Json {
  return (object.metadata.managedFields ?? []) as unknown as Json;
}
