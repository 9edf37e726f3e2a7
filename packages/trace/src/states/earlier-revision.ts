// Whether the trouble of an object belongs to what is asked for now, or to what was asked for before.

import type { Json, JsonObject, KubeObject } from '@rectrace/kube';
import { asJson, isJsonObject, jsonEquals, stringAt, valueAt } from '@rectrace/kube';
import { kindOf } from '../rules/rule-index.ts';
import { shortfallOf } from './standstill.ts';

const HASH_LABEL = 'pod-template-hash';

/**
 * 'of an earlier template', 'of generation 2' (the owner has not observed 3), or '' where nothing says so. What is below the child is no newer than it
 * is. undefined = no body.
 */
export function earlierText(owner: KubeObject | undefined, child: KubeObject | undefined): string {
  if (owner === undefined) return '';
  const newest = child === undefined ? undefined : isOfNewestTemplate(owner, child);
  if (newest !== undefined) return newest ? '' : 'of an earlier template';
  const shortfall = shortfallOf(owner);
  return shortfall === undefined || BigInt(shortfall.observed) === 0n ? '' : `of generation ${shortfall.observed}`;
}

/** undefined where the two do not tell. */
function isOfNewestTemplate(owner: KubeObject, child: KubeObject): boolean | undefined {
  const [above, below] = [asJson(owner), asJson(child)];
  if (kindOf(owner) === 'Deployment.apps' && kindOf(child) === 'ReplicaSet.apps') return hasTemplateOf(above, below);
  return shortfallOf(owner) === undefined ? isOfUpdateRevision(above, child) : undefined;
}

/** As the Deployment controller tells its newest ReplicaSet. */
function hasTemplateOf(deployment: Json, replicaSet: Json): boolean | undefined {
  const [wanted, made] = [deployment, replicaSet].map((object) => valueAt(object, ['spec', 'template']));
  if (!isJsonObject(wanted) || !isJsonObject(made)) return undefined;
  return jsonEquals(wanted['spec'], made['spec']) && jsonEquals(plainMetadata(wanted), plainMetadata(made));
}

/** Without the label that the controller adds. */
function plainMetadata({ metadata }: JsonObject): Json {
  if (!isJsonObject(metadata)) return {};
  const { labels, creationTimestamp: _creationTimestamp, ...rest } = metadata;
  return { ...rest, labels: isJsonObject(labels) ? { ...labels, [HASH_LABEL]: null } : { [HASH_LABEL]: null } };
}

/** Of a Pod while its owner goes from one revision to another. */
function isOfUpdateRevision(owner: Json, pod: KubeObject): boolean | undefined {
  const [current, update] = ['currentRevision', 'updateRevision'].map((field) => stringAt(owner, ['status', field]));
  const revision = pod.metadata.labels?.['controller-revision-hash'];
  if (current === undefined || update === undefined || revision === undefined || current === update) return undefined;
  if (names(update, revision)) return true;
  return names(current, revision) ? false : undefined;
}

/** Some kinds label with the hash alone. */
function names(revision: string, label: string): boolean {
  return revision === label || revision.endsWith(`-${label}`);
}
