// The story of a root of the cluster: from the local history, the controller's read API, or reconstructed from what the cluster still shows.

import type { ClusterConnection } from '@rectrace/cluster';
import type { ObjectStates, RootTarget } from '@rectrace/trace';
import { objectStates } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';
import { connect, findLiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { isEventful } from '../lived-change.ts';
import type { StateJudge } from '../state-expression.ts';
import { rulesJudge } from '../state-expression.ts';
import { askInOrder } from './ask-in-order.ts';
import { controllerStory } from './controller-story.ts';
import { localStory } from './local-story.ts';
import { readLocalHistory } from './read-local-history.ts';
import { reconstructedStory } from './reconstructed-story.ts';
import { targetOf } from './recorder-setup.ts';
import { recordingOptions } from './recording-options.ts';
import type { RootStory } from './root-story.ts';

/** @throws NotFoundError where the root is not there and no source remembers it */
export async function findLiveStory(invocation: Invocation): Promise<RootStory> {
  const cluster = await connect(invocation);
  try {
    const target = await findLiveTarget(invocation.args, cluster);
    return await askInOrder<RootStory>({
      recorded: [
        () => rememberedStory(invocation, { cluster, target }),
        () => controllerStory(invocation, { cluster, target: rootOf(target), states: statesOf(invocation) }),
      ],
      last: () => reconstructedStory(invocation, { cluster, target }),
      happened: ({ cycles, changes }) => cycles.length > 0 || isEventful(changes),
    });
  } finally {
    cluster.close();
  }
}

function statesOf(invocation: Invocation): ObjectStates {
  return objectStates(recordingOptions(invocation).rules);
}

async function rememberedStory(
  invocation: Invocation,
  { cluster, target }: { readonly cluster: ClusterConnection; readonly target: LiveTarget },
): Promise<RootStory | undefined> {
  const { rules, redact, judge } = recordingOptions(invocation);
  const now = invocation.surroundings.clock.now();
  return readLocalHistory(invocation, cluster, (reader, writer) =>
    localStory(rootOf(target, judge ?? rulesJudge(rules, target.resource)), reader, { rules, redact, now, writer }),
  );
}

function rootOf({ resource, namespace, name }: LiveTarget, judge?: StateJudge): RootTarget {
  return targetOf({ group: resource.group, kind: resource.kind, namespace, name }, judge);
}
