// Small objects, changes and trees for the tests of this package.

import type { KubeObject, ObjectRef } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { Change, TreeNode } from '@rectrace/trace';
import { builtinRules, objectStates } from '@rectrace/trace';

/** By the built-in rules. */
export const SAMPLE_STATES = objectStates(builtinRules());

/** A reference in namespace plain; its uid is its name. */
export function sampleRef(kind: string, name: string): ObjectRef {
  return { group: '', version: 'v1', kind, namespace: 'plain', name, uid: asUid(name) };
}

/** An Update of that object at this time; what is given replaces it. */
export function sampleChange(ref: ObjectRef, time: number, fields: Partial<Change> = {}): Change {
  const resourceVersion = String(time);
  return {
    kind: 'change',
    id: `0/${ref.uid}/${resourceVersion}`,
    type: 'Update',
    ref,
    resourceVersion,
    position: { epoch: 0, version: resourceVersion, offset: 0 },
    time,
    receivedAt: time,
    diff: [],
    certainty: 'observed',
    ...fields,
  };
}

/** A node with children. */
export function sampleNode(ref: ObjectRef, children: readonly TreeNode[] = [], fields: Partial<TreeNode> = {}): TreeNode {
  return { ref, resourceVersion: '1', gone: false, cyclic: false, children, links: [], ...fields };
}

/** A body with a status. */
export function sampleBody({ kind, name }: ObjectRef, status?: object): KubeObject {
  const metadata = { name, namespace: 'plain', uid: name, creationTimestamp: '2026-11-30T19:00:00Z' };
  return { apiVersion: 'v1', kind, metadata, ...(status === undefined ? {} : { status: JSON.parse(JSON.stringify(status)) }) };
}
