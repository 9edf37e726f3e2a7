// What an entry asks of a root's cycles: what of the root, and of its members, begins a cycle, asks for more or keeps an end from holding.

import type { ObjectRef } from '@rectrace/kube';
import type { CauseKind } from '../cycle.ts';
import type { RevisionEntry } from '../entry.ts';
import type { Facts } from '../facts.ts';
import type { MemberStep } from '../membership/member-step.ts';
import type { GraphNode } from '../membership/object-graph.ts';
import type { CycleDetail } from './cycle-detail.ts';

export type Trigger = { readonly kind: CauseKind; readonly ref: ObjectRef; readonly detail: CycleDetail };

/** Of a step of the root itself. */
export function rootTrigger(step: MemberStep, rootId: string): Trigger | undefined {
  const { entry, before, after, wasMember } = step;
  if (entry.kind === 'time' || entry.type === 'Restored') return undefined;
  if (entry.kind === 'deletion') return rootDeleted(before);
  if (after === undefined) return undefined;
  if (entry.type === 'Creation') return { kind: 'created', ref: after.facts.ref, detail: { kind: 'created' } };
  if (before === undefined || before.gone || !wasMember) return firstSight(after, rootId);
  return rootUpdated(before.facts, after.facts, { rootId, entry });
}

function rootDeleted(before: GraphNode | undefined): Trigger | undefined {
  if (before === undefined || before.gone || before.facts.deleting) return undefined;
  return { kind: 'deletion', ref: before.facts.ref, detail: { kind: 'deleted' } };
}

function rootUpdated(
  before: Facts,
  after: Facts,
  { rootId, entry }: { readonly rootId: string; readonly entry: RevisionEntry },
): Trigger | undefined {
  const { ref } = after;
  if (after.deleting && !before.deleting) return { kind: 'deletion', ref, detail: { kind: 'deletionAsked' } };
  if (rises(before, after)) return { kind: 'generation', ref, detail: generations(before, after, entry) };
  const left = isTerminal(before, rootId) && !isTerminal(after, rootId);
  return left ? { kind: 'expression', ref, detail: { kind: 'leftTerminal' } } : undefined;
}

function firstSight({ facts }: GraphNode, rootId: string): Trigger | undefined {
  const { ref } = facts;
  if (facts.deleting) return { kind: 'deletion', ref, detail: { kind: 'deleting' } };
  return isTerminal(facts, rootId) ? undefined : { kind: 'inProgress', ref, detail: { kind: 'inProgress' } };
}

/** Of a step of any other member. */
export function memberTrigger(step: MemberStep): Trigger | undefined {
  const facts = step.after?.facts ?? step.before?.facts;
  const detail = facts === undefined || facts.inert ? undefined : memberDetail(step, facts);
  return facts === undefined || detail === undefined ? undefined : { kind: 'unprompted', ref: facts.ref, detail };
}

function memberDetail({ entry, before, wasMember, isMember }: MemberStep, facts: Facts): CycleDetail | undefined {
  const stood = wasMember && before !== undefined && !before.gone;
  if (entry.kind === 'time' || entry.type === 'Restored') return undefined;
  if (entry.kind === 'deletion') return stood ? { kind: 'deleted' } : undefined;
  if (entry.noise || isBaseline(entry) || !isMember) return undefined;
  if (entry.type === 'Creation') return { kind: 'created' };
  return stood ? memberMove(before.facts, facts, entry) : undefined;
}

function memberMove(before: Facts, after: Facts, entry: RevisionEntry): CycleDetail | undefined {
  if (after.deleting && !before.deleting) return { kind: 'deleting' };
  if (rises(before, after)) return generations(before, after, entry);
  return before.complete && !after.complete ? { kind: 'incomplete' } : undefined;
}

export function isTerminal(facts: Facts, rootId: string): boolean {
  return facts.verdicts[rootId]?.kind === 'true';
}

/** What is merely there, or was known before. */
export function isBaseline(entry: RevisionEntry): boolean {
  return entry.type === 'Present' || entry.type === 'Restored';
}

function rises(before: Facts, after: Facts): boolean {
  return before.generation !== undefined && after.generation !== undefined && after.generation > before.generation;
}

function generations({ generation: from }: Facts, { generation: to }: Facts, { fields }: RevisionEntry): CycleDetail {
  return { kind: 'generation', ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), ...fields };
}
