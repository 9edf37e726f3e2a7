// Whether a root has come to rest, and if not, what of it: the one judgement that every listing, header and document tells.

import type { KubeObject, ObjectRef, Uid } from '@rectrace/kube';
import { asJson, refOf, stringAt } from '@rectrace/kube';
import type { Cycle } from '../cycle.ts';
import type { Verdict } from '../facts.ts';
import type { Condition } from '../states/conditions.ts';
import { conditionOf } from '../states/conditions.ts';
import type { ObjectStates } from '../states/object-states.ts';
import { readinessOf } from '../states/readiness.ts';
import { isBehind, standstillOf } from '../states/standstill.ts';
import type { Readiness } from '../states/told-readiness.ts';
import { reasonText, saysLittle } from '../states/told-readiness.ts';

/**
 * terminal: the root fulfils its expression and has observed its generation, nothing in its tree is under way, and no cycle is open; it says what is
 * paused or suspended. failed: the same, but its end is a failure.
 * member: the root fulfils its expression, and this object of the tree holds it up, with so many more. cycle: what holds it up is not at hand.
 */
export type TerminalState =
  | { readonly kind: 'terminal'; readonly says?: string }
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
  if (verdict.kind !== 'true' || (root !== undefined && isHeldBack(root)))
    return { kind: 'root', says: root === undefined ? verdictText(verdict) : rootReason(root, { verdict, states }) };
  const held = heldUpMembers(members, states);
  const [first] = held;
  if (first !== undefined) return { kind: 'member', ref: refOf(first), says: memberReason(first, states), more: held.length - 1 };
  if (cycle?.state === 'open') return { kind: 'cycle', number: cycle.number };
  return root === undefined ? { kind: 'terminal' } : atRest(root, readinessOf(root, states));
}

/** Of a root that fulfils its expression, with nothing under way below it. */
function atRest(root: KubeObject, readiness: Readiness): TerminalState {
  if (!hasFailed(root, readiness))
    return standstillOf(root) === undefined ? { kind: 'terminal' } : { kind: 'terminal', says: reasonText(readiness) };
  const progressing = conditionOf(asJson(root), 'Progressing');
  if (progressing?.status === 'True')
    return { kind: 'root', says: `phase Failed, but condition Progressing True: ${explanation(progressing)}` };
  const unexplained = saysLittle(readiness) && readiness.message === '';
  return { kind: 'failed', says: unexplained ? 'phase Failed, its status has no reason or message' : reasonText(readiness) };
}

function explanation({ reason, message }: Condition): string {
  return reasonText({ reason, status: 'no reason', message });
}

/** Why a root that has not come to rest has not, in one text: what its own status names, else what of its expression is not as wanted. */
export function rootReason(root: KubeObject, { verdict, states }: Pick<Standing, 'states'> & { readonly verdict: Verdict }): string {
  const readiness = readinessOf(root, states);
  const deleting = root.metadata.deletionTimestamp !== undefined;
  if (verdict.kind === 'error' || verdict.kind === 'absent') return verdict.message;
  const named = deleting || (readiness.ready === 'False' && !saysLittle(readiness));
  return named ? reasonText(readiness) : verdictText(verdict) || reasonText(readiness);
}

function verdictText(verdict: Verdict): string {
  if (verdict.kind === 'true') return '';
  return verdict.kind === 'false' ? (verdict.waitsFor ?? '') : verdict.message;
}

/** Whoever is going, behind its generation or incomplete: first those that nobody acts on, then Pods; owners of others only follow. */
export function heldUpMembers(members: readonly KubeObject[], states: ObjectStates): readonly KubeObject[] {
  const held = members.filter((member) => !states.isInert(member) && (isHeldBack(member) || !states.isComplete(member)));
  const owners = new Set<Uid>(held.flatMap(({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid as Uid)));
  const [still, moving] = split(held, (member) => standstillOf(member) !== undefined);
  const deepest = moving.filter(({ metadata }) => !owners.has((metadata.uid ?? '') as Uid));
  const [pods, others] = split(deepest.length === 0 ? moving : deepest, ({ kind }) => kind === 'Pod');
  return [...still, ...pods, ...others];
}

function split<Item>(items: readonly Item[], test: (item: Item) => boolean): readonly [readonly Item[], readonly Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** Whatever its expression says. */
function isHeldBack(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined || isBehind(asJson(object));
}

/** 'Unschedulable', 'Terminating, waits for finalizer x', 'generation 3 not observed yet'. */
function memberReason(member: KubeObject, states: ObjectStates): string {
  const readiness = readinessOf(member, states);
  if (member.metadata.deletionTimestamp !== undefined)
    return [readiness.status, readiness.message].filter((part) => part !== '').join(', ');
  if (isBehind(asJson(member))) return `generation ${member.metadata.generation} not observed yet`;
  return saysLittle(readiness) && readiness.message !== '' ? readiness.message : readiness.reason || readiness.status || 'not complete';
}

function hasFailed(root: KubeObject, { ready, status }: Readiness): boolean {
  return ready === 'False' && (status === 'Failed' || stringAt(asJson(root), ['status', 'phase']) === 'Failed');
}
