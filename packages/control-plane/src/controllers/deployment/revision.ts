// Revisions of a Deployment, kept in annotations of its ReplicaSets and of itself. (pkg/controller/deployment/util, 1.35.)
import type { Deployment } from '../kinds/deployment.ts';
import type { ReplicaSet } from '../kinds/replica-set.ts';
import { DESIRED_REPLICAS, MAX_REPLICAS, maxSurge } from './rollout.ts';

type Annotations = Readonly<Record<string, string>>;

export const REVISION = 'deployment.kubernetes.io/revision';
const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';
const HISTORY_LETTERS = 2_000;

/** What a ReplicaSet does not take over from its Deployment. */
const OWN: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  REVISION_HISTORY,
  DESIRED_REPLICAS,
  MAX_REPLICAS,
  'deprecated.deployment.rollback.to',
]);

/** One more than the newest of the old ones. */
export function nextRevision(old: readonly ReplicaSet[]): number {
  return Math.max(0, ...old.map(revisionOf)) + 1;
}

/** 0 where it has none or one that is no number. */
export function revisionOf({ metadata }: ReplicaSet): number {
  return integerOf(metadata.annotations?.[REVISION]) ?? 0;
}

/** Annotations of a ReplicaSet that is to be made. */
export function firstAnnotations(deployment: Deployment, revision: number): Annotations {
  return { ...takenOver(deployment), [REVISION]: String(revision), ...replicasAnnotations(deployment) };
}

/** Annotations of the newest ReplicaSet as they should be: those of the Deployment, and its revision, which never falls. */
export function annotationsOf(deployment: Deployment, { metadata }: ReplicaSet, revision: number): Annotations {
  const known = { ...metadata.annotations, ...takenOver(deployment) };
  const text = metadata.annotations?.[REVISION];
  const before = text === undefined || text === '' ? 0 : integerOf(text);
  if (before === undefined || before >= revision) return known;
  const history = text === undefined ? {} : { [REVISION_HISTORY]: longerHistory(known[REVISION_HISTORY] ?? '', text) };
  return { ...known, ...history, [REVISION]: String(revision) };
}

/** By these a ReplicaSet shows that the wanted size has changed since. */
export function replicasAnnotations(deployment: Deployment): Annotations {
  const { replicas } = deployment.spec;
  return { [DESIRED_REPLICAS]: String(replicas), [MAX_REPLICAS]: String(replicas + maxSurge(deployment)) };
}

function takenOver({ metadata }: Deployment): Annotations {
  return Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => !OWN.has(name)));
}

/** The oldest go where it grows too long. */
function longerHistory(history: string, revision: string): string {
  const revisions = history === '' ? [] : history.split(',');
  while (revisions.length > 0 && [...revisions, revision].join(',').length > HISTORY_LETTERS) revisions.shift();
  return [...revisions, revision].join(',');
}

function integerOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?[0-9]{1,18}$/.test(text) ? Number(text) : undefined;
}
