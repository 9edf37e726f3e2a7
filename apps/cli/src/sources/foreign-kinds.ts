// Expressions of a user's rules files for kinds that are nowhere to be judged: a mistyped kind would otherwise judge nothing without a word.

import type { ClusterConnection } from '@rectrace/cluster';
import { formatGroupKind, nearestName, parseGroupKind } from '@rectrace/kube';
import type { OwnershipRules } from '@rectrace/trace';
import type { Invocation } from '../command-definition.ts';

const ANY = '*';

/** One line for each, sorted by kind. kinds: those that are there, as formatGroupKind writes them. where: what does not have it. */
export function foreignKinds(rules: OwnershipRules, kinds: ReadonlySet<string>, where: string): readonly string[] {
  const known = [...kinds].sort();
  return Object.keys(rules.expressions)
    .sort()
    .flatMap((kind) => {
      const expression = rules.expressions[kind];
      if (expression === undefined || expression.builtIn || kind === ANY || kinds.has(kind)) return [];
      const near = similarKind(kind, known);
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      return [`${expression.file}:${expression.line}: expressions.${kind}: ${where} does not have this kind${hint}`];
    });
}

/** Warns of those that the cluster does not serve. Groups that could not be read may serve any of theirs. */
export async function warnOfForeignKinds(
  { screen }: Pick<Invocation, 'screen'>,
  { cluster, rules }: { readonly cluster: Pick<ClusterConnection, 'discovery'>; readonly rules: OwnershipRules },
): Promise<void> {
  if (Object.values(rules.expressions).every(({ builtIn }) => builtIn)) return;
  const { resources, unread } = await cluster.discovery.served();
  if (unread.length > 0) return;
  for (const line of foreignKinds(rules, new Set(resources.map(formatGroupKind)), 'the cluster')) screen.warn(line);
}

/** The same kind of another group first, then a name that is nearly the same. */
function similarKind(kind: string, known: readonly string[]): string | undefined {
  const bare = (text: string): string => parseGroupKind(text).kind.toLowerCase();
  const near = nearestName(bare(kind), known.map(bare));
  return known.find((other) => bare(other) === bare(kind)) ?? nearestName(kind, known) ?? known.find((other) => bare(other) === near);
}
