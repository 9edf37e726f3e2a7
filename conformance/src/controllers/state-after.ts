// Plays a scenario in a namespace of its own, and tells what is there at its end.
import type { Json } from '@rectrace/kube';
import { waitFor } from '@rectrace/testbed';
import { endState } from './end-state.ts';
import type { ClusterUnderTest, Scenario } from './scenario.ts';
import { make } from './scenario.ts';

/** @throws TestbedError where the scenario does not come to its end */
export async function stateAfter(cluster: ClusterUnderTest, { play }: Scenario): Promise<Json> {
  await make(cluster, '/api/v1/namespaces', { metadata: { name: cluster.namespace } });
  const account = { path: `/api/v1/namespaces/${cluster.namespace}/serviceaccounts/default` };
  await waitFor(async () => (await cluster.api.request(account)).status === 200, { timeoutMs: 20_000, what: account.path });
  await play(cluster);
  return endState(cluster);
}
