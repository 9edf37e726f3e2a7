// The recording of one process: one recorder over all collections, the roots that traces and selections own, and what was committed last.

import type { Discovery, Promote, Reflectors } from '@rectrace/cluster';
import { PromoteDesk } from '@rectrace/cluster';
import type { Commit, History, HistoryReader, RecordingRun, RootEntry } from '@rectrace/history';
import { runRecording } from '@rectrace/history';
import type { ApiResource, Clock, ListWatch } from '@rectrace/kube';
import type { FullRootView, Recorded, Recorder, RecorderCounters, RecorderMessage, RootStanding, RootTarget, Want } from '@rectrace/trace';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { RecordSelection } from '../record-selection.ts';
import type { RootActivity, Touched } from '../root-activity.ts';
import { FollowedCollections, scopeOf } from './followed-collections.ts';
import type { Recording, Sight } from './recording.ts';
import { selectedRoot, selectedTarget } from './selected-roots.ts';
import { SightBook } from './sight-book.ts';
import { tellingWriter } from './telling-writer.ts';
import { isSecret } from './watched-kinds.ts';

export type RootRecordingOptions = {
  readonly recorder: Recorder;
  readonly history: History;
  /** Why the history cannot be written at the moment; undefined where it can. */
  readonly historyProblem: () => string | undefined;
  readonly reflectors: Reflectors;
  readonly source: ListWatch;
  readonly discovery: Discovery;
  readonly activity: RootActivity;
  readonly selections: readonly RecordSelection[];
  readonly secrets: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Told after every commit. */
  readonly onTouched: (roots: readonly Touched[]) => void;
  /** Told when what can be seen has changed. */
  readonly onSight: () => void;
};

/** Owner of roots that a selection of --record wants. */
const SELECTION = 'selection';
/** User of what is followed whether or not a root needs it; others are ids of roots. */
const STANDING = '';

export class RootRecording implements Recording {
  readonly activity: RootActivity;
  readonly #options: RootRecordingOptions;
  readonly #sights = new SightBook();
  readonly #followed: FollowedCollections;
  readonly #targets = new Map<string, RootTarget>();
  readonly #owners = new Map<string, Set<string>>();
  #run: RecordingRun | undefined;

  constructor(options: RootRecordingOptions) {
    this.#options = options;
    this.activity = options.activity;
    this.#followed = new FollowedCollections(options);
  }

