// The classes of faults a proxy can do, each as one strike: what, for how long, and how many writes happen meanwhile.

import { setTimeout as sleep } from 'node:timers/promises';

/** The part of a fault proxy that strikes need; stats: how often each kind of fault has struck. */
export type StrikingProxy = {
  fault(fault: ProxyFault): void;
  clear(): void;
  stats(): { readonly faults: Readonly<Record<string, number>> };
};

type ProxiedRequest = { readonly method: string; readonly path: string; readonly watch: boolean };
type Scope = { readonly match?: (request: ProxiedRequest) => boolean; readonly count?: number; readonly durationMs?: number };
export type ProxyFault = Scope &
  (
    | { readonly kind: 'reset' | 'half-open' | 'close' }
    | { readonly kind: 'delay'; readonly delayMs: number }
    | { readonly kind: 'truncate'; readonly ending?: 'clean' | 'reset' }
    | { readonly kind: 'status'; readonly code: number; readonly retryAfterSeconds?: number }
    | { readonly kind: 'watch-error'; readonly code: number }
    | { readonly kind: 'garbage'; readonly where?: 'body' | 'http' }
    | { readonly kind: 'replay'; readonly lines: number }
  );

export type FaultClass = { readonly title: string; strike(proxy: StrikingProxy, more: (writes: number) => Promise<void>): Promise<void> };

const WATCHES = (request: ProxiedRequest): boolean => request.watch;
/** Writes in each fault's window. */
const WINDOW_WRITES = 10;

type Strike = FaultClass['strike'];

/** Begins something, waits for ten writes and until it has struck, for there may be nothing to strike for a while, and ends it. */
function striking(begin: (proxy: StrikingProxy) => void, lastMs = 0): Strike {
  return async (proxy, more) => {
    const before = timesStruck(proxy);
    begin(proxy);
    await more(WINDOW_WRITES);
    while (timesStruck(proxy) === before) await more(1);
    await sleep(lastMs);
    proxy.clear();
  };
}

function timesStruck(proxy: StrikingProxy): number {
  return Object.values(proxy.stats().faults).reduce((sum, times) => sum + times, 0);
}

/** For a fault that lasts: on, ten writes, off. */
function lasting(title: string, ...faults: readonly ProxyFault[]): FaultClass {
  const begin = (proxy: StrikingProxy): void => {
    for (const fault of faults) proxy.fault(fault);
  };
  return { title, strike: striking(begin) };
}

/** For a fault without duration: once, and ten writes until the reflector has recovered. */
function momentary(title: string, fault: ProxyFault, lastMs = 0): FaultClass {
  return { title, strike: striking((proxy) => proxy.fault({ ...fault, count: 1 }), lastMs) };
}

/** The running watch is cut, and everything that follows is answered with a status for a while. */
function refusing(title: string, fault: ProxyFault & { readonly kind: 'status' }): FaultClass {
  return lasting(title, { kind: 'reset', match: WATCHES, count: 1 }, fault);
}

export const FAULT_CLASSES: readonly FaultClass[] = [
  momentary('cut', { kind: 'reset', match: WATCHES }),
  lasting('cut-all', { kind: 'reset' }),
  lasting('delay', { kind: 'delay', delayMs: 300 }),
  momentary('half-open', { kind: 'half-open', match: WATCHES }, 200),
  momentary('truncate-clean', { kind: 'truncate', ending: 'clean', match: WATCHES }),
  momentary('truncate-reset', { kind: 'truncate', ending: 'reset', match: WATCHES }),
  lasting('truncate-all', { kind: 'truncate', ending: 'clean' }),
  refusing('status-410-watches', { kind: 'status', code: 410, match: WATCHES }),
  momentary('error-event-410', { kind: 'watch-error', code: 410, match: WATCHES }),
  lasting('error-events-500', { kind: 'watch-error', code: 500, match: WATCHES }),
  refusing('status-429', { kind: 'status', code: 429, retryAfterSeconds: 1 }),
  refusing('status-500', { kind: 'status', code: 500 }),
  refusing('status-504', { kind: 'status', code: 504 }),
  momentary('garbage-line', { kind: 'garbage', where: 'body', match: WATCHES }),
  lasting('garbage-bodies', { kind: 'reset', match: WATCHES, count: 1 }, { kind: 'garbage', where: 'body' }),
  lasting('garbage-http', { kind: 'garbage', where: 'http' }),
  momentary('replay', { kind: 'replay', lines: 20, match: WATCHES }),
  lasting('close-at-once', { kind: 'close', match: WATCHES }),
];
