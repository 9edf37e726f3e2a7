// What earlier objects left behind that are gone by now: Events about the name of a root, claims of a StatefulSet, objects whose owner is no longer there.

import type { JsonObject, KubeObject } from '@rectrace/kube';
import { asJson, formatInstant, isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { isEvent, readEvent } from '@rectrace/trace';

/**
 * kinds, there: what was listed, and the uids of all of it. claims: beginnings of the names of claims that StatefulSets make. events: redacted.
 * members: of the root's tree, the root aside.
 */
export type Surviving = {
  readonly kinds: ReadonlySet<string>;
  readonly there: ReadonlySet<string>;
  readonly claims: readonly string[];
  readonly events: readonly KubeObject[];
  readonly members: readonly KubeObject[];
};

/** How names of claims that a StatefulSet makes begin: 'data-web-'. */
export function claimsOf(object: KubeObject): readonly string[] {
  if (object.kind !== 'StatefulSet') return [];
  const templates = listAt(asJson(object), ['spec', 'volumeClaimTemplates']);
  return templates.map((template) => `${stringAt(template, ['metadata', 'name']) ?? ''}-${object.metadata.name}-`);
}

/** One line each, for people. */
export function earlierNotes(root: KubeObject, surviving: Surviving): readonly string[] {
  return [
    ...sameNameNotes(root, surviving),
    ...olderNotes(root, surviving),
    ...ownerNotes(root, surviving),
    ...claimNotes(root, surviving),
  ];
}

/** By uid, how many Events there are about other objects of a name, and when the last one happened. */
export function eventsOfEarlier(
  { kind, namespace, name, uid }: { readonly kind: string; readonly namespace: string; readonly name: string; readonly uid: string },
  events: readonly KubeObject[],
): ReadonlyMap<string, { readonly count: number; readonly last: number }> {
  const earlier = new Map<string, { readonly count: number; readonly last: number }>();
  for (const { involved, happenedAt = 0 } of events.filter(isEvent).map(readEvent)) {
    const { uid: other = '' } = involved;
    if (other === '' || other === uid || involved.kind !== kind || involved.name !== name || involved.namespace !== namespace) continue;
    const { count = 0, last = 0 } = earlier.get(other) ?? {};
    earlier.set(other, { count: count + 1, last: Math.max(last, happenedAt) });
  }
  return earlier;
}

function sameNameNotes({ kind, metadata: { namespace = '', name, uid = '' } }: KubeObject, { events }: Surviving): readonly string[] {
  return [...eventsOfEarlier({ kind, namespace, name, uid }, events)].map(
    ([other, { count, last }]) =>
      `an earlier object of this name (uid ${other}) left ${count === 1 ? '1 Event' : `${count} Events`}, the last of ${formatInstant(last)}`,
  );
}

/** What is in a tree by other rules than owner references may have stood before its root. */
function olderNotes({ metadata: { creationTimestamp = '' } }: KubeObject, { members }: Surviving): readonly string[] {
  const older = members.filter(({ metadata }) => (metadata.creationTimestamp ?? creationTimestamp) < creationTimestamp);
  if (older.length === 0) return [];
  const named = older.slice(0, MOST_NAMED).map(({ kind, metadata: { name } }) => `${kind}/${name}`);
  const more = older.length > named.length ? ` and ${older.length - named.length} more` : '';
  return [`older than it: ${named.join(', ')}${more}; an earlier object of this name left them, or they were made by themselves`];
}

const MOST_NAMED = 3;

function ownerNotes({ metadata: { ownerReferences = [] } }: KubeObject, { there, kinds }: Surviving): readonly string[] {
  const gone = ownerReferences.filter(({ kind, uid }) => kinds.has(kind) && !there.has(uid));
  return gone.map(({ kind, name, uid }) => `its owner ${kind}/${name} (uid ${uid}) is gone`);
}

const MADE_CLAIM = /[Cc]reate Claim (\S+) Pod \S+ in StatefulSet (\S+) /;

/** A claim that a StatefulSet made does not name it: its name does, and an Event while there is one. */
function claimNotes(root: KubeObject, { kinds, there, claims, events }: Surviving): readonly string[] {
  const { name, namespace } = root.metadata;
  if (root.kind !== 'PersistentVolumeClaim' || !kinds.has('StatefulSet')) return [];
  const makers = new Map<string, string>();
  for (const { involved, details } of events.filter(isEvent).map(readEvent)) {
    const [, claim, set = ''] = MADE_CLAIM.exec(details.message) ?? [];
    if (claim === name && involved.namespace === namespace && involved.uid !== undefined) makers.set(involved.uid, set);
  }
  const gone = [...makers].filter(([uid]) => !there.has(uid));
  const isClaimed = claims.some((beginning) => name.startsWith(beginning) && /^\d+$/.test(name.slice(beginning.length)));
  if (gone.length > 0)
    return gone.map(([uid, set]) => `StatefulSet/${set} (uid ${uid}), for which it was made, is gone${isClaimed ? AGAIN : ''}`);
  return !isClaimed && isMadeByController(root)
    ? ['it was made for a pod of a StatefulSet that is gone: none that is there has such a claim']
    : [];
}

const AGAIN = ': an earlier object of the name of the one that has it now';

/** The StatefulSet controller sets the spec of a claim; who makes one by hand has a name of their own there. */
function isMadeByController({ metadata }: KubeObject): boolean {
  const writers = (metadata.managedFields ?? []).filter(({ fieldsV1 }) => hasField(fieldsV1, 'f:resources'));
  return /-\d+$/.test(metadata.name) && writers.some(({ manager }) => manager === 'kube-controller-manager');
}

function hasField(fields: JsonObject | undefined, field: string): boolean {
  const spec = valueAt(fields, ['f:spec']);
  return isJsonObject(spec) && spec[field] !== undefined;
}
