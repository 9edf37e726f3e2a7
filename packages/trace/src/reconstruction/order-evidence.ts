// The order of evidence. Most times have whole seconds; what happened within one is put in the order of its versions, and of its causes: owners
// are made before what they own, objects before what is written to them, a template before its ReplicaSet, pods before what is said of them, and
// what pods and volumes go through (stage-causes.ts).

import type { ObjectRef } from '@rectrace/kube';
import { compareResourceVersions, formatGroupKind, formatRef, identityOf } from '@rectrace/kube';
import type { Evidence } from './evidence.ts';
import type { Start } from './reconstruct-starts.ts';
import { addPodStages, addVolumeStages } from './stage-causes.ts';

export type EvidenceContext = {
  readonly starts: readonly Start[];
  /** Uids of the owners of an object that is there, and of theirs. */
  ownersOf(ref: ObjectRef): readonly string[];
  /** Uid of the claim that a volume was made for. */
  claimOf(ref: ObjectRef): string | undefined;
};

const MADE_POD = /(?:Created pod: |[Cc]reate Pod )(\S+)/;
const SCALED = /(Scaled (?:up|down)) replica set (\S+)/;
/** What the scheduler and the kubelet say of a pod before its status shows it. */
const BEFORE_STATUS = new Set(['Scheduled', 'Pulling', 'Pulled', 'Created', 'Started']);

/** Oldest first. Within a second what neither a version nor a cause puts in a place keeps the order of its kind and name. */
export function orderEvidence(told: readonly Evidence[], context: EvidenceContext): readonly Evidence[] {
  const seconds = Map.groupBy(told, secondOf);
  return [...seconds.keys()].sort((left, right) => left - right).flatMap((second) => orderSecond(seconds.get(second) ?? [], context));
}

/** Whole seconds since the epoch. */
export function secondOf({ time }: { readonly time: number }): number {
  return Math.floor(time / 1000);
}

/** Each in turn, whatever must have come before it first. */
function orderSecond(told: readonly Evidence[], context: EvidenceContext): readonly Evidence[] {
  const before = causesOf(told, context);
  const ordered = new Set<Evidence>();
  const open = new Set<Evidence>();
  const place = (evidence: Evidence): void => {
    if (open.has(evidence)) return;
    open.add(evidence);
    for (const cause of (before.get(evidence) ?? []).toSorted(compareLoosely)) place(cause);
    ordered.add(evidence);
  };
  const first = context.starts.flatMap(({ rollout, evidence }) => (rollout === undefined && told.includes(evidence) ? [evidence] : []));
  for (const evidence of [...first, ...told.toSorted(compareLoosely)]) place(evidence);
  return [...ordered];
}

const TYPES = ['Creation', 'Update', 'Event'];

/** Versioned first, by version; then by type, time, kind and name. */
function compareLoosely(left: Evidence, right: Evidence): number {
  const order =
    compareVersions(left.version, right.version) || TYPES.indexOf(left.type) - TYPES.indexOf(right.type) || left.time - right.time;
  if (order !== 0) return order;
  return `${formatRef(left.ref)}/${left.mark}` < `${formatRef(right.ref)}/${right.mark}` ? -1 : 1;
}

function compareVersions(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  switch (compareResourceVersions(left, right)) {
    case 'less':
      return -1;
    case 'greater':
      return 1;
    case 'equal':
    case 'incomparable':
      return 0;
  }
}

type Causes = ReadonlyMap<Evidence, readonly Evidence[]>;

/** What of the same second comes before each. */
function causesOf(told: readonly Evidence[], context: EvidenceContext): Causes {
  const causes = new Map<Evidence, Evidence[]>();
  const add = (before: Evidence | undefined, after: Evidence | undefined): void => {
    if (before === undefined || after === undefined || before === after) return;
    const known = causes.get(after);
    if (known === undefined) causes.set(after, [before]);
    else known.push(before);
  };
  const adding: Adding = { context, second: indexSecond(told), add };
  for (const evidence of told) addOwnCauses(evidence, adding);
  for (const start of context.starts) if (adding.second.all.has(start.evidence)) addStartCauses(start, adding);
  addStatusCauses(told, adding);
  addPodStages(told, add);
  addVolumeStages(told, { add, claimOf: context.claimOf });
  return causes;
}

type Second = {
  readonly all: ReadonlySet<Evidence>;
  /** By uid. */
  readonly created: ReadonlyMap<string, Evidence>;
  /** By the pod's name: its creation, and the Event that says that it was made. */
  readonly pods: ReadonlyMap<string, Evidence>;
  readonly named: ReadonlyMap<string, Evidence>;
  /** By the ReplicaSet's name: its creation, what its controller wrote, and the Events that say that it was scaled. */
  readonly replicaSets: ReadonlyMap<string, Evidence>;
  readonly written: ReadonlyMap<string, Evidence>;
  readonly scaled: ReadonlyMap<string, readonly Evidence[]>;
};
type Adding = {
  readonly context: EvidenceContext;
  readonly second: Second;
  add(before: Evidence | undefined, after: Evidence | undefined): void;
};

