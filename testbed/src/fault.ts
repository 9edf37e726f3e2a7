// What the fault proxy can do to a client, as data, and the book of what it is doing now.

/** A request as faults see it. */
export interface ProxiedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Whether it asks for a watch. */
  readonly watch: boolean;
}

export type FaultEffect =
  /** Cuts the connection with RST: running exchanges at once, new requests instead of an answer. */
  | { readonly kind: 'reset' }
  /** Every piece of an answer arrives this much later, in order. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** Forwards nothing any more and closes nothing: the exchange stays dead also when the fault is over. New requests are not forwarded. */
  | { readonly kind: 'half-open' }
  /** Ends an answer in the middle of a line (or, where it has only one, of its first piece): properly (default), or by RST. */
  | { readonly kind: 'truncate'; readonly ending?: 'clean' | 'reset' }
  /** Answers new requests with this status and a Status body, without asking the server. */
  | { readonly kind: 'status'; readonly code: number; readonly retryAfterSeconds?: number }
  /** Watches get an ERROR event of this code and end. */
  | { readonly kind: 'watch-error'; readonly code: number }
  /** `body` (default): a line that is not JSON in a running watch, which goes on; a body that is not JSON for a new request. `http`: bytes that are not HTTP, then the end. */
  | { readonly kind: 'garbage'; readonly where?: 'body' | 'http' }
  /** Watches get the last lines again that any watch of the same collection got before, oldest first (JSON watches only). */
  | { readonly kind: 'replay'; readonly lines: number }
  /** Watches end properly at once. */
  | { readonly kind: 'close' };

export type FaultKind = FaultEffect['kind'];

/** Where and for how long. Without `count` and `durationMs` it lasts until clear(). */
export interface FaultScope {
  /** Default: every request. */
  readonly match?: (request: ProxiedRequest) => boolean;
  /** How many exchanges it befalls, running ones first. */
  readonly count?: number;
  readonly durationMs?: number;
}

export type Fault = FaultEffect & FaultScope;

/** A fault that is on. */
export interface ActiveFault {
  readonly fault: Fault;
  /** Aborted when its time is over or it was cleared, not when its count is used up. */
  readonly over: AbortSignal;
}

const WATCH_ONLY: readonly FaultKind[] = ['watch-error', 'replay', 'close'];

/** Keeps the faults that are on and counts how often each kind befell an exchange. */
export class FaultBook {
  readonly #entries = new Map<
    ActiveFault,
    { remaining: number; readonly end: AbortController; readonly timer: NodeJS.Timeout | undefined }
  >();
  readonly #applied = new Map<FaultKind, number>();

  add(fault: Fault): ActiveFault {
    const end = new AbortController();
    const active: ActiveFault = { fault, over: end.signal };
    const timer = fault.durationMs === undefined ? undefined : setTimeout(() => this.#remove(active), fault.durationMs);
    this.#entries.set(active, { remaining: fault.count ?? Number.POSITIVE_INFINITY, end, timer });
    return active;
  }

  /** The first fault that befalls a request, in the order in which they were added. */
  befalling(request: ProxiedRequest): ActiveFault | undefined {
    return [...this.#entries.keys()].find((active) => this.befalls(active, request));
  }

  befalls(active: ActiveFault, request: ProxiedRequest): boolean {
    const { fault } = active;
    const left = this.#entries.get(active)?.remaining ?? 0;
    return left > 0 && (request.watch || !WATCH_ONLY.includes(fault.kind)) && (fault.match?.(request) ?? true);
  }

  /** Notes that a fault befell one exchange. */
  applied(active: ActiveFault): void {
    const { kind } = active.fault;
    this.#applied.set(kind, (this.#applied.get(kind) ?? 0) + 1);
    const entry = this.#entries.get(active);
    if (entry !== undefined) entry.remaining -= 1;
  }

  /** How many exchanges each kind befell so far. */
  counts(): Partial<Record<FaultKind, number>> {
    return Object.fromEntries([...this.#applied].sort(([a], [b]) => a.localeCompare(b)));
  }

  clear(): void {
    for (const active of [...this.#entries.keys()]) this.#remove(active);
  }

  #remove(active: ActiveFault): void {
    const entry = this.#entries.get(active);
    clearTimeout(entry?.timer);
    this.#entries.delete(active);
    entry?.end.abort();
  }
}
