// A whole virtual control plane in this process: a store with the objects that every cluster has, and the API over it.
import type { Clock, JsonObject } from '@rectrace/kube';
import { closingDefinitions } from './api/admission/closing-definitions.ts';
import { namespaceLifecycle } from './api/admission/namespace-lifecycle.ts';
import type { Api } from './api/api-request.ts';
import type { ApiOptions } from './api/create-api.ts';
import { createApi } from './api/create-api.ts';
import type { RandomSource } from './api/random-source.ts';
import { seededRandom } from './api/random-source.ts';
import type { InProcessClient } from './in-process-client.ts';
import { inProcessClient } from './in-process-client.ts';
import type { StoreOptions } from './storage/store.ts';
import { Store } from './storage/store.ts';

export type ControlPlaneOptions = {
  readonly clock: Clock;
  /** The same seed gives the same uids and generated names. */
  readonly seed: number;
  readonly storage?: StoreOptions;
} & Pick<ApiOptions, 'authorizer' | 'plugins' | 'serverAddress'>;

export interface ControlPlane {
  readonly api: Api;
  readonly store: Store;
  /** As an administrator. */
  readonly client: InProcessClient;
  /** Another control plane that starts with everything in this one; neither sees what the other does later. */
  fork(seed: number): ControlPlane;
}

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** With the namespaces that every cluster has. */
export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const plane = planeOver(new Store(options.storage), options, seededRandom(options.seed));
  for (const name of NAMESPACES) {
    const { status, body } = await plane.client.request({ method: 'POST', path: '/api/v1/namespaces', body: namespace(name) });
    if (status !== 201) throw new RangeError(`namespace ${name} could not be created: ${String(body['message'])}`);
  }
  return plane;
}

function namespace(name: string): JsonObject {
  return { metadata: { name } };
}

function planeOver(store: Store, options: ControlPlaneOptions, random: RandomSource): ControlPlane {
  const { seed: _seed, storage: _storage, plugins, ...rest } = options;
  const api = createApi({ ...rest, store, random, plugins: [closingDefinitions, namespaceLifecycle, ...(plugins ?? [])] });
  return {
    api,
    store,
    client: inProcessClient(api),
    fork: (seed) => planeOver(store.fork(), options, seededRandom(seed)),
  };
}