function indexSecond(told: readonly Evidence[]): Second {
  const created = told.filter(({ type }) => type === 'Creation');
  const ofReplicaSets = (some: readonly Evidence[]): ReadonlyMap<string, Evidence> =>
    new Map(some.filter(({ ref }) => formatGroupKind(ref) === 'ReplicaSet.apps').map((evidence) => [evidence.ref.name, evidence]));
  return {
    all: new Set(told),
    created: new Map(created.map((evidence) => [identityOf(evidence.ref), evidence])),
    pods: new Map(created.filter(({ ref }) => formatGroupKind(ref) === 'Pod').map((evidence) => [podKey(evidence.ref), evidence])),
    named: new Map(told.flatMap((evidence) => madePods(evidence).map((name) => [name, evidence]))),
    replicaSets: ofReplicaSets(created),
    written: ofReplicaSets(told.filter(({ mark }) => mark.startsWith('written/'))),
    scaled: Map.groupBy(told.filter(isScaling), (evidence) => SCALED.exec(messageOf(evidence))?.[2] ?? ''),
  };
}

function messageOf({ event }: Evidence): string {
  return event?.details.message ?? '';
}

function isScaling(evidence: Evidence): boolean {
  return SCALED.test(messageOf(evidence));
}

function madePods(evidence: Evidence): readonly string[] {
  const name = MADE_POD.exec(messageOf(evidence))?.[1];
  return name === undefined ? [] : [`${evidence.ref.namespace}/${name}`];
}

/** An object is made after its owners and before all else of it, a pod before an Event says so; of a pod that is gone nothing is said before that. */
function addOwnCauses(evidence: Evidence, { context, second, add }: Adding): void {
  const made = second.created.get(identityOf(evidence.ref));
  add(made, evidence);
  if (evidence === made) for (const owner of context.ownersOf(evidence.ref)) add(second.created.get(owner), evidence);
  for (const pod of madePods(evidence)) add(second.pods.get(pod), evidence);
  if (evidence.event !== undefined && made === undefined) add(second.named.get(podKey(evidence.ref)), evidence);
  addScalingCauses(evidence, { second, add });
}

/** A ReplicaSet is made, and written to for the last time, before an Event says that it was scaled for the last time. */
function addScalingCauses(evidence: Evidence, { second, add }: Pick<Adding, 'second' | 'add'>): void {
  const name = SCALED.exec(messageOf(evidence))?.[2];
  if (name === undefined) return;
  add(second.replicaSets.get(name), evidence);
  if (/ to 0(?:$|\s)/.test(messageOf(evidence))) add(second.written.get(name), evidence);
}

/** A new template comes after the ReplicaSet of the one before; before its own, and before the one is scaled up and the other down. */
function addStartCauses({ evidence, rollout, replaced }: Start, { second, add }: Adding): void {
  const { uid: own = '', name: ownName = '' } = rollout?.object.metadata ?? {};
  const { uid: former = '', name: formerName = '' } = replaced?.object.metadata ?? {};
  add(evidence, second.created.get(own));
  add(second.created.get(former), evidence);
  add(evidence, second.written.get(formerName));
  const emptying = (second.scaled.get(formerName) ?? []).filter((scaled) => messageOf(scaled).includes('down'));
  for (const scaled of [...(second.scaled.get(ownName) ?? []), ...emptying]) add(evidence, scaled);
}

/** A pod is ready after what its scheduler and kubelet say of it, an owner after what it owns. */
function addStatusCauses(told: readonly Evidence[], { context, add }: Adding): void {
  const statuses = new Map(told.filter(isReadiness).map((evidence) => [identityOf(evidence.ref), evidence]));
  for (const evidence of told) {
    const status = statuses.get(identityOf(evidence.ref));
    if (BEFORE_STATUS.has(evidence.event?.details.reason ?? '')) add(evidence, status);
    if (evidence === status) for (const owner of context.ownersOf(evidence.ref)) add(evidence, statuses.get(owner));
  }
}

function isReadiness({ mark, diff }: Evidence): boolean {
  return mark === 'status' && diff.some(({ path, after }) => after === 'True' && ['type=Ready', 'type=Available'].includes(path[2] ?? ''));
}

function podKey({ group, kind, namespace, name }: ObjectRef): string {
  return formatGroupKind({ group, kind }) === 'Pod' ? `${namespace}/${name}` : '';
}
