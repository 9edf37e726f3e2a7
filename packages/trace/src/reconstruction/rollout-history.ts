// The pod templates that a workload had, told from its ReplicaSets or ControllerRevisions: each new template left one behind.

import type { FieldChange, Json, JsonObject, KubeObject } from '@rectrace/kube';
import { asJson, diffObjects, integerAt, isJsonObject, parseInstant, valueAt } from '@rectrace/kube';
import { kindOf } from '../rules/rule-index.ts';

/** One template. time: milliseconds since the epoch, when it was first rolled out. revisions: the numbers it had, more than one after a rollback. */
export type Rollout = {
  readonly object: KubeObject;
  readonly time: number;
  readonly revisions: readonly number[];
  readonly template: JsonObject;
};

const REVISION = 'deployment.kubernetes.io/revision';
const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';

/** Oldest first. Empty for kinds that leave no such history. */
export function rolloutsOf(root: KubeObject, members: readonly KubeObject[]): readonly Rollout[] {
  const owned = members.filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === root.metadata.uid) === true);
  const rollouts = owned.map(readRollout).filter((rollout) => rollout !== undefined);
  return rollouts.sort((left, right) => left.time - right.time || (left.revisions[0] ?? 0) - (right.revisions[0] ?? 0));
}

/** What one template changed against another, as changes of the workload's spec.template. */
export function templateChanges(before: Rollout, after: Rollout): readonly FieldChange[] {
  const shell = (template: JsonObject): KubeObject => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: '' },
    spec: { template },
  });
  return diffObjects(shell(before.template), shell(after.template));
}

function readRollout(object: KubeObject): Rollout | undefined {
  const time = parseInstant(object.metadata.creationTimestamp);
  if (time === undefined) return undefined;
  if (kindOf(object) === 'ReplicaSet.apps')
    return rollout(object, { time, revisions: annotatedRevisions(object), template: valueAt(asJson(object), ['spec', 'template']) });
  if (kindOf(object) !== 'ControllerRevision.apps') return undefined;
  const number = Number(integerAt(asJson(object), ['revision']) ?? 0);
  return rollout(object, { time, revisions: [number], template: valueAt(asJson(object), ['data', 'spec', 'template']) });
}

function rollout(
  object: KubeObject,
  parts: { readonly time: number; readonly revisions: readonly number[]; readonly template: Json | undefined },
): Rollout | undefined {
  return isJsonObject(parts.template) ? { object, ...parts, template: withoutMarks(parts.template) } : undefined;
}

function annotatedRevisions({ metadata }: KubeObject): readonly number[] {
  const { [REVISION]: current = '', [REVISION_HISTORY]: earlier = '' } = metadata.annotations ?? {};
  const numbers = `${earlier},${current}`.split(',').map(Number);
  return numbers.filter((number) => number > 0).sort((left, right) => left - right);
}

/** Leaves out what the controllers themselves put into a template. */
function withoutMarks(template: JsonObject): JsonObject {
  const { $patch: _patch, metadata, ...rest } = template;
  const labels = valueAt(metadata, ['labels']);
  if (!isJsonObject(metadata) || !isJsonObject(labels)) return { ...rest, ...(metadata === undefined ? {} : { metadata }) };
  const { 'pod-template-hash': _hash, ...own } = labels;
  return { ...rest, metadata: { ...metadata, labels: own } };
}
