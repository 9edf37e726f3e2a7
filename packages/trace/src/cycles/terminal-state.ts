// Whether a root has come to rest, and if not, what of it: the one judgement that every listing, header and document tells.

import type { KubeObject, ObjectRef, Uid } from '@rectrace/kube';
import { asJson, integerAt, refOf, stringAt } from '@rectrace/kube';
import type { Cycle } from '../cycle.ts';
import type { Verdict } from '../facts.ts';
import type { ObjectStates } from '../states/object-states.ts';
import type { Readiness } from '../states/readiness.ts';
import { readinessOf } from '../states/readiness.ts';

/**
 * terminal: the root fulfils its expression, nothing in its tree is under way, and no cycle is open. failed: the same, but its end is a failure.
 * member: the root fulfils its expression, and this object of the tree holds it up, with so many more. cycle: what holds it up is not at hand.
 */
export type TerminalState =
  | { readonly kind: 'terminal' }
  | { readonly kind: 'failed' | 'root'; readonly says: string }
  | { readonly kind: 'member'; readonly ref: ObjectRef; readonly says: string; readonly more: number }
  | { readonly kind: 'cycle'; readonly number: number }
  | { readonly kind: 'unknown' };

/** root: its newest body, where it is known. members: what is in its tree now, as far as bodies (of what goes: metadata) are known. cycle: the latest, of the same time. */
export type Standing = {
  readonly verdict: Verdict | undefined;
  readonly root: KubeObject | undefined;
  readonly members: readonly KubeObject[];
  readonly cycle?: Cycle | undefined;
  readonly states: ObjectStates;
};

export function terminalStateOf({ verdict, root, members, cycle, states }: Standing): TerminalState {
  if (verdict === undefined) return { kind: 'unknown' };
  if (verdict.kind !== 'true' || root?.metadata.deletionTimestamp !== undefined)
    return { kind: 'root', says: root === undefined ? verdictText(verdict) : rootReason(root, { verdict, states }) };
  const held = heldUp(members, states);
  const [first] = held;
  if (first !== undefined) return { kind: 'member', ref: refOf(first), says: memberReason(first, states), more: held.length - 1 };
  if (cycle?.state === 'open') return { kind: 'cycle', number: cycle.number };
  const readiness = root === undefined ? undefined : readinessOf(root, states);
  return root !== undefined && readiness !== undefined && hasFailed(root, readiness)
    ? { kind: 'failed', says: reasonText(readiness) }
    : { kind: 'terminal' };
}

/** Why a root that has not come to rest has not, in one text: what its own status names, else what of its expression is not as wanted. */
export function rootReason(root: KubeObject, { verdict, states }: Pick<Standing, 'states'> & { readonly verdict: Verdict }): string {
  const readiness = readinessOf(root, states);
  const deleting = root.metadata.deletionTimestamp !== undefined;
  if (verdict.kind === 'error' || verdict.kind === 'absent') return verdict.message;
  const named = deleting || (readiness.ready === 'False' && !saysLittle(readiness));
  return named ? reasonText(readiness) : verdictText(verdict) || reasonText(readiness);
}

/** Its status names no more than a phase or counters. */
export function saysLittle({ reason, status }: Readiness): boolean {
  return reason === '' || reason === status || reason === 'Progressing';
}

/** 'ImagePullBackOff: Back-off pulling image …'. */
export function reasonText({ reason, status, message }: Readiness): string {
  return [reason || status, message].filter((part) => part !== '').join(': ');
}

function verdictText(verdict: Verdict): string {
  if (verdict.kind === 'true') return '';
  return verdict.kind === 'false' ? (verdict.waitsFor ?? '') : verdict.message;
}

/** Whoever is going, behind its generation or incomplete; owners of such ones only follow, and Pods are told first. */
function heldUp(members: readonly KubeObject[], states: ObjectStates): readonly KubeObject[] {
  const held = members.filter((member) => !states.isInert(member) && isHeldUp(member, states));
  const owners = new Set<Uid>(held.flatMap(({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid as Uid)));
  const deepest = held.filter(({ metadata }) => !owners.has((metadata.uid ?? '') as Uid));
  const told = deepest.length === 0 ? held : deepest;
  return [...told.filter(({ kind }) => kind === 'Pod'), ...told.filter(({ kind }) => kind !== 'Pod')];
}

function isHeldUp(member: KubeObject, states: ObjectStates): boolean {
  return member.metadata.deletionTimestamp !== undefined || isBehind(member) || !states.isComplete(member);
}

function isBehind(object: KubeObject): boolean {
  const json = asJson(object);
  const observed = integerAt(json, ['status', 'observedGeneration']);
  return observed !== undefined && observed < (integerAt(json, ['metadata', 'generation']) ?? 0);
}

/** 'Unschedulable', 'Terminating, waits for finalizer x', 'generation 3 not observed yet'. */
function memberReason(member: KubeObject, states: ObjectStates): string {
  const readiness = readinessOf(member, states);
  if (member.metadata.deletionTimestamp !== undefined)
    return [readiness.status, readiness.message].filter((part) => part !== '').join(', ');
  if (states.isComplete(member)) return `generation ${member.metadata.generation} not observed yet`;
  return saysLittle(readiness) && readiness.message !== '' ? readiness.message : readiness.reason || readiness.status || 'not complete';
}

function hasFailed(root: KubeObject, { ready, status }: Readiness): boolean {
  return ready === 'False' && (status === 'Failed' || stringAt(asJson(root), ['status', 'phase']) === 'Failed');
}
