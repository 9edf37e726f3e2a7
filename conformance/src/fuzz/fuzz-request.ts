// A request that a fuzzed server is asked, as bytes or as what becomes bytes.

/** What the request is meant to trouble. */
export type Area = 'bodies' | 'patches' | 'rules' | 'large' | 'paths' | 'queries' | 'headers' | 'broken' | 'upgrades' | 'http2';

/** A request whose HTTP is sound, whatever it says. */
export type SoundRequest = {
  readonly kind: 'sound';
  readonly area: Area;
  readonly method: string;
  /** Path and query as they stand on the wire, as latin1. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** Whether the administrator asks. Default true. */
  readonly asAdmin?: boolean;
  /** The only status that is right. */
  readonly status?: number;
};

/** Bytes that need not be HTTP. The server may also end the connection. */
export type BrokenRequest = { readonly kind: 'broken'; readonly area: Area; readonly bytes: Buffer };

/** Asks to go on in another protocol, in which nothing that follows need make sense. */
export type UpgradeRequest = Omit<SoundRequest, 'kind' | 'body'> & { readonly kind: 'upgrade'; readonly frames: readonly Buffer[] };

/** HTTP/2: requests on one connection, some of which are reset. */
export type StreamsRequest = {
  readonly kind: 'streams';
  readonly area: Area;
  readonly streams: readonly {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: Buffer;
    /** Code of the reset that follows at once; undefined: the answer is waited for. */
    readonly reset?: number;
  }[];
};

/** HTTP/2 whose frames need not be sound. */
export type FramesRequest = { readonly kind: 'frames'; readonly area: Area; readonly bytes: Buffer };

export type FuzzRequest = SoundRequest | BrokenRequest | UpgradeRequest | StreamsRequest | FramesRequest;

/** What a request may be about. */
export type Ground = {
  /** Made for this part of the run. */
  readonly namespace: string;
  /** Of the administrator. */
  readonly token: string;
};

const SHOWN = 300;

/** One line, for people. */
export function shownRequest(request: FuzzRequest): string {
  switch (request.kind) {
    case 'broken':
    case 'frames':
      return `${request.area}: ${shownBytes(request.bytes)}`;
    case 'streams':
      return `${request.area}: ${request.streams.map(({ method, target, reset }) => `${method} ${target}${reset === undefined ? '' : ` reset ${reset}`}`).join('; ')}`;
    case 'upgrade':
      return `${request.area}: ${head(request)}`;
    case 'sound':
      return `${request.area}: ${head(request)} ${shownBytes(request.body)}`;
  }
}

function head({ method, target, headers }: Pick<SoundRequest, 'method' | 'target' | 'headers'>): string {
  const shown = headers.filter(([name]) => name.toLowerCase() !== 'authorization').map(([name, value]) => `${name}: ${value}`);
  return JSON.stringify(`${method} ${target} ${shown.join(', ')}`).slice(0, SHOWN);
}

function shownBytes(bytes: Buffer): string {
  return `${bytes.length} bytes ${JSON.stringify(bytes.toString('latin1', 0, SHOWN))}`;
}
