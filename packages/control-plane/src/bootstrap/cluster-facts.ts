// What sets one virtual cluster apart from another: its addresses and keys.

export type ClusterFacts = {
  /** Addresses of Services, e.g. '10.96.0.0/12'. */
  readonly serviceRange: string;
  /** Where the API server listens. */
  readonly serverPort: number;
  /** Where clients in the cluster find it, as the endpoints of the Service `kubernetes` say: no loopback address. Absent: they are not made. */
  readonly advertisedAddress?: string;
  /** PEM of the authority of client certificates; absent where nobody comes over HTTPS. */
  readonly clientAuthority?: string;
};

export const DEFAULT_FACTS: ClusterFacts = { serviceRange: '10.96.0.0/12', serverPort: 6443 };
