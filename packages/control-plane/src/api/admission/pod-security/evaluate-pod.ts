// Which checks of a level a pod does not pass.
import { BASELINE_CHECKS } from './baseline-checks.ts';
import type { CheckedPod, CheckPod, Finding, PodSecurityCheck } from './pod-check.ts';
import { RESTRICTED_CHECKS } from './restricted-checks.ts';
import type { LevelVersion } from './security-policy.ts';

/** The newest version that a check was changed in. */
const NEWEST = 35;

/** Baseline checks first, each level in the order of the checks' ids. */
export function evaluatePod(pod: CheckedPod, { level, version }: LevelVersion): readonly Finding[] {
  if (level === 'privileged') return [];
  const minor = version === 'latest' ? NEWEST : Math.min(NEWEST, Number(version.slice('v1.'.length)));
  const restricted = level === 'restricted' ? RESTRICTED_CHECKS.filter((check) => inForce(check, minor) !== undefined) : [];
  const overridden = restricted.map(({ overrides }) => overrides);
  const baseline = BASELINE_CHECKS.filter(({ id }) => !overridden.includes(id));
  return [...byId(baseline), ...byId(restricted)].flatMap((check) => inForce(check, minor)?.(pod) ?? []);
}

function inForce({ versions }: PodSecurityCheck, minor: number): CheckPod | undefined {
  return versions.findLast(({ since }) => since <= minor)?.check;
}

function byId(checks: readonly PodSecurityCheck[]): readonly PodSecurityCheck[] {
  return checks.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

/** 'privileged (container "a" must not …), hostPort (…)'. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
}

export function formatReasons(findings: readonly Finding[]): string {
  return findings.map(({ reason }) => reason).join(', ');
}
