// A whole virtual control plane in this process: a store with the objects that every API server makes, and the API over it.
import type { Clock } from '@rectrace/kube';
import type { Api } from './api/api-request.ts';
import type { ApiOptions } from './api/create-api.ts';
import { apiOver, createEnvironment } from './api/create-api.ts';
import { keepDefinitions } from './api/custom/definition-keeper.ts';
import type { Environment } from './api/environment.ts';
import type { RandomSource } from './api/random-source.ts';
import { seededRandom } from './api/random-source.ts';
import type { ClusterFacts } from './bootstrap/cluster-facts.ts';
import { DEFAULT_FACTS } from './bootstrap/cluster-facts.ts';
import { createFirstObjects } from './bootstrap/create-first-objects.ts';
import { createNamespaces } from './bootstrap/create-namespaces.ts';
import type { Contents } from './contents/contents.ts';
import { missingNamespaces } from './contents/missing-namespaces.ts';
import { PlacedContents } from './contents/placed-contents.ts';
import { serviceRangeOf } from './contents/service-range.ts';
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
  /** Objects that it starts with. */
  readonly contents?: Contents;
} & Pick<
  ApiOptions,
  'authorizer' | 'disabledPlugins' | 'openApi' | 'plugins' | 'serverAddress' | 'staticTokens' | 'tokenAuthority' | 'webhookCaller'
>;

export interface ControlPlane {
  readonly api: Api;
  readonly store: Store;
  /** As an administrator. */
  readonly client: InProcessClient;
  /** Another control plane that starts with everything in this one; neither sees what the other does later. */
  fork(seed: number): ControlPlane;
}

/** With everything that an API server makes at its start, as far as the contents do not hold it. @throws ContentRefused */
export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { clock, seed, contents = { objects: [] } } = options;
  const environment = environmentOver(new Store(options.storage), options, seededRandom(seed));
  const plane = planeOver(environment, options);
  const facts = { ...DEFAULT_FACTS, ...options.facts };
  const placed = new PlacedContents(environment, contents);
  await placed.placeGround();
  const serviceRange = serviceRangeOf(contents.objects, facts.serviceRange);
  await createFirstObjects(plane.client, { clock, facts: { ...facts, serviceRange }, isHeld: placed.holder() });
  await createNamespaces(plane.client, missingNamespaces(contents.objects));
  await placed.placeRest();
  keepDefinitions(environment);
  return plane;
}

function environmentOver(store: Store, options: ControlPlaneOptions, random: RandomSource): Environment {
  const { seed: _seed, storage: _storage, facts: _facts, contents: _contents, ...rest } = options;
  return createEnvironment({ ...rest, store, random });
}

function planeOver(environment: Environment, options: ControlPlaneOptions): ControlPlane {
  const api = apiOver(environment);
  const { store } = environment;
  return {
    api,
    store,
    client: inProcessClient(api),
    fork: (seed) => {
      const forked = environmentOver(store.fork(), options, seededRandom(seed));
      keepDefinitions(forked);
      return planeOver(forked, options);
    },
  };
}
