// The story of a root in the local history alone: with --source local, and while the API server does not answer.

import type { ClusterConnection } from '@rectrace/cluster';
import type { HistoryReader, LastWriter } from '@rectrace/history';
import type { ObjectRef } from '@rectrace/kube';
import { formatRef, parseTarget } from '@rectrace/kube';
import type { LiveTarget } from '../cluster-access.ts';
import { connect, findLiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { AmbiguousError, NotFoundError, UsageError } from '../errors.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { failureOf } from '../failure.ts';
import { kindsNamed } from '../kind-names.ts';
import { historiesAt } from '../live/remembered-clusters.ts';
import { rulesJudge } from '../state-expression.ts';
import { localStory } from './local-story.ts';
import { readHistoryFile } from './read-local-history.ts';
import { targetOf } from './recorder-setup.ts';
import { recordingOptions } from './recording-options.ts';
import type { RootStory } from './root-story.ts';
import { sourceOf } from './story-source.ts';

/**
 * The target as the server knows it; undefined where the server does not answer and a local history can, which is said.
 * @throws as findLiveTarget
 */
export async function targetUnlessUnreachable(invocation: Invocation, cluster: ClusterConnection): Promise<LiveTarget | undefined> {
  try {
    return await findLiveTarget(invocation.args, cluster);
  } catch (error) {
    const { line, exitCode } = failureOf(error);
    const { surroundings, flags, screen } = invocation;
    if (exitCode !== EXIT_CODES.unreachable || sourceOf(flags) !== undefined) throw error;
    if (historiesAt(surroundings.env, cluster.server).length !== 1) throw error;
    screen.warn(`${line}; the local history answers`);
    return undefined;
  }
}

/** @throws NotFoundError where no local history of the cluster knows it; AmbiguousError */
export async function offlineStory(invocation: Invocation): Promise<RootStory> {
  const { rules, redact, judge } = recordingOptions(invocation);
  const now = invocation.surroundings.clock.now();
  return readOffline(invocation, ({ reader, writer, named }) => {
    const refs = reader.roots().flatMap(({ ref }) => ref ?? []);
    const ref = only(named(refs), { invocation, refs });
    const target = targetOf(ref, judge ?? rulesJudge(rules, ref));
    return localStory(target, reader, { rules, redact, judge, now, writer });
  });
}

/** named: which of the objects the user named. */
export type OfflineHistory = {
  readonly reader: HistoryReader;
  readonly writer: LastWriter | undefined;
  named(refs: readonly ObjectRef[]): readonly ObjectRef[];
};

/** @throws NotFoundError where there is no local history of the cluster, or it does not know the object; AmbiguousError, UsageError */
export async function readOffline<T>(invocation: Invocation, read: (history: OfflineHistory) => T | undefined): Promise<T> {
  const cluster = await connect(invocation);
  cluster.close();
  const target = parseTarget(invocation.args);
  if (target.kind === 'malformed') throw new UsageError(target.message);
  const namespace = target.namespace ?? cluster.defaultNamespace;
  const named = (refs: readonly ObjectRef[]): readonly ObjectRef[] =>
    kindsNamed(target.word, refs).filter((ref) => ref.name === target.name && (ref.namespace === '' || ref.namespace === namespace));
  const file = historyAt(invocation, cluster.server);
  const found = await readHistoryFile(
    invocation,
    () => file,
    (reader, writer) => read({ reader, writer, named }),
  );
  if (found !== undefined) return found;
  throw new NotFoundError(`the local history does not know ${invocation.args.join(' ')} in namespace ${namespace}`);
}

function historyAt({ surroundings }: Invocation, server: string): string {
  const [file, ...more] = historiesAt(surroundings.env, server);
  if (file === undefined)
    throw new NotFoundError(`there is no local history of the cluster at ${server}`, { hint: 'rectrace watch and record keep one' });
  if (more.length > 0)
    throw new AmbiguousError(`${more.length + 1} local histories are of clusters at ${server}`, {
      hint: 'they can be told apart when the server answers',
    });
  return file;
}

function only(
  found: readonly ObjectRef[],
  { invocation, refs }: { readonly invocation: Invocation; readonly refs: readonly ObjectRef[] },
): ObjectRef {
  const [first] = found;
  const wanted = invocation.args.join(' ');
  if (first === undefined)
    throw new NotFoundError(`the local history does not know ${wanted}`, {
      hint: `it knows ${[...new Set(refs.map((ref) => formatRef(ref)))].sort().join(', ') || 'nothing'}`,
    });
  const others = found.filter((ref) => ref.kind !== first.kind || ref.group !== first.group);
  if (others.length > 0) throw new AmbiguousError(`${wanted} may be ${[first, ...others].map((ref) => formatRef(ref)).join(' or ')}`);
  return first;
}