  get roots(): readonly string[] {
    return [...this.#targets.keys()];
  }

  /** What the recorder has set aside or let go. */
  get counters(): RecorderCounters {
    return this.#options.recorder.counters;
  }

  /** Follows a collection in all namespaces from now on, whether or not a root needs it. */
  watch(resource: ApiResource): void {
    this.#want(resource, STANDING);
  }

  addRoot(target: RootTarget, { owner, resource }: { readonly owner: string; readonly resource: ApiResource }): void {
    this.#want(resource, target.id);
    this.#own(target, owner);
  }

  #own(target: RootTarget, owner: string): void {
    const owners = this.#owners.get(target.id);
    if (owners !== undefined) {
      owners.add(owner);
      return;
    }
    this.#owners.set(target.id, new Set([owner]));
    this.#targets.set(target.id, target);
    if (this.#run === undefined) return;
    this.activity.resume(target.id);
    this.#run.store();
    this.#run.submit(this.#options.recorder.addRoot(target, { stored: this.#options.history }));
  }

  dropRoot(id: string, owner: string): void {
    const owners = this.#owners.get(id);
    owners?.delete(owner);
    if (owners === undefined || owners.size > 0) return;
    this.#owners.delete(id);
    this.#targets.delete(id);
    this.activity.forget(id);
    if (this.#run !== undefined) this.#options.recorder.removeRoot(id);
    for (const scope of this.#followed.release(id)) this.#sights.forget(scope);
  }

  #want(resource: ApiResource, user: string): void {
    if (!isSecret(resource) || this.#options.secrets) this.#followed.want(resource, user);
  }

  /** A root without its tree; undefined where it is not recorded. */
  standingOf(id: string): RootStanding | undefined {
    return this.#run === undefined ? undefined : this.#options.recorder.standing(id);
  }

  viewOf(id: string): FullRootView | undefined {
    return this.#run === undefined ? undefined : this.#options.recorder.fullView(id);
  }

  sightOf(resource: ApiResource): Sight {
    if (isSecret(resource) && !this.#options.secrets)
      return { kind: 'blind', message: 'Secrets are not watched: the controller runs without --secrets' };
    return this.#sights.of(scopeOf(resource));
  }

  historyProblem(): string | undefined {
    return this.#options.historyProblem();
  }

  /** What cannot be seen, one line each. */
  blind(): readonly string[] {
    return this.#sights.blind();
  }

  /** True once every followed collection is listed or known to be out of sight. */
  get settled(): boolean {
    return this.#run !== undefined && this.#sights.settled(this.#followed.scopes);
  }

  /** Continues where the history ends and records until the signal is aborted; what was recorded is committed then, and the reflectors closed. */
  async run(outer: AbortSignal): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([outer, ending.signal]);
    const { recorder, history, reflectors, clock, selections } = this.#options;
    for (const target of storedSelections(history, selections)) this.#own(target, SELECTION);
    const restored = await this.#restore(signal);
    if (signal.aborted) return reflectors.close();
    const begun = this.#catchUp(restored);
    const run = runRecording({
      messages: this.#tapped(reflectors.messages()),
      fold: recorder,
      writer: tellingWriter(history, (commit) => this.#committed(commit)),
      clock,
      positions: history.positions(),
      signal,
    });
    this.#run = run;
    for (const recorded of begun) run.submit(recorded);
    const desk = this.#openDesk(signal);
    const told = this.#follow(run.subscribe(), desk);
    try {
      await Promise.all([run.done, told]);
    } finally {
      ending.abort();
      await Promise.allSettled([run.done, told]);
      // Closed first: an answer that waits for room in their queue would wait for ever.
      await reflectors.close();
      await desk.ended();
    }
  }

  /** A large history takes its time: between two slices everything else goes on, and roots may come and go. */
  async #restore(signal: AbortSignal): Promise<ReadonlySet<RootTarget>> {
    const { recorder, history, clock } = this.#options;
    const restored = new Set(this.#targets.values());
    for (const _ of recorder.restoring([...restored], history)) {
      if (signal.aborted) break;
      await clock.after(0, { purpose: 'progress' });
    }
    return restored;
  }

  /** What roots begin with that came meanwhile. */
  #catchUp(restored: ReadonlySet<RootTarget>): readonly Recorded[] {
    const { recorder, history } = this.#options;
    const targets = new Set(this.#targets.values());
    for (const target of restored) if (!targets.has(target)) recorder.removeRoot(target.id);
    for (const id of this.#targets.keys()) this.activity.resume(id);
    return [...targets].filter((target) => !restored.has(target)).map((target) => recorder.addRoot(target, { stored: history }));
  }

  /** Looks at every message before the recorder does, so that a selected root is there when its first revision is folded. */
  async *#tapped(messages: AsyncIterable<RecorderMessage>): AsyncIterable<RecorderMessage> {
    for await (const message of messages) {
      const target = selectedRoot(message, this.#options.selections);
      if (target !== undefined) this.#own(target, SELECTION);
      yield message;
      if (this.#isFollowed(message) && this.#sights.note(message)) this.#options.onSight();
    }
  }

  /** False for what was queued before its collection was left. */
  #isFollowed(message: RecorderMessage): boolean {
    return message.kind !== 'Tick' && this.#followed.has(message.scope);
  }

  #committed(commit: Commit): void {
    this.#options.onTouched(this.activity.note(commit));
  }

  async #follow(recordings: AsyncIterable<Recorded>, desk: PromoteDesk): Promise<void> {
    const { metrics, clock } = this.#options;
    for await (const recorded of recordings) {
      metrics.committed(recorded, clock.now());
      // All namespaces are watched anyway.
      for (const want of recorded.wants.filter(isPromote)) desk.ask(want);
      for (const { kind, root } of recorded.signals) if (kind === 'closed') this.#letGo(root);
    }
  }

  /** A selected object that is gone, its deletion told to the end, is recorded no more. */
  #letGo(root: string): void {
    if (this.#options.recorder.standing(root)?.gone === true) this.dropRoot(root, SELECTION);
  }

  /** A body that was not kept is read again in the version that is known. */
  #openDesk(signal: AbortSignal): PromoteDesk {
    const { discovery, source, clock, reflectors } = this.#options;
    return new PromoteDesk({
      discovery,
      source,
      clock,
      tell: (message) => reflectors.tell(message),
      namespaceOf: () => '',
      unread: (want, { reason }) => this.#sayUnread(want, reason),
      signal,
    });
  }

  /** What cannot be read again is said and counted; it never fails the recording. */
  #sayUnread({ ref: { kind, namespace, name } }: Promote, reason: string): void {
    const { log, metrics } = this.#options;
    metrics.failed('read');
    log.warn({ kind, namespace, name, reason }, 'an object could not be read again');
  }
}

function isPromote(want: Want): want is Promote {
  return want.kind === 'Promote';
}

/** Roots of the history that a selection wants and that live still. */
function storedSelections(reader: HistoryReader, selections: readonly RecordSelection[]): readonly RootTarget[] {
  if (selections.length === 0) return [];
  return reader.roots().flatMap((entry) => storedSelection(reader, { entry, selections }) ?? []);
}

function storedSelection(
  reader: HistoryReader,
  { entry, selections }: { readonly entry: RootEntry; readonly selections: readonly RecordSelection[] },
): RootTarget | undefined {
  for (const { ref, body } of reader.latest({ root: entry.id })) {
    const target = ref.uid === entry.ref?.uid && body !== undefined ? selectedTarget(body, selections) : undefined;
    if (target?.id === entry.id) return target;
  }
  return undefined;
}
