// Who is in the tree of each of several roots, by the rules: told by the recorder, as `tree` and `watch` tell it, from one look.

import type { KubeObject, ListWatchQuery, ObjectRef } from '@rectrace/kube';
import type { OwnershipRules, RecorderMessage, TreeNode } from '@rectrace/trace';
import { Recorder } from '@rectrace/trace';
import { flattenTree } from '@rectrace/view';
import { targetOf } from '../sources/recorder-setup.ts';

/** What a list showed. */
export type ListedObjects = { readonly query: ListWatchQuery; readonly objects: readonly KubeObject[]; readonly resourceVersion: string };

export type TreeMembersOptions = {
  readonly lists: readonly ListedObjects[];
  readonly rules: OwnershipRules;
  readonly redact: (object: KubeObject) => KubeObject;
  readonly now: number;
};

/** By the uid of each root its members, as they were listed, in the order of its tree. */
export function treeMembers(
  roots: readonly ObjectRef[],
  { lists, rules, redact, now }: TreeMembersOptions,
): ReadonlyMap<string, readonly KubeObject[]> {
  const recorder = new Recorder({ rules, redact, waitingBytes: Number.POSITIVE_INFINITY });
  for (const ref of roots) recorder.addRoot(targetOf(ref));
  for (const list of lists) for (const message of messagesOf(list, now)) recorder.record(message);
  recorder.finish();
  const listed = new Map(lists.flatMap(({ objects }) => objects).map((object) => [object.metadata.uid ?? '', object]));
  return new Map(roots.map((ref) => [ref.uid, membersIn(recorder.view(targetOf(ref).id)?.tree, listed)]));
}

function membersIn(tree: TreeNode | undefined, listed: ReadonlyMap<string, KubeObject>): readonly KubeObject[] {
  const [, ...members] = tree === undefined ? [] : flattenTree(tree);
  return members.flatMap(({ node }) => listed.get(node.ref.uid) ?? []);
}

function messagesOf({ query: { resource, namespace }, objects, resourceVersion }: ListedObjects, now: number): readonly RecorderMessage[] {
  const scope = { group: resource.group, resource: resource.resource, namespace };
  const at = { scope, receivedAt: now };
  return [
    { kind: 'ListBegin', objectKind: resource.kind, resourceVersion, requestedAt: now, ...at },
    ...objects.map((object): RecorderMessage => ({ kind: 'Listed', object, ...at })),
    { kind: 'ListEnd', resourceVersion, ...at },
  ];
}
