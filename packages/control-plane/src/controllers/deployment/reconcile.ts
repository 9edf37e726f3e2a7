// The Deployment controller: one ReplicaSet per template, sized step by step as the strategy says. (pkg/controller/deployment, 1.35.)
// A step that writes the Deployment or a ReplicaSet ends the look: what it wrote wakes the key for the next.
// Left out: the rollback annotation of extensions/v1beta1.
import { jsonEquals } from '@rectrace/kube';
import type { TemplateHash } from '../go-hash/template-hash.ts';
import type { Deployment, DeploymentStatus } from '../kinds/deployment.ts';
import { DEPLOYMENTS } from '../kinds/deployment.ts';
import { BY_CONTROLLER, controllerOf, isDeleting } from '../kinds/meta.ts';
import type { Pod } from '../kinds/pod.ts';
import { PODS } from '../kinds/pod.ts';
import type { ReplicaSet } from '../kinds/replica-set.ts';
import { REPLICA_SETS } from '../kinds/replica-set.ts';
import type { Controller, Look, Reconciled } from '../runtime/controller.ts';
import { NOTHING, wakeBy } from '../runtime/controller.ts';
import { controllerIdentity } from '../runtime/controller-manager.ts';
import type { Effects } from '../runtime/effect.ts';
import type { ObjectView } from '../runtime/object-view.ts';
import { keyOfObject, nameOf, parseKey } from '../runtime/object-view.ts';
import { claim, ownersOf } from '../workloads/claim.ts';
import { conditionOf, withCondition } from '../workloads/conditions.ts';
import { selectorOf } from '../workloads/selector-of.ts';
import { createNewest } from './newest.ts';
import { nextCheck } from './next-check.ts';
import { putStatus, withRevision } from './put-status.ts';
import { allOf, generationsOf, isActive } from './replica-sets.ts';
import { annotationsOf, nextRevision, REVISION, revisionOf } from './revision.ts';
import { annotatedCount, byCreation, DESIRED_REPLICAS, newReplicas, scaleDownOld } from './rollout.ts';
import { resize, scale } from './scale.ts';
import type { ConditionText, Counting } from './status.ts';
import { countedStatus, datedCondition, deadlineMs, isComplete, PROGRESSING, rolloutStatus, TIMED_OUT_REASON } from './status.ts';

/** `hashOf` names new ReplicaSets. */
export function deploymentController(hashOf: TemplateHash): Controller {
  return {
    name: 'deployment-controller',
    ...controllerIdentity('deployment-controller'),
    wakes: [
      wakeBy(DEPLOYMENTS, ({ previous, current }) => [previous, current].flatMap((one) => (one === undefined ? [] : [keyOfObject(one)]))),
      wakeBy(REPLICA_SETS, ({ previous, current }, view) =>
        [previous, current].flatMap((set) => (set === undefined ? [] : keysOf(set, view))),
      ),
      wakeBy(PODS, ({ previous, current }, view) => (current === undefined && previous !== undefined ? recreatedOf(previous, view) : [])),
    ],
    reconcile: (look) => reconcile(look, hashOf),
  };
}

function keysOf(set: ReplicaSet, view: ObjectView): readonly string[] {
  return ownersOf(view, { object: set, owners: DEPLOYMENTS, selectorOf }).map(keyOfObject);
}

/** A Deployment that recreates waits for the last of its pods to go. */
function recreatedOf(pod: Pod, view: ObjectView): readonly string[] {
  const owner = controllerOf(pod);
  const set = owner?.kind === REPLICA_SETS.kind ? view.get(REPLICA_SETS, { ...nameOf(pod), name: owner.name }) : undefined;
  if (set === undefined) return [];
  const deployments = ownersOf(view, { object: set, owners: DEPLOYMENTS, selectorOf });
  return deployments.filter(({ spec }) => spec.strategy.type === 'Recreate').map(keyOfObject);
}

