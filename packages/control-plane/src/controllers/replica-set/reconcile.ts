// The ReplicaSet controller: as many pods of the template as are wanted, and a status that counts them. (pkg/controller/replicaset, 1.35.)
import type { JsonObject } from '@rectrace/kube';
import { matchesSelector } from '@rectrace/kube';
import { BY_CONTROLLER, controllerOf, controllerReference, isDeleting } from '../kinds/meta.ts';
import type { Pod } from '../kinds/pod.ts';
import { isActive, isTerminating, PODS } from '../kinds/pod.ts';
import type { ReplicaSet } from '../kinds/replica-set.ts';
import { REPLICA_SETS } from '../kinds/replica-set.ts';
import type { Controller, Look, Reconciled, Recovery, Refusal } from '../runtime/controller.ts';
import { NOTHING, wakeBy } from '../runtime/controller.ts';
import { controllerIdentity } from '../runtime/controller-manager.ts';
import type { Effect, Effects } from '../runtime/effect.ts';
import type { ObjectView } from '../runtime/object-view.ts';
import { keyOfObject, parseKey } from '../runtime/object-view.ts';
import { claim, ownersOf } from '../workloads/claim.ts';
import { isNamespaceGoing } from '../workloads/namespace-going.ts';
import { comparePods } from '../workloads/pod-rank.ts';
import { podFromTemplate } from '../workloads/pod-template.ts';
import { selectorOf } from '../workloads/selector-of.ts';
import type { Counted } from './status.ts';
import { nextAvailability, statusOf } from './status.ts';

/** Most pods that one look makes or deletes. */
const BURST = 500;
const SHORT_OF = { create: 'FailedCreate', delete: 'FailedDelete' } as const;

export const replicaSetController: Controller = {
  name: 'replicaset-controller',
  ...controllerIdentity('replicaset-controller'),
  wakes: [
    wakeBy(REPLICA_SETS, ({ previous, current }) => [previous, current].flatMap((set) => (set === undefined ? [] : [keyOfObject(set)]))),
    wakeBy(PODS, ({ previous, current }, view) => [previous, current].flatMap((pod) => (pod === undefined ? [] : keysOf(pod, view)))),
  ],
  reconcile,
};

function keysOf(pod: Pod, view: ObjectView): readonly string[] {
  return ownersOf(view, { object: pod, owners: REPLICA_SETS, selectorOf }).map(keyOfObject);
}

function reconcile({ view, key, now }: Look): Reconciled {
  const set = view.get(REPLICA_SETS, parseKey(key));
  if (set === undefined) return NOTHING;
  const selector = selectorOf(set);
  const { managed: active, effects } = claim(view, { owner: set, resource: PODS, selector, among: isActive });
  if (effects.length > 0) return { effects };
  const own = view.find(PODS, { index: BY_CONTROLLER, value: set.metadata.uid });
  const terminating = own.filter((pod) => isTerminating(pod) && matchesSelector(selector, pod.metadata.labels));
  const counted = { active, terminating, now };
  const status = statusOf(set, counted);
  return {
    effects: [...(isDeleting(set) ? [] : manageReplicas(view, { set, active, now })), ...updateOf(set, status)],
    onRefusal: (refusal) => recovery(set, counted, refusal),
    ...again(nextAvailability(set, active, now)),
  };
}

function again(afterMs: number | undefined): Pick<Reconciled, 'again'> {
  return afterMs === undefined ? {} : { again: { afterMs, purpose: 'progress' } };
}

function updateOf(set: ReplicaSet, status: JsonObject | undefined): Effects {
  return status === undefined ? [] : [{ kind: 'update', resource: REPLICA_SETS, object: { ...set, status }, subresource: 'status' }];
}

type Managing = { readonly set: ReplicaSet; readonly active: readonly Pod[]; readonly now: number };

function manageReplicas(view: ObjectView, managing: Managing): Effects {
  const { set, active } = managing;
  const missing = set.spec.replicas - active.length;
  if (missing > 0) return Array.from({ length: Math.min(missing, BURST) }, () => creation(set));
  return podsToDelete(view, managing, Math.min(-missing, BURST)).map((target) => deletion(set, target));
}

function deletion(set: ReplicaSet, target: Pod): Effect {
  const message = `Deleted pod: ${target.metadata.name}`;
  return { kind: 'delete', resource: PODS, target, tell: { about: set, type: 'Normal', reason: 'SuccessfulDelete', message } };
}

function creation(set: ReplicaSet): Effect {
  return {
    kind: 'create',
    resource: PODS,
    object: podFromTemplate(set.spec.template, { owner: set, reference: controllerReference(set) }),
    tell: ({ metadata }) => ({ about: set, type: 'Normal', reason: 'SuccessfulCreate', message: `Created pod: ${metadata.name}` }),
  };
}

function podsToDelete(view: ObjectView, { set, active, now }: Managing, count: number): readonly Pod[] {
  if (count >= active.length) return active;
  const perNode = new Map<string, number>();
  for (const { spec } of relatedPods(view, set)) perNode.set(spec.nodeName ?? '', (perNode.get(spec.nodeName ?? '') ?? 0) + 1);
  return active
    .map((pod) => ({ pod, besides: perNode.get(pod.spec.nodeName ?? '') ?? 0, now }))
    .sort(comparePods)
    .slice(0, count)
    .map(({ pod }) => pod);
}

/** Active pods of all ReplicaSets that the same object manages; none of one that nobody manages. */
function relatedPods(view: ObjectView, set: ReplicaSet): readonly Pod[] {
  const owner = controllerOf(set);
  if (owner === undefined) return [];
  const selectors = view.find(REPLICA_SETS, { index: BY_CONTROLLER, value: owner.uid }).map(selectorOf);
  return view
    .list(PODS, set.metadata.namespace)
    .filter((pod) => isActive(pod) && selectors.some((selector) => matchesSelector(selector, pod.metadata.labels)));
}

/** What could not be made or deleted is told, and stands in the status; nothing of it while the namespace goes. */
function recovery(set: ReplicaSet, counted: Counted, { effect, status }: Refusal): Recovery {
  if (effect.kind !== 'create' && effect.kind !== 'delete') return { effects: [], retry: true };
  if (isNamespaceGoing(status)) return { effects: updateOf(set, statusOf(set, counted)), retry: false };
  const reason = SHORT_OF[effect.kind];
  const message = `Error ${effect.kind === 'create' ? 'creating' : 'deleting'}: ${status.message}`;
  const failure = { reason, message: effect.kind === 'create' ? status.message : `unable to delete pods: ${status.message}` };
  return {
    effects: [
      { kind: 'event', event: { about: set, type: 'Warning', reason, message } },
      ...updateOf(set, statusOf(set, { ...counted, failure })),
    ],
    retry: true,
  };
}
