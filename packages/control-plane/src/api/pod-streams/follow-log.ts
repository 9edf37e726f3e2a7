// A log told as it comes, until its container ends or nobody listens any more.
import type { Cancellation } from '@rectrace/kube';
import type { Environment } from '../environment.ts';
import { Bell } from '../registry/bell.ts';
import { timePasses } from '../registry/time-passes.ts';
import type { FollowedContainer } from './container-end.ts';
import { ContainerEnd } from './container-end.ts';
import type { MomentLine } from './container-log.ts';
import { tellLog } from './container-log.ts';
import type { LogOptions } from './log-options.ts';

const PODS = 'pods';

export type FollowedLog = FollowedContainer & {
  readonly lines: readonly MomentLine[];
  readonly options: LogOptions;
  readonly signal: Cancellation | undefined;
};

export async function* followLog(
  { clock, store }: Environment,
  { lines, options, signal, ...followed }: FollowedLog,
): AsyncGenerator<MomentLine> {
  const bell = new Bell();
  const end = new ContainerEnd({ clock, store }, followed);
  const ring = (): void => bell.ring();
  const look = (): void => {
    end.look();
    ring();
  };
  const opened = store.watch(PODS, { after: store.revision, onWrite: look });
  signal?.addEventListener('abort', ring);
  const endedAt = (): number | undefined => (signal?.aborted === true ? Number.NEGATIVE_INFINITY : end.moment);
  const wait = (until: number | undefined): Promise<void> => (until === undefined ? bell.heard() : heardUntil(bell, { clock, until }));
  try {
    yield* tellLog(lines, options, { clock, endedAt, wait });
  } finally {
    signal?.removeEventListener('abort', ring);
    if (opened.kind === 'watch') opened.watch.close();
  }
}

/** The bell, or the time, whichever comes first. */
async function heardUntil(bell: Bell, { clock, until }: Pick<Environment, 'clock'> & { readonly until: number }): Promise<void> {
  const waiting = new AbortController();
  void ringAt(bell, { clock, until, signal: waiting.signal });
  await bell.heard();
  waiting.abort();
}

type Alarm = Pick<Environment, 'clock'> & { readonly until: number; readonly signal: Cancellation };

async function ringAt(bell: Bell, { clock, until, signal }: Alarm): Promise<void> {
  if (await timePasses(clock.after(until - clock.now(), { signal, purpose: 'periodic' }))) bell.ring();
}
