// Recording as a whole: the history, the recorder, the collections it follows, and who reads them.

import type { Reflectors, ServedResources } from '@rectrace/cluster';
import { clusterUid, openReflectors } from '@rectrace/cluster';
import { keyedRedactor } from '@rectrace/history';
import { Recorder } from '@rectrace/trace';
import type { ControllerContext } from '../controller-context.ts';
import type { HistoryStore } from '../history-store.ts';
import { openHistoryStore, redactionKey } from '../history-store.ts';
import type { Readings } from '../metrics.ts';
import { AccessReviews } from '../read-api/access-reviews.ts';
import { ReadApi } from '../read-api/read-api.ts';
import { ALL_CLUSTERS } from '../record-selection.ts';
import type { Touched } from '../root-activity.ts';
import { RootActivity } from '../root-activity.ts';
import { CUT_DESCRIPTION_BYTES } from '../status/fit-status.ts';
import { RootRecording } from './root-recording.ts';
import { wantedResources } from './wanted-resources.ts';

/** Whoever shows what is recorded. */
export interface RecordingListener {
  /** Something was recorded for these roots. */
  touched(roots: readonly Touched[]): void;
  /** What can be seen or kept has changed. */
  reviewAll(): void;
}

export class RecordingService {
  readonly recording: RootRecording;
  readonly readApi: ReadApi;
  readonly #context: ControllerContext;
  readonly #store: HistoryStore;
  readonly #reflectors: Reflectors;
  readonly #listeners: Set<RecordingListener>;
  readonly #told = new Set<string>();
  #leading = false;

  private constructor(
    context: ControllerContext,
    { cluster, listeners }: { readonly cluster: string; readonly listeners: Set<RecordingListener> },
  ) {
    const { options, surroundings, clock, connection, metrics, rules } = context;
    const { log, random } = surroundings;
    const reviewAll = (): void => {
      for (const listener of listeners) listener.reviewAll();
    };
    const owner = `pid ${surroundings.pid} on ${surroundings.host}`;
    this.#context = context;
    this.#listeners = listeners;
    this.#store = openHistoryStore({ ...options.history, cluster, owner, clock, log, onChange: reviewAll });
    this.#reflectors = openReflectors({ connection, clock, random });
    const { history, problem } = this.#store;
    const activity = new RootActivity({ reader: history, bytes: options.statusBytes, textBytes: CUT_DESCRIPTION_BYTES });
    const selections = options.record ?? [ALL_CLUSTERS];
    this.recording = new RootRecording({
      recorder: new Recorder({ rules, redact: keyedRedactor(redactionKey(options.history.folder, surroundings)) }),
      history,
      historyProblem: problem,
      reflectors: this.#reflectors,
      source: connection.listWatch,
      discovery: connection.discovery,
      activity,
      selections,
      secrets: options.watch.secrets,
      clock,
      log,
      metrics,
      onTouched: (roots) => {
        for (const listener of listeners) listener.touched(roots);
      },
      onSight: () => {
        this.#sayBlind();
        reviewAll();
      },
    });
    const reviews = new AccessReviews({ transport: connection.transport, clock });
    this.readApi = new ReadApi({
      reader: history,
      viewOf: (root) => this.recording.viewOf(root),
      standingOf: (root) => this.recording.standingOf(root),
      reviews,
      discovery: connection.discovery,
    });
  }

  /**
   * signal: calls the opening off, and ends what it follows beside its run. What is opened is handed over, or closed again.
   * @throws HistoryError where the history is in use or too new; ApiError, TransportError; the signal's reason
   */
  static async open(context: ControllerContext, signal: AbortSignal): Promise<RecordingService> {
    const cluster = await nameOfCluster(context, signal);
    signal.throwIfAborted();
    const service = new RecordingService(context, { cluster, listeners: new Set() });
    try {
      service.follow(context.served);
    } catch (error) {
      await service.close();
      throw error;
    }
    context.connection.discovery.onChange((served) => service.follow(served), signal);
    return service;
  }

  /** Tells the listener until the signal is aborted. */
  listen(listener: RecordingListener, signal: AbortSignal): void {
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true });
  }

  /** Follows what is to be followed of what is served. */
  follow(served: ServedResources): void {
    const { options, kinds } = this.#context;
    const { resources, unknown } = wantedResources(served, { watch: options.watch, kinds, selections: options.record ?? [ALL_CLUSTERS] });
    for (const resource of resources) this.recording.watch(resource);
    for (const reason of unknown) this.#warnOnce(reason, 'a kind of --watch is not served');
  }

  #sayBlind(): void {
    for (const reason of this.recording.blind()) this.#warnOnce(reason, 'a kind cannot be watched; the rest goes on');
  }

  #warnOnce(reason: string, message: string): void {
    if (!this.#told.has(reason)) this.#context.surroundings.log.warn({ reason }, message);
    this.#told.add(reason);
  }

  /** Records until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    this.#leading = true;
    await this.recording.run(signal);
  }

  /** What keeps it from being ready; undefined when nothing does. */
  problem(): string | undefined {
    return this.recording.settled ? undefined : 'first lists are being read';
  }

  readings(): Omit<Readings, 'traces'> {
    const stats = this.#reflectors.stats();
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
    const { roots } = this.recording;
    return {
      historyBytes: this.#store.bytes(),
      dropped: this.#store.history.dropped(),
      roots: roots.length,
      openCycles: roots.filter((root) => this.recording.standingOf(root)?.cycle === 'open').length,
      leading: this.#leading,
      letGo: this.recording.counters,
      watchRestarts: sum(stats.map(({ restarts }) => restarts)),
      relists: sum(stats.map(({ relists }) => relists)),
    };
  }

  /** After run() has ended, or instead of it. */
  async close(): Promise<void> {
    await this.#reflectors.close();
    this.#store.history.close();
  }
}

/** Without the right to see what tells clusters apart the history belongs to whatever cluster the folder does. */
async function nameOfCluster({ connection, surroundings }: ControllerContext, signal: AbortSignal): Promise<string> {
  const uid = await clusterUid(connection.transport, signal);
  if (uid === undefined) surroundings.log.warn({}, 'namespace kube-system cannot be read: the history is not tied to this cluster');
  return uid ?? 'cluster';
}
