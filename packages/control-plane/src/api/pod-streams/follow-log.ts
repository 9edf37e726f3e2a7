// A log told as it comes, until its container ends or nobody listens any more.
import type { Cancellation, JsonObject } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';
import type { Environment } from '../environment.ts';
import { nameOf, namespaceOf, uidOf } from '../metadata.ts';
import { Bell } from '../registry/bell.ts';
import { timePasses } from '../registry/time-passes.ts';
import { containerStatus } from './asked-pod.ts';
import type { MomentLine } from './container-log.ts';
import { tellLog } from './container-log.ts';
import type { LogOptions } from './log-options.ts';

export type FollowedLog = {
  readonly pod: JsonObject;
  readonly container: string;
  readonly lines: readonly MomentLine[];
  readonly options: LogOptions;
  readonly signal: Cancellation | undefined;
};

export async function* followLog(
  { clock, store }: Environment,
  { pod, container, signal, ...log }: FollowedLog,
): AsyncGenerator<MomentLine> {
  const place = { resource: 'pods', key: `${namespaceOf(pod)}/${nameOf(pod)}` };
  const bell = new Bell();
  const ring = (): void => bell.ring();
  const opened = store.watch(place.resource, { after: store.revision, onWrite: ring });
  signal?.addEventListener('abort', ring);
  const isOver = (): boolean => (signal?.aborted ?? false) || !isRunning(store.get(place)?.object, { uid: uidOf(pod), container });
  const wait = (until: number | undefined): Promise<void> => (until === undefined ? bell.heard() : heardUntil(bell, { clock, until }));
  try {
    yield* tellLog(log.lines, log.options, { clock, isOver, wait });
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

/** What nobody tells the status of counts as running as long as its pod is there. */
function isRunning(pod: JsonObject | undefined, { uid, container }: { readonly uid: string; readonly container: string }): boolean {
  if (pod === undefined || uidOf(pod) !== uid) return false;
  const status = containerStatus(pod, container);
  return status === undefined || isJsonObject(valueAt(status, ['state', 'running']));
}
