// A whole virtual control plane in this process: a store with the objects that every API server makes, and the API over it.
import type { Clock } from '@rectrace/kube';
import type { Api } from './api/api-request.ts';
import type { ApiOptions, Inherited } from './api/create-api.ts';
import { apiOver, createEnvironment } from './api/create-api.ts';
import { keepDefinitions } from './api/custom/definition-keeper.ts';
import type { Environment } from './api/environment.ts';
import { keepFlowSchemas } from './api/flow-control/keep-flow-schemas.ts';
import { timestamp } from './api/metadata.ts';
import { seededRandom } from './api/random-source.ts';
import type { ClusterFacts } from './bootstrap/cluster-facts.ts';
import { DEFAULT_FACTS } from './bootstrap/cluster-facts.ts';
import { createNamespaces } from './bootstrap/create-namespaces.ts';
import { createOwnObjects } from './bootstrap/create-own-objects.ts';
import { placeFirstObjects } from './bootstrap/place-first-objects.ts';
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
  | 'authorizer'
  | 'disabledPlugins'
  | 'eventTtlMs'
  | 'nextTurn'
  | 'openApi'
  | 'plugins'
  | 'podAnswers'
  | 'serverAddress'
  | 'staticTokens'
  | 'tokenAuthority'
  | 'webhookCaller'
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
  const environment = environmentOver({ store: new Store(options.storage), random: seededRandom(seed) }, options);
  const plane = planeOver(environment, options);
  const facts = { ...DEFAULT_FACTS, ...options.facts };
  const placed = new PlacedContents(environment, contents);
  await placed.placeGround();
  const serviceRange = serviceRangeOf(contents.objects, facts.serviceRange);
  const isHeld = placed.holder();
  placeFirstObjects(plane.store, { random: environment.random, now: timestamp(clock.now()), isHeld });
  await createOwnObjects(plane.client, { clock, facts: { ...facts, serviceRange }, isHeld });
  await createNamespaces(plane.client, missingNamespaces(contents.objects));
  await placed.placeRest();
  keepDefinitions(environment);
  keepFlowSchemas({ ...plane, clock });
  return plane;
}

function environmentOver(given: Pick<ApiOptions, 'store' | 'random'>, options: ControlPlaneOptions, inherited?: Inherited): Environment {
  const { seed: _seed, storage: _storage, facts: _facts, contents: _contents, ...rest } = options;
  return createEnvironment({ ...rest, ...given }, inherited);
}

function planeOver(environment: Environment, options: ControlPlaneOptions): ControlPlane {
  const api = apiOver(environment);
  const { store, builtIns, expiry, files, flows } = environment;
  return {
    api,
    store,
    client: inProcessClient(api),
    fork: (seed) => {
      const inherited = { builtIns, lives: expiry.lives, files, flows };
      const forked = environmentOver({ store: store.fork(), random: seededRandom(seed) }, options, inherited);
      keepDefinitions(forked);
      const plane = planeOver(forked, options);
      keepFlowSchemas({ ...plane, clock: options.clock });
      return plane;
    },
  };
}
