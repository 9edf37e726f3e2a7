// What a program tried to reach outside its sandbox.

export type OutsideAttempts = {
  /** Connections and datagrams that the kernel refused because no way leads there ("network is unreachable"). */
  readonly connections: number;
  /** Host names outside the cluster that were asked for and not found, each once, sorted. */
  readonly names: readonly string[];
};
