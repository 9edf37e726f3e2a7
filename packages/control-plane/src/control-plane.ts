// A whole virtual control plane in this process: a store with the objects that every API server makes, and the API over it.
import type { Clock } from '@rectrace/kube';
import type { Api } from './api/api-request.ts';
import type { ApiOptions } from './api/create-api.ts';
import { createApi } from './api/create-api.ts';
import type { RandomSource } from './api/random-source.ts';
import { seededRandom } from './api/random-source.ts';
import type { ClusterFacts } from './bootstrap/cluster-facts.ts';
import { DEFAULT_FACTS } from './bootstrap/cluster-facts.ts';
import { createFirstObjects } from './bootstrap/create-first-objects.ts';
import type { InProcessClient } from './in-process-client.ts';
import { inProcessClient } from './in-process-client.ts';
import type { StoreOptions } from './storage/store.ts';
import { Store } from './storage/store.ts';

export type ControlPlaneOptions = {
  readonly clock: Clock;
  /** The same seed gives the same uids and generated names. */
  readonly seed: number;
  readonly storage?: StoreOptions;
  readonly facts?: Partial<ClusterFacts>;
} & Pick<ApiOptions, 'authorizer' | 'disabledPlugins' | 'openApi' | 'plugins' | 'serverAddress' | 'staticTokens' | 'tokenAuthority'>;

export interface ControlPlane {
  readonly api: Api;
  readonly store: Store;
  /** As an administrator. */
  readonly client: InProcessClient;
  /** Another control plane that starts with everything in this one; neither sees what the other does later. */
  fork(seed: number): ControlPlane;
}

/** With everything that an API server makes at its start. */
export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const plane = planeOver(new Store(options.storage), options, seededRandom(options.seed));
  await createFirstObjects(plane.client, options.clock, { ...DEFAULT_FACTS, ...options.facts });
  return plane;
}

function planeOver(store: Store, options: ControlPlaneOptions, random: RandomSource): ControlPlane {
  const { seed: _seed, storage: _storage, facts: _facts, ...rest } = options;
  const api = createApi({ ...rest, store, random });
  return {
    api,
    store,
    client: inProcessClient(api),
    fork: (seed) => planeOver(store.fork(), options, seededRandom(seed)),
  };
}
