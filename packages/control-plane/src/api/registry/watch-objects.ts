// Watches: the present state where it is asked for, then every write as the selection sees it, bookmarks in between.
import type { Cancellation, Clock, JsonObject } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store, StoreWatch, WatchResult } from '../../storage/store.ts';
import type { LogRecord } from '../../storage/stored-object.ts';
import { atRevision } from '../../storage/stored-object.ts';
import { expired, failure, tooLargeResourceVersion } from '../failures.ts';
import type { ListOptions } from '../options/list-options.ts';
import type { RandomSource } from '../random-source.ts';
import type { ServedResource } from '../served-resource.ts';
import type { StatusBody } from '../status.ts';
import { Bell } from './bell.ts';
import { revisionProblem } from './list-objects.ts';
import type { Selecting, Selection } from './selection.ts';
import { selectionOf } from './selection.ts';
import { timePasses } from './time-passes.ts';
import { WatchedSource } from './watched-source.ts';

/** Objects in the form of the store. */
export type ObjectEvent =
  | { readonly kind: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: JsonObject }
  /** `initialEnd`: the present state is now complete. */
  | { readonly kind: 'BOOKMARK'; readonly revision: number; readonly initialEnd: boolean }
  | { readonly kind: 'ERROR'; readonly status: StatusBody };

export type WatchEnvironment = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly signal?: Cancellation;
};

const BOOKMARK_EVERY_MS = 60_000;
/** Before the watch times out, so that the client resumes from it. */
const BOOKMARK_BEFORE_END_MS = 2_000;
const LEAST_TIMEOUT_S = 1_800;
const BATCH = 256;

/** Checks the request at once; the events then come as they happen until the timeout or the signal. @throws RequestRefused */
export function watchObjects(environment: WatchEnvironment, selecting: Selecting, options: ListOptions): AsyncIterable<ObjectEvent> {
  const selection = selectionOf(selecting, options);
  const { resourceVersion } = options;
  if (!/^[0-9]*$/.test(resourceVersion)) throw failure({ code: 500, reason: '', message: revisionProblem(resourceVersion) });
  return run(environment, { resource: selecting.resource, selection, options, from: Number(resourceVersion) });
}

type Running = {
  readonly resource: ServedResource;
  readonly selection: Selection;
  readonly options: ListOptions;
  readonly from: number;
};

async function* run(environment: WatchEnvironment, running: Running): AsyncGenerator<ObjectEvent> {
  const { store } = environment;
  const { options, resource } = running;
  const bell = new Bell();
  const opened = openWatch(store, running, () => bell.ring());
  if (opened.kind === 'ERROR') {
    yield opened;
    return;
  }
  const timers = startTimers(environment, { bell, options });
  const source = new WatchedSource(store, resource.source, () => bell.ring());
  try {
    if (options.sendInitialEvents === true) yield* initialEvents(store, running);
    for (let later = NOTHING_YET; !later.isLast; ) {
      later = await laterEvents(opened.watch, running, { bell, timers, source });
      for (const event of later.events) yield event;
    }
  } finally {
    timers.stop();
    source.close();
    opened.watch.close();
  }
}

type Opened = Extract<WatchResult, { kind: 'watch' }> | Extract<ObjectEvent, { kind: 'ERROR' }>;

function openWatch(store: Store, { options, from, resource }: Running, onWrite: () => void): Opened {
  const isInitial = options.sendInitialEvents === true;
  if (isInitial && from > store.revision) return { kind: 'ERROR', status: tooLargeResourceVersion(from, store.revision).status };
  const after = isInitial || from === 0 ? store.revision : from;
  const opened = store.watch(resource.storage, { after, onWrite });
  if (opened.kind === 'watch') return opened;
  return { kind: 'ERROR', status: expired(`too old resource version: ${after} (${opened.oldest})`).status };
}

async function* initialEvents(store: Store, { resource, selection, options }: Running): AsyncGenerator<ObjectEvent> {
  const snapshot = store.snapshot(resource.storage);
  if (snapshot.kind !== 'snapshot') return;
  const found: JsonObject[] = [];
  walkFrom(snapshot.objects, selection.prefix, (key, { object }) => key.startsWith(selection.prefix) && found.push(object) > 0);
  await readyToMatch({ resource, selection }, () => found);
  for (const object of found.filter(selection.matches)) yield { kind: 'ADDED', object };
  if (options.allowWatchBookmarks) yield { kind: 'BOOKMARK', revision: snapshot.revision, initialEnd: true };
}

