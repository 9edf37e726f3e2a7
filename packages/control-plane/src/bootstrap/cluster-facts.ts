// What sets one virtual cluster apart from another: its addresses and keys.

export type ClusterFacts = {
  /** Addresses of Services, e.g. '10.96.0.0/12'. */
  readonly serviceRange: string;
  /** Where the API server listens. */
  readonly serverPort: number;
  /** PEM of the authority of client certificates; absent where nobody comes over HTTPS. */
  readonly clientAuthority?: string;
};

export const DEFAULT_FACTS: ClusterFacts = { serviceRange: '10.96.0.0/12', serverPort: 6443 };
