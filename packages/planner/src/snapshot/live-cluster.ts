// All that the planner knows of a live cluster. There is no way in it to write: whoever predicts cannot change what is predicted.

import type { ServedResources, ServerVersion } from '@rectrace/cluster';
import type { Cancellation, ListWatch } from '@rectrace/kube';

export type LiveCluster = {
  /** 'https://host:port'. */
  readonly server: string;
  readonly version: (signal: Cancellation) => Promise<ServerVersion>;
  readonly served: (signal: Cancellation) => Promise<ServedResources>;
  readonly list: ListWatch['list'];
};
