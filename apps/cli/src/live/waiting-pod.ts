// What a root waits for most deeply: a Pod in its tree that is not ready, and why; before it whoever above it stands still.

import type { KubeObject } from '@rectrace/kube';
import { refOf } from '@rectrace/kube';
import type { ObjectStates } from '@rectrace/trace';
import { earlierText, readinessOf, reasonText, standsStill } from '@rectrace/trace';
import { isWaiting } from '@rectrace/view';

/** path: the Pod and its owners, from the root or the first that is known. */
type Waiting = { readonly pod: KubeObject; readonly path: readonly KubeObject[]; readonly earlier: string };

/**
 * 'Pod/web-1: ImagePullBackOff: Back-off …', the first by name, what is of the newest template before others. 'Paused: …; Pod/web-1, of an earlier
 * template: …' where an owner stands still.
 */
export function waitingPod(
  root: KubeObject,
  { members, states }: { readonly members: readonly KubeObject[]; readonly states: ObjectStates },
): string | undefined {
  const known = new Map([root, ...members].map((object) => [object.metadata.uid ?? '', object]));
  const pods = members.filter((member) => member.kind === 'Pod' && refOf(member).group === '' && isWaiting(readinessOf(member, states)));
  const sorted = pods.sort((left, right) => (left.metadata.name < right.metadata.name ? -1 : 1));
  const waiting = sorted.map((pod) => waitingOf(pod, known));
  const found = waiting.find(({ earlier }) => earlier === '') ?? waiting[0];
  if (found === undefined) return undefined;
  const { pod, path, earlier } = found;
  const name = [`Pod/${pod.metadata.name}`, earlier].filter((part) => part !== '').join(', ');
  return [...stillAbove(path, { root, states }), `${name}: ${reasonText(readinessOf(pod, states))}`].join('; ');
}

function waitingOf(pod: KubeObject, known: ReadonlyMap<string, KubeObject>): Waiting {
  const path = [pod];
  for (let owner = ownerOf(pod, known); owner !== undefined && !path.includes(owner); owner = ownerOf(owner, known)) path.unshift(owner);
  const texts = path.map((object, index) => earlierText(path[index - 1], object));
  return { pod, path, earlier: texts.findLast((text) => text !== '') ?? '' };
}

function ownerOf({ metadata: { ownerReferences = [] } }: KubeObject, known: ReadonlyMap<string, KubeObject>): KubeObject | undefined {
  const leading = ownerReferences.find(({ controller }) => controller === true) ?? ownerReferences[0];
  return leading === undefined ? undefined : known.get(leading.uid);
}

/** The topmost of them in words; the root needs no name. */
function stillAbove(
  path: readonly KubeObject[],
  { root, states }: { readonly root: KubeObject; readonly states: ObjectStates },
): readonly string[] {
  const owners = path.slice(0, -1);
  const still = (path[0] === root ? owners : [root, ...owners]).find((owner) => standsStill(readinessOf(owner, states)));
  if (still === undefined) return [];
  const said = reasonText(readinessOf(still, states));
  return [still === root ? said : `${still.kind}/${still.metadata.name}: ${said}`];
}
