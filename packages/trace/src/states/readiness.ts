// Is an object ready, and if not, why: what a tree shows of each node.

import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, integerAt, valueAt } from '@rectrace/kube';
import { kindOf } from '../rules/rule-index.ts';
import type { ObjectStates } from './object-states.ts';
import { ownReadinessOf } from './own-readiness.ts';
import { wantedReplicas } from './replica-counters.ts';
import type { Standstill } from './standstill.ts';
import { standstillOf } from './standstill.ts';
import type { Readiness } from './told-readiness.ts';
import { reasonText, saysLittle } from './told-readiness.ts';

/** What its status says of it. Where nobody acts on what is asked of the object, that comes first, and what the status says of the time before behind it. */
export function readinessOf(object: KubeObject, states: ObjectStates): Readiness {
  const own = ownReadinessOf(object, states);
  const standstill = standstillOf(object);
  if (standstill === undefined) return own;
  return standstill.reason === 'NotObserved' ? unobserved(own, standstill) : switchedOff(own, standstill, notUpdated(object, states));
}

function unobserved({ since: _since, ...own }: Readiness, { reason, message }: Standstill): Readiness {
  return { ...own, ready: 'False', reason, message: joined(message, troubleOf(own)) };
}

/** It stays as ready as it is, but for what waits for the switch: an update, or a generation. */
function switchedOff(own: Readiness, standstill: Standstill, waiting: string): Readiness {
  const { reason, message, behind = false } = standstill;
  const ready = waiting !== '' || behind ? 'False' : own.ready;
  return { ...own, ready, reason, message: joined(message, besideSwitch(own, standstill) ?? waiting) };
}

/** undefined where its status has nothing to add. */
function besideSwitch(own: Readiness, { reason, behind = false }: Standstill): string | undefined {
  if (own.ready === 'True' || own.status === reason) return undefined;
  if (!saysLittle(own)) return troubleOf(own);
  return behind ? '' : own.message;
}

/** Reasons of what is simply under way. */
const UNTROUBLED: ReadonlySet<string> = new Set(['', 'Progressing', 'Running']);

/** What a status names that nobody has brought up to date; '' where it names nothing. */
function troubleOf(own: Omit<Readiness, 'since'>): string {
  const named = !UNTROUBLED.has(own.reason) && (!saysLittle(own) || own.message !== '');
  return own.ready !== 'True' && named ? `its status still says ${reasonText(own)}` : '';
}

function joined(first: string, second: string): string {
  return second === '' ? first : `${first}; ${second}`;
}

/** 'updatedReplicas 1 of 3' of a workload that is not on its newest template; '' for all others. An awaited kind without the counter has none there. */
function notUpdated(source: KubeObject, states: ObjectStates): string {
  const object = asJson(source);
  if (!hasReplicas(object)) return '';
  const wanted = wantedReplicas(object);
  const updated = integerAt(object, ['status', 'updatedReplicas']) ?? (states.isAwaited(kindOf(source)) ? 0 : wanted);
  return updated < wanted ? `updatedReplicas ${updated} of ${wanted}` : '';
}

function hasReplicas(object: Json): boolean {
  return integerAt(object, ['spec', 'replicas']) !== undefined && valueAt(object, ['spec', 'template']) !== undefined;
}
