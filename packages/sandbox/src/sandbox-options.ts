// What a sandbox is made from.

export type SandboxProgram = {
  /** Absolute path of an executable; it stays visible with all in its folder. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Its whole environment beside PATH and what ClusterInside adds: nothing is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where it starts; default `/`. */
  readonly folder?: string;
  /** Further folders that stay visible under /tmp and /run, which are else empty. */
  readonly folders?: readonly string[];
};

/** The one thing outside that can be reached, through one way only. */
export type ReachableApiServer = {
  /** An address, not a name; the same inside and outside. */
  readonly host: string;
  readonly port: number;
};

/** What a pod finds of its cluster. */
export type ClusterInside = {
  /** Ranges of pod and Service addresses: local inside, so that what the program serves there is found and nothing leaves. */
  readonly addressRanges: readonly string[];
  /** Address of the Service `kubernetes`; port 443 leads to the API server, whose certificate has to be valid for it. */
  readonly apiServerService: string;
  /** In the usual files under /var/run/secrets. */
  readonly serviceAccount: { readonly token: string; readonly authority: string; readonly namespace: string };
  /** Addresses of a Service; undefined where there is none. Headless ones may have several or none. */
  readonly addressesOf: (service: { readonly namespace: string; readonly name: string }) => Promise<readonly string[] | undefined>;
};

export type SandboxOptions = {
  readonly program: SandboxProgram;
  readonly apiServer: ReachableApiServer;
  readonly cluster: ClusterInside;
  /** Told of each line that the program prints. */
  readonly onLine?: (line: string) => void;
};
