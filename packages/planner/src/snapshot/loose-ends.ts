// What objects hang on and is not among them: the controllers of a cluster would tidy up after it.

import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';

/** One line each for people, in order; empty where nothing is missing. */
export function looseEnds(objects: readonly JsonObject[]): readonly string[] {
  return [...missingOwners(objects), ...missingNodes(objects)];
}

function missingOwners(objects: readonly JsonObject[]): readonly string[] {
  const uids = new Set(objects.map((object) => stringAt(object, ['metadata', 'uid'])));
  const counts = new Map<string, number>();
  for (const object of objects) {
    const missing = listAt(object, ['metadata', 'ownerReferences']).filter((owner) => !uids.has(stringAt(owner, ['uid'])));
    for (const owner of missing) counts.set(kindOf(owner as JsonObject), (counts.get(kindOf(owner as JsonObject)) ?? 0) + 1);
  }
  return [...counts]
    .sort()
    .map(
      ([kind, count]) => `${count} objects are owned by objects of kind ${kind} that are not here: a garbage collector would delete them`,
    );
}

function kindOf(reference: JsonObject): string {
  return stringAt(reference, ['kind']) ?? '';
}

function missingNodes(objects: readonly JsonObject[]): readonly string[] {
  const nodes = new Set(objects.filter(({ kind }) => kind === 'Node').map((node) => stringAt(node, ['metadata', 'name'])));
  const pods = objects.filter((object) => object['kind'] === 'Pod' && !nodes.has(stringAt(object, ['spec', 'nodeName']) ?? ''));
  const bound = pods.filter((pod) => (stringAt(pod, ['spec', 'nodeName']) ?? '') !== '');
  return bound.length === 0 ? [] : [`${bound.length} Pods are bound to nodes that are not here: a pod collector would delete them`];
}
