// The pause before a reflector asks again. An absent kind is asked for as soon as it is served, and its objects end when its definition is known to.

import { asUid } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import type { KindNews } from '../discovery/kind-news.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { Wait } from './reflector-state.ts';

/** readings: of what is served, before the request that found the kind absent. */
type Waiting = { readonly context: ReflectorContext; readonly news: KindNews | undefined; readonly readings: number };

/** ended: the collection's objects ended meanwhile, and its place is where they did. */
export async function* waitOut(
  wait: Wait,
  { context, news, readings }: Waiting,
): AsyncGenerator<RecorderMessage, { readonly ended: boolean }> {
  const { clock } = context;
  const awaited = wait.served ? news : undefined;
  const until = clock.elapsed() + wait.ms;
  let ended = false;
  for (let leftMs = wait.ms; leftMs > 0; leftMs = until - clock.elapsed()) {
    const end = awaited === undefined ? [] : endOfKind(awaited, context);
    ended ||= end.length > 0;
    yield* end;
    if (awaited?.servedSince(readings) === true) break;
    await pause(leftMs, { context, news: awaited });
  }
  return { ended };
}

/** The server deletes the objects before their definition, but ends the watch without waiting until all of that was told. */
function endOfKind(news: KindNews, { scope, query, clock, known, counters }: ReflectorContext): readonly RecorderMessage[] {
  const before = news.deletedAt();
  if (before === undefined) return [];
  const from = known.place;
  const { group, version, kind } = query.resource;
  const receivedAt = clock.now();
  const vanished = known.endBefore(before).map(({ namespace, name, uid, resourceVersion }): RecorderMessage => {
    const ref = { group, version, kind, namespace, name, uid: asUid(uid) };
    return { kind: 'Vanished', scope, ref, after: resourceVersion, before, receivedAt };
  });
  if (vanished.length === 0) return [];
  counters.gaps += 1;
  counters.place = known.place;
  const reason = `the definition of ${kind} was deleted before the watch told how its objects went`;
  return [{ kind: 'Gap', scope, from, to: before, reason, receivedAt }, ...vanished];
}

async function pause(ms: number, { context, news }: Pick<Waiting, 'context' | 'news'>): Promise<void> {
  const { clock, signal } = context;
  const woken = new AbortController();
  const life = AbortSignal.any([signal, woken.signal]);
  const timer = clock.after(ms, { purpose: news === undefined ? 'progress' : 'periodic', signal: life });
  const next = news?.next(life);
  try {
    await (next === undefined ? timer : Promise.race([timer, next]));
  } finally {
    woken.abort();
    await Promise.allSettled([timer, next]);
  }
}
