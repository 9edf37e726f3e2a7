// What the parts of the controller are built from.

import type { ClusterConnection, ServedResources } from '@rectrace/cluster';
import type { SteadyClock } from '@rectrace/kube';
import type { LoadedRules } from '@rectrace/trace';
import type { Metrics } from './metrics.ts';
import type { ControllerOptions } from './options.ts';
import type { Surroundings } from './surroundings.ts';

export type ControllerContext = LoadedRules & {
  readonly options: ControllerOptions;
  readonly surroundings: Surroundings;
  readonly clock: SteadyClock;
  readonly connection: ClusterConnection;
  readonly metrics: Metrics;
  /** What the API server serves at the start. */
  readonly served: ServedResources;
};