function reconcile({ view, key, now }: Look, hashOf: TemplateHash): Reconciled {
  const deployment = view.get(DEPLOYMENTS, parseKey(key));
  if (deployment === undefined) return NOTHING;
  const { managed, effects } = claim(view, { owner: deployment, resource: REPLICA_SETS, selector: selectorOf(deployment) });
  if (effects.length > 0) return { effects };
  const counting = { deployment, generations: generationsOf(deployment, managed), now };
  const pause = isDeleting(deployment) ? undefined : pausedCondition(deployment);
  if (pause !== undefined) return { effects: writeCondition(counting, pause) };
  const synced = syncRevision(counting);
  if (synced.length > 0) return { effects: synced };
  if (isDeleting(deployment)) return { effects: updateStatus(counting, countedStatus(counting)) };
  if (deployment.spec.paused === true || isScaled(counting)) return { effects: resized(counting) };
  return deployment.spec.strategy.type === 'Recreate' ? recreate(counting, { view, hashOf }) : roll(counting, hashOf);
}

function pausedCondition({ spec, status, ...rest }: Deployment): ConditionText | undefined {
  const current = conditionOf(status?.conditions, PROGRESSING);
  if (deadlineMs({ spec, ...rest }) === undefined || current?.reason === TIMED_OUT_REASON) return undefined;
  const isSaid = current?.reason === 'DeploymentPaused';
  if ((spec.paused === true) === isSaid) return undefined;
  return isSaid
    ? { type: PROGRESSING, status: 'Unknown', reason: 'DeploymentResumed', message: 'Deployment is resumed' }
    : { type: PROGRESSING, status: 'Unknown', reason: 'DeploymentPaused', message: 'Deployment is paused' };
}

function writeCondition({ deployment, now }: Counting, text: ConditionText): Effects {
  const { status = {} } = deployment;
  return putStatus(deployment, { ...status, conditions: withCondition(status.conditions ?? [], datedCondition(text, now)) });
}

/** The newest ReplicaSet carries the revision and the Deployment's annotations, the Deployment the revision. */
function syncRevision(counting: Counting): Effects {
  const { deployment, generations } = counting;
  const { newest, old } = generations;
  if (newest === undefined) return [];
  const annotations = annotationsOf(deployment, newest, nextRevision(old));
  const { minReadySeconds = 0 } = deployment.spec;
  if (jsonEquals(annotations, newest.metadata.annotations ?? {}) && (newest.spec.minReadySeconds ?? 0) === minReadySeconds) {
    return noteRevision(counting, newest);
  }
  const metadata = { ...newest.metadata, annotations };
  return [{ kind: 'update', resource: REPLICA_SETS, object: { ...newest, metadata, spec: { ...newest.spec, minReadySeconds } } }];
}

/** In the Deployment; that its rollout goes on is said too where nothing says how it stands. */
function noteRevision({ deployment, now }: Counting, newest: ReplicaSet): Effects {
  const { status = {} } = deployment;
  const revision = newest.metadata.annotations?.[REVISION] ?? '';
  const isSaid = deadlineMs(deployment) === undefined || conditionOf(status.conditions, PROGRESSING) !== undefined;
  if (isSaid && deployment.metadata.annotations?.[REVISION] === revision) return [];
  const message = `Found new replica set "${newest.metadata.name}"`;
  const found = datedCondition({ type: PROGRESSING, status: 'True', reason: 'FoundNewReplicaSet', message }, now);
  const { conditions = [] } = status;
  return putStatus(withRevision(deployment, revision), { ...status, conditions: isSaid ? conditions : withCondition(conditions, found) });
}

/** Whether the wanted size has changed since the ReplicaSets were sized. */
function isScaled({ deployment, generations }: Counting): boolean {
  return allOf(generations)
    .filter(isActive)
    .some((set) => {
      const desired = annotatedCount(set, DESIRED_REPLICAS);
      return desired !== undefined && desired !== deployment.spec.replicas;
    });
}

