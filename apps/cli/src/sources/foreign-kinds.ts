// Expressions of a user's rules files for kinds that are nowhere to be judged: a mistyped kind would otherwise judge nothing without a word.

import type { ClusterConnection } from '@rectrace/cluster';
import { formatGroupKind, nearestName, parseGroupKind } from '@rectrace/kube';
import type { OwnershipRules } from '@rectrace/trace';
import type { Invocation } from '../command-definition.ts';
import type { RecordingScan } from './recording-scan.ts';

const ANY = '*';

/** One line for each, sorted by kind. kinds: those that are there, as formatGroupKind writes them. where: what does not have it. */
function foreignKinds(rules: OwnershipRules, kinds: ReadonlySet<string>, where: string): readonly string[] {
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

type Judged = { readonly cluster: Pick<ClusterConnection, 'discovery'>; readonly rules: OwnershipRules };

/** Those that the cluster does not serve. Groups that could not be read may serve any of theirs. */
export async function kindsNotServed({ cluster, rules }: Judged): Promise<readonly string[]> {
  if (Object.values(rules.expressions).every(({ builtIn }) => builtIn)) return [];
  const { resources, unread } = await cluster.discovery.served();
  return unread.length > 0 ? [] : foreignKinds(rules, new Set(resources.map(formatGroupKind)), 'the cluster');
}

/** Warns of them: every command that judges by rules does. */
export async function warnOfForeignKinds({ screen }: Pick<Invocation, 'screen'>, judged: Judged): Promise<void> {
  for (const line of await kindsNotServed(judged)) screen.warn(line);
}

/** Those that no object of a recording is of. */
export function kindsNotRecorded(rules: OwnershipRules, { objects }: Pick<RecordingScan, 'objects'>): readonly string[] {
  return foreignKinds(rules, new Set(objects.map(({ ref }) => formatGroupKind(ref))), 'the recording');
}

/** The same kind of another group first, then a name that is nearly the same. */
function similarKind(kind: string, known: readonly string[]): string | undefined {
  const bare = (text: string): string => parseGroupKind(text).kind.toLowerCase();
  const near = nearestName(bare(kind), known.map(bare));
  return known.find((other) => bare(other) === bare(kind)) ?? nearestName(kind, known) ?? known.find((other) => bare(other) === near);
}
