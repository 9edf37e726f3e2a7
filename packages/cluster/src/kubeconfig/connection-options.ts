// What a user can say about the way to a cluster, by flags and environment.

import type { SteadyClock } from '@rectrace/kube';
import type { RateLimit } from '../transport/token-bucket.ts';

export type Environment = { readonly [name: string]: string | undefined };

/** --as, --as-group (repeatable), --as-uid. */
export type Impersonation = { readonly user?: string; readonly groups?: readonly string[]; readonly uid?: string };

export type ConnectionOptions = {
  /** --kubeconfig: one file, which must exist. Absent: KUBECONFIG, then ~/.kube/config, then the pod's service account. */
  readonly kubeconfig?: string;
  readonly context?: string;
  /** -n */
  readonly namespace?: string;
  readonly impersonate?: Impersonation;
  /** --request-timeout in milliseconds for everything but watches; 0 = unbounded. Default 30 s. */
  readonly requestTimeoutMs?: number;
  /** -v: 6 to 9 write to `log`. */
  readonly verbosity?: number;
  readonly log?: (line: string) => void;
  readonly rateLimit?: RateLimit;
  /** How a consistent list is read: in pages (default), or as one stream where the server can do that. */
  readonly lists?: 'paged' | 'streamed';
  /** Program and version for the User-Agent: 'rectrace/0.1.0'. */
  readonly userAgent?: string;
  readonly env: Environment;
  readonly clock: SteadyClock;
  random(): number;
  /** Where a pod finds its service account; tests put it elsewhere. */
  readonly serviceAccountFolder?: string;
};
