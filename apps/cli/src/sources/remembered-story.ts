// The story of a root in the local history, with what has happened since as far as the cluster still tells.

import type { ClusterConnection } from '@rectrace/cluster';
import type { HistoryReader, LastWriter } from '@rectrace/history';
import type { LiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { ForbiddenError } from '../errors.ts';
import { failureOf } from '../failure.ts';
import { catchUpHistory } from '../live/caught-up-history.ts';
import { rulesJudge } from '../state-expression.ts';
import { caughtUpStory, localStory } from './local-story.ts';
import { targetOf } from './recorder-setup.ts';
import { recordingOptions } from './recording-options.ts';
import type { RootStory } from './root-story.ts';
import { sourceOf } from './story-source.ts';

export type Remembering = {
  readonly cluster: ClusterConnection;
  readonly target: LiveTarget;
  readonly reader: HistoryReader;
  /** Of the history, the last one. */
  readonly writer: LastWriter | undefined;
};

/**
 * undefined where the history knows nothing of the root. A cluster that can not be asked leaves what was recorded, and why is said.
 * @throws ClusterError, ForbiddenError with --source live
 */
export async function rememberedStory(
  invocation: Invocation,
  { cluster, target, reader, writer }: Remembering,
): Promise<RootStory | undefined> {
  const { ClusterError } = await import('@rectrace/cluster');
  const { rules, redact, judge } = recordingOptions(invocation);
  const { resource, namespace, name } = target;
  const wanted = targetOf({ ...resource, namespace, name }, judge ?? rulesJudge(rules, resource));
  const options = { rules, redact, judge, now: invocation.surroundings.clock.now(), writer };
  try {
    return await caughtUpStory(wanted, reader, {
      ...options,
      catchUp: (root) =>
        invocation.progress.during(`reading ${cluster.server}`, () =>
          catchUpHistory(invocation, { cluster, target, root, history: reader, rules }),
        ),
    });
  } catch (error) {
    if (sourceOf(invocation.flags) === 'live' || !(error instanceof ClusterError || error instanceof ForbiddenError)) throw error;
    invocation.screen.warn(`what has happened since it was recorded can not be read: ${failureOf(error).line}`);
    return localStory(wanted, reader, options);
  }
}
