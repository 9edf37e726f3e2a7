// From what a user types to a resource: 'po', 'Pod', 'deployments.apps', 'deploy.v1.apps', 'cluster.apps.kubeblocks.io'. No guessing between groups, but core wins.

import type { ApiResource } from '@rectrace/kube';
import { editDistance, isInGroup, parseGroupKind, readKindWord } from '@rectrace/kube';
import type { ServedResources } from './served-resources.ts';
import { preferredResources } from './served-resources.ts';

export type FoundResource =
  | { readonly kind: 'found'; readonly resource: ApiResource }
  /** candidates: 'plural.group' each, sorted. */
  | { readonly kind: 'ambiguous'; readonly text: string; readonly candidates: readonly string[]; readonly message: string }
  /** message: one line, with the groups that could not be read and similar names. */
  | { readonly kind: 'unknown'; readonly text: string; readonly message: string };

const TIERS: readonly ((resource: ApiResource, name: string) => boolean)[] = [
  (resource, name) => resource.resource === name,
  (resource, name) => resource.singular === name && name !== '',
  (resource, name) => resource.kind.toLowerCase() === name,
  (resource, name) => resource.shortNames.includes(name),
];

/** Matches plural, then singular, kind and short name; within one tier the core group wins, else several groups are ambiguous. */
export function findResource(served: ServedResources, text: string): FoundResource {
  const preferred = preferredResources(served);
  for (const name of readKindWord(text)) {
    const pool = name.version === undefined ? preferred : served.resources.filter((resource) => resource.version === name.version);
    for (const matches of TIERS) {
      const hits = pool.filter((resource) => matches(resource, name.name) && isInGroup(resource.group, name.group));
      const chosen = choose(hits, text);
      if (chosen !== undefined) return chosen;
    }
  }
  return { kind: 'unknown', text, message: unknownMessage(served, text) };
}

function choose(hits: readonly ApiResource[], text: string): FoundResource | undefined {
  const [first] = hits;
  if (first === undefined) return undefined;
  const core = hits.find((resource) => resource.group === '');
  if (core !== undefined || hits.length === 1) return { kind: 'found', resource: core ?? first };
  const candidates = hits.map(({ resource, group }) => `${resource}.${group}`).sort();
  return { kind: 'ambiguous', text, candidates, message: `${text} is ambiguous: ${candidates.join(', ')}; name one of them` };
}

function unknownMessage({ resources, unread }: ServedResources, text: string): string {
  const wanted = parseGroupKind(text.toLowerCase()).kind;
  const names = resources.flatMap((resource) => [resource.resource, resource.singular]).filter((name) => isSimilar(name, wanted));
  const short = resources.flatMap(({ shortNames }) => shortNames).filter((name) => isMistyped(name, wanted));
  const similar = [...new Set([...names, ...short])].sort().slice(0, 3);
  const hint = similar.length === 0 ? '' : `; did you mean ${similar.join(' or ')}?`;
  const missing = unread.map(({ group, version }) => `${group}/${version}`).sort();
  const holes = missing.length === 0 ? '' : `; these groups could not be read: ${missing.join(', ')}`;
  return `the server does not have a resource type ${text}${hint}${holes}`;
}

function isSimilar(name: string, wanted: string): boolean {
  if (wanted.length < 3) return false;
  return name.startsWith(wanted) || wanted.startsWith(name) || editDistance(name, wanted) <= 2;
}

/** A short name is similar to nearly everything: half of its letters have to be right. */
function isMistyped(name: string, wanted: string): boolean {
  return editDistance(name, wanted) <= Math.min(2, name.length / 2 - 1);
}
