// Watches: the present state where it is asked for, then every write as the selection sees it, bookmarks in between.
import type { Cancellation, Clock, JsonObject } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store, StoreWatch } from '../../storage/store.ts';
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
  const { options, from, resource } = running;
  if (options.sendInitialEvents === true && from > store.revision) {
    yield { kind: 'ERROR', status: tooLargeResourceVersion(from, store.revision).status };
    return;
  }
  const after = options.sendInitialEvents === true || from === 0 ? store.revision : from;
  const bell = new Bell();
  const opened = store.watch(resource.storage, { after, onWrite: () => bell.ring() });
  if (opened.kind === 'compacted') {
    yield { kind: 'ERROR', status: expired(`too old resource version: ${after} (${opened.oldest})`).status };
    return;
  }
  const timers = startTimers(environment, { bell, options });
  const source = new WatchedSource(store, resource.source, () => bell.ring());
  try {
    if (options.sendInitialEvents === true) yield* initialEvents(store, running);
    yield* laterEvents(opened.watch, running, { bell, timers, source });
  } finally {
    timers.stop();
    source.close();
    opened.watch.close();
  }
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

async function* laterEvents(
  watch: StoreWatch,
  { resource, selection, options }: Running,
  { bell, timers, source }: Waiting,
): AsyncGenerator<ObjectEvent> {
  while (!timers.ended) {
    const read = watch.read(BATCH);
    if (read.kind === 'lost') {
      yield { kind: 'ERROR', status: expired('too old resource version: the watch is too far behind').status };
      return;
    }
    if (read.kind === 'records') {
      await readyToMatch({ resource, selection }, () => read.records.flatMap(objectsOf));
      yield* eventsOf(read.records, selection);
      continue;
    }
    if (source.changed) return;
    if (timers.bookmarkDue && options.allowWatchBookmarks) yield { kind: 'BOOKMARK', revision: read.revision, initialEnd: false };
    timers.bookmarkDue = false;
    await bell.heard();
  }
}

function objectsOf({ object, previous }: LogRecord): readonly JsonObject[] {
  return previous === undefined ? [object] : [object, previous];
}

function* eventsOf(records: readonly LogRecord[], selection: Selection): Generator<ObjectEvent> {
  for (const record of records) {
    const event = eventOf(record, selection);
    if (event !== undefined) yield event;
  }
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
