// Runs controllers over a control plane in the same process, in real time, until they are stopped.
import type { Clock } from '@rectrace/kube';
import type { RandomSource } from '../api/random-source.ts';
import { Bell } from '../api/registry/bell.ts';
import type { ControlPlane } from '../control-plane.ts';
import { ControlLoop } from './runtime/control-loop.ts';
import type { Controller } from './runtime/controller.ts';
import type { Resource } from './runtime/resource.ts';
import { StoreFeed } from './runtime/store-feed.ts';

export interface RunningControllers {
  stop(): Promise<void>;
}

export type RunOptions = {
  readonly clock: Clock;
  readonly controllers: readonly Controller[];
  readonly random: RandomSource;
  /** Gives others of the process their turn. */
  readonly nextTurn?: () => Promise<unknown>;
  /** Told of faults of the program. */
  readonly onFault: (error: unknown) => void;
};

/** So many keys before others of the process get their turn. */
const KEYS_AT_ONCE = 100;

export function runControllers({ client, store }: Pick<ControlPlane, 'client' | 'store'>, options: RunOptions): RunningControllers {
  const { clock, controllers, random, nextTurn, onFault } = options;
  const stopping = new AbortController();
  const feedOf = (resources: readonly Resource[]): StoreFeed => new StoreFeed(store, resources);
  const loop = new ControlLoop({ client, clock, controllers, random, feedOf, onFault, ...(nextTurn === undefined ? {} : { nextTurn }) });
  const bell = new Bell();
  loop.onArrival(() => bell.ring());
  const done = untilStopped(loop, { clock, bell, signal: stopping.signal }).catch(onFault);
  return {
    stop: async () => {
      stopping.abort();
      bell.ring();
      await done;
      loop.close();
    },
  };
}

type Running = { readonly clock: Clock; readonly bell: Bell; readonly signal: AbortSignal };

async function untilStopped(loop: ControlLoop, running: Running): Promise<void> {
  const { clock, signal } = running;
  while (!signal.aborted) {
    const looks = await loop.drain(KEYS_AT_ONCE);
    if (looks === KEYS_AT_ONCE) await clock.after(0, { purpose: 'progress' });
    else await somethingToDo(loop, running);
  }
}

/** Until something comes of the server, or the time of a key. */
async function somethingToDo(loop: ControlLoop, { clock, bell, signal }: Running): Promise<void> {
  const due = loop.nextDue();
  const waiting = new AbortController();
  const both = AbortSignal.any([signal, waiting.signal]);
  if (due !== undefined)
    void clock.after(due.at - clock.now(), { signal: both, purpose: due.purpose }).then(() => bell.ring(), ignoreAbort);
  await bell.heard();
  waiting.abort();
}

/** A wait that is given up has nothing to say. */
function ignoreAbort(): void {
  return;
}
