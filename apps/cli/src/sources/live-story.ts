// The story of a root of the cluster: from the local history, the controller's read API, or reconstructed from what the cluster still shows.

import { connect, findLiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { UnsupportedError } from '../errors.ts';
import type { RootStory } from './root-story.ts';

/** @throws NotFoundError where the root is not there and no source remembers it */
export async function findLiveStory(invocation: Invocation): Promise<RootStory> {
  const cluster = await connect(invocation);
  try {
    const target = await findLiveTarget(invocation.args, cluster);
    throw new UnsupportedError(`${target.resource.kind}/${target.name}`);
  } finally {
    cluster.close();
  }
}