type Waiting = { readonly bell: Bell; readonly timers: Timers; readonly source: WatchedSource };

type Matching = Pick<Running, 'resource' | 'selection'>;

/** Fields are read of objects as the version of the resource shows them. */
async function readyToMatch({ resource, selection }: Matching, objects: () => readonly JsonObject[]): Promise<void> {
  if (!selection.everything) await resource.conversion?.show(objects());
}

/** All that has happened at one time: a generator within a generator would cost more than an event. */
type Later = { readonly events: readonly ObjectEvent[]; readonly isLast: boolean };

const NOTHING_YET: Later = { events: [], isLast: false };
const OVER: Later = { events: [], isLast: true };

/** What has happened since, once something has. */
async function laterEvents(watch: StoreWatch, running: Running, waiting: Waiting): Promise<Later> {
  const { resource, selection } = running;
  let happened = whatHappened(watch, running, waiting);
  while (happened === undefined) {
    await waiting.bell.heard();
    happened = whatHappened(watch, running, waiting);
  }
  if (!('records' in happened)) return happened;
  const { records } = happened;
  if (resource.conversion !== undefined) await readyToMatch({ resource, selection }, () => records.flatMap(objectsOf));
  return { events: eventsOf(records, selection), isLast: false };
}

/** Undefined for nothing. */
function whatHappened(
  watch: StoreWatch,
  { options }: Running,
  { timers, source }: Waiting,
): Later | { readonly records: readonly LogRecord[] } | undefined {
  if (timers.ended) return OVER;
  const read = watch.read(BATCH);
  if (read.kind === 'records') return read;
  if (read.kind === 'lost') {
    const { status } = expired('too old resource version: the watch is too far behind');
    return { events: [{ kind: 'ERROR', status }], isLast: true };
  }
  if (source.changed) return OVER;
  const isReminded = timers.bookmarkDue && options.allowWatchBookmarks;
  timers.bookmarkDue = false;
  return isReminded ? { events: [{ kind: 'BOOKMARK', revision: read.revision, initialEnd: false }], isLast: false } : undefined;
}

function objectsOf({ object, previous }: LogRecord): readonly JsonObject[] {
  return previous === undefined ? [object] : [object, previous];
}

function eventsOf(records: readonly LogRecord[], selection: Selection): readonly ObjectEvent[] {
  return records.map((record) => eventOf(record, selection)).filter((event) => event !== undefined);
}

/** What the write is to those who see only what the selection matches. */
function eventOf(record: LogRecord, { prefix, single, matches }: Selection): ObjectEvent | undefined {
  const { key, object, previous, revision } = record;
  if (single === undefined ? !key.startsWith(prefix) : key !== single) return undefined;
  const before = previous !== undefined && matches(previous);
  const now = record.kind !== 'deleted' && matches(object);
  if (now) return { kind: before ? 'MODIFIED' : 'ADDED', object };
  if (!before) return undefined;
  return { kind: 'DELETED', object: record.kind === 'deleted' ? object : atRevision(previous, revision) };
}

type Timers = { ended: boolean; bookmarkDue: boolean; stop(): void };

function startTimers(environment: WatchEnvironment, { bell, options }: { readonly bell: Bell; readonly options: ListOptions }): Timers {
  const { signal } = environment;
  const abort = new AbortController();
  const end = (): void => {
    timers.ended = true;
    bell.ring();
  };
  const timers: Timers = {
    ended: signal?.aborted ?? false,
    bookmarkDue: false,
    stop: () => {
      signal?.removeEventListener('abort', end);
      abort.abort();
    },
  };
  const later = async (ms: number, then: () => void): Promise<void> => {
    if (await timePasses(environment.clock.after(ms, { signal: abort.signal, purpose: 'heartbeat' }))) then();
  };
  const remind = (): void => {
    timers.bookmarkDue = true;
    bell.ring();
    void later(BOOKMARK_EVERY_MS, remind);
  };
  const timeoutMs = timeoutOf(options, environment.random);
  void later(timeoutMs, end);
  if (options.allowWatchBookmarks) void later(Math.max(0, Math.min(BOOKMARK_EVERY_MS, timeoutMs - BOOKMARK_BEFORE_END_MS)), remind);
  signal?.addEventListener('abort', end);
  return timers;
}

function timeoutOf({ timeoutSeconds }: ListOptions, random: RandomSource): number {
  const seconds = timeoutSeconds === undefined || timeoutSeconds <= 0 ? LEAST_TIMEOUT_S * (1 + random.next()) : timeoutSeconds;
  return seconds * 1000;
}
