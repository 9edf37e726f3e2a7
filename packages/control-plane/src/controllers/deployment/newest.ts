// Makes the ReplicaSet of a Deployment's template.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { TemplateHash } from '../go-hash/template-hash.ts';
import { controllerReference } from '../kinds/meta.ts';
import { REPLICA_SETS } from '../kinds/replica-set.ts';
import type { Reconciled, Recovery, Refusal } from '../runtime/controller.ts';
import { withCondition } from '../workloads/conditions.ts';
import { isNamespaceGoing } from '../workloads/namespace-going.ts';
import { putStatus, withRevision } from './put-status.ts';
import { TEMPLATE_HASH } from './replica-sets.ts';
import { firstAnnotations, nextRevision } from './revision.ts';
import { newReplicas } from './rollout.ts';
import type { ConditionText, Counting } from './status.ts';
import { datedCondition, deadlineMs, PROGRESSING } from './status.ts';

/** The longest name of an object, less the hyphen. */
const LONGEST_NAME = 252;

/** The ReplicaSet, and what the Deployment then says of it. A name that another ReplicaSet has is counted, and another tried. */
export function createNewest(counting: Counting, hashOf: TemplateHash): Reconciled {
  const { deployment, generations } = counting;
  const revision = nextRevision(generations.old);
  const replicas = newReplicas(deployment, { others: generations.old, current: 0 });
  const hash = hashOf(deployment.spec.template, deployment.status?.collisionCount);
  const object = newReplicaSet(counting, { revision, replicas, hash });
  const name = (object['metadata'] as { readonly name: string }).name;
  const created: ConditionText = {
    type: PROGRESSING,
    status: 'True',
    reason: 'NewReplicaSetCreated',
    message: `Created new replica set "${name}"`,
  };
  const message = `Scaled up replica set ${name} from 0 to ${replicas}`;
  return {
    effects: [
      { kind: 'create', resource: REPLICA_SETS, object },
      ...(replicas > 0
        ? [{ kind: 'event', event: { about: deployment, type: 'Normal', reason: 'ScalingReplicaSet', message } } as const]
        : []),
      ...putStatus(withRevision(deployment, String(revision)), statusWith(counting, created)),
    ],
    onRefusal: (refusal) => (refusal.effect.kind === 'create' ? refused(counting, name, refusal) : { effects: [], retry: true }),
  };
}

function newReplicaSet(
  { deployment }: Counting,
  { revision, replicas, hash }: { readonly revision: number; readonly replicas: number; readonly hash: string },
): JsonObject {
  const { template, selector, minReadySeconds } = deployment.spec;
  const labels = { ...template.metadata?.labels, [TEMPLATE_HASH]: hash };
  const matchLabels = isJsonObject(selector['matchLabels']) ? selector['matchLabels'] : {};
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${deployment.metadata.name.slice(0, LONGEST_NAME - hash.length)}-${hash}`,
      namespace: deployment.metadata.namespace,
      ownerReferences: [{ ...controllerReference(deployment) }],
      labels,
      annotations: firstAnnotations(deployment, revision),
    },
    spec: {
      replicas,
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...matchLabels, [TEMPLATE_HASH]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

function refused(counting: Counting, name: string, { status }: Refusal): Recovery {
  const { deployment } = counting;
  if (isNamespaceGoing(status)) return { effects: [], retry: false };
  if (status.reason === 'AlreadyExists') {
    const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
    return { effects: putStatus(deployment, { ...deployment.status, collisionCount }), retry: true };
  }
  const message = `Failed to create new replica set "${name}": ${status.message}`;
  const failed: ConditionText = { type: PROGRESSING, status: 'False', reason: 'ReplicaSetCreateError', message };
  const said = deadlineMs(deployment) === undefined ? [] : putStatus(deployment, statusWith(counting, failed));
  const event = { about: deployment, type: 'Warning', reason: 'ReplicaSetCreateError', message } as const;
  return { effects: [...said, { kind: 'event', event }], retry: true };
}

function statusWith({ deployment, now }: Counting, text: ConditionText) {
  const { status = {} } = deployment;
  if (deadlineMs(deployment) === undefined) return status;
  return { ...status, conditions: withCondition(status.conditions ?? [], datedCondition(text, now)) };
}