function resized(counting: Counting): Effects {
  const { deployment, generations } = counting;
  const cleaned = deployment.spec.paused === true ? cleanUp(counting) : [];
  return [...resize(deployment, generations), ...cleaned, ...updateStatus(counting, countedStatus(counting))];
}

function roll(counting: Counting, hashOf: TemplateHash): Reconciled {
  const { deployment, generations } = counting;
  const { newest, old } = generations;
  if (newest === undefined) return createNewest(counting, hashOf);
  const wanted = wantedOfNewest(deployment, { newest, old });
  const steps =
    wanted === newest.spec.replicas ? scaleDownOld(deployment, { newest, old: old.filter(isActive) }) : [{ set: newest, replicas: wanted }];
  return settle(counting, scale(deployment, steps));
}

function wantedOfNewest(
  deployment: Deployment,
  { newest, old }: { readonly newest: ReplicaSet; readonly old: readonly ReplicaSet[] },
): number {
  const { replicas } = deployment.spec;
  return newest.spec.replicas > replicas ? replicas : newReplicas(deployment, { others: old, current: newest.spec.replicas });
}

function recreate(counting: Counting, { view, hashOf }: { readonly view: ObjectView; readonly hashOf: TemplateHash }): Reconciled {
  const { deployment, generations } = counting;
  const { newest, old } = generations;
  const down = scale(
    deployment,
    old.filter(isActive).map((set) => ({ set, replicas: 0 })),
  );
  if (down.length > 0 || old.some((set) => hasPods(set, view))) return settle(counting, down);
  if (newest === undefined) return createNewest(counting, hashOf);
  const up = newest.spec.replicas === deployment.spec.replicas ? [] : [{ set: newest, replicas: deployment.spec.replicas }];
  return settle(counting, scale(deployment, up));
}

function hasPods(set: ReplicaSet, view: ObjectView): boolean {
  const pods = view.find(PODS, { index: BY_CONTROLLER, value: set.metadata.uid });
  return (set.status?.replicas ?? 0) > 0 || pods.some(({ status }) => status?.phase !== 'Failed' && status?.phase !== 'Succeeded');
}

/** The steps, then the status; old ReplicaSets are deleted once the rollout is complete. */
function settle(counting: Counting, steps: Effects): Reconciled {
  const { deployment, now } = counting;
  const cleaned = steps.length === 0 && isComplete(deployment, deployment.status ?? {}) ? cleanUp(counting) : [];
  const status = updateStatus(counting, rolloutStatus(counting));
  const again = status.length === 0 ? nextCheck(deployment, now) : undefined;
  return { effects: [...steps, ...cleaned, ...status], ...(again === undefined ? {} : { again }) };
}

function cleanUp({ deployment, generations }: Counting): Effects {
  const { revisionHistoryLimit = NO_LIMIT } = deployment.spec;
  if (revisionHistoryLimit === NO_LIMIT) return [];
  const alive = generations.old
    .filter((set) => !isDeleting(set))
    .sort((left, right) => revisionOf(left) - revisionOf(right) || byCreation(left, right));
  return alive
    .slice(0, Math.max(0, alive.length - revisionHistoryLimit))
    .filter(isEmpty)
    .map((target) => ({ kind: 'delete', resource: REPLICA_SETS, target }));
}

const NO_LIMIT = 2 ** 31 - 1;

function isEmpty({ spec, status, metadata }: ReplicaSet): boolean {
  return (status?.replicas ?? 0) === 0 && spec.replicas === 0 && Number(metadata.generation ?? 0) <= (status?.observedGeneration ?? 0);
}

function updateStatus({ deployment }: Counting, status: DeploymentStatus): Effects {
  return jsonEquals(status, deployment.status ?? {}) ? [] : putStatus(deployment, status);
}
