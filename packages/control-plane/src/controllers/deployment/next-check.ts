// When to look at a rollout again that shows no progress, so that its deadline is noticed. (pkg/controller/deployment/progress.go, 1.35.)
import type { Deployment } from '../kinds/deployment.ts';
import type { Again } from '../runtime/controller.ts';
import { conditionOf } from '../workloads/conditions.ts';
import { deadlineMs, isComplete, lastUpdate, PROGRESSING, TIMED_OUT_REASON } from './status.ts';

const SECOND_MS = 1_000;

/** Undefined where no deadline is ahead. now: milliseconds since the epoch. */
export function nextCheck(deployment: Deployment, now: number): Again | undefined {
  const { status = {} } = deployment;
  const current = conditionOf(status.conditions, PROGRESSING);
  const deadline = deadlineMs(deployment);
  if (deadline === undefined || current === undefined) return undefined;
  if (isComplete(deployment, status) || current.reason === TIMED_OUT_REASON) return undefined;
  const left = lastUpdate(current) + deadline - now;
  return { afterMs: Math.max(0, left) + SECOND_MS, purpose: 'progress' };
}
