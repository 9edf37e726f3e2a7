// A recording of a live cluster: reflectors, recorder, history, and the answers to what the recorder wants. Owns all of them until it ends.

import type { ClusterConnection, Reflectors } from '@rectrace/cluster';
import type { RecordedPosition, RecordingRun, RecordingWriter } from '@rectrace/history';
import { runRecording } from '@rectrace/history';
import type { KubeObject, ListWatchQuery, ObjectRef } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { OwnershipRules, Recorded, RecorderMessage, RootTarget, RootView, Want } from '@rectrace/trace';
import { Recorder } from '@rectrace/trace';
import type { Invocation } from '../command-definition.ts';
import { failureOf } from '../failure.ts';
import { CatchUp } from './catch-up.ts';
import { HiddenKinds, nameOf } from './hidden-kinds.ts';
import type { LocalHistory } from './open-local-history.ts';
import type { PlannedWatch } from './resume-plan.ts';
import { scopeKey } from './resume-plan.ts';
import { namespaceQueries } from './watch-plan.ts';

export type LiveRecordingOptions = {
  readonly cluster: ClusterConnection;
  readonly plan: readonly PlannedWatch[];
  readonly targets: readonly RootTarget[];
  readonly rules: OwnershipRules;
  readonly redact: (object: KubeObject) => KubeObject;
  readonly history: LocalHistory;
  /** The plan anew, when what the server serves has changed. */
  replan(): Promise<readonly ListWatchQuery[]>;
  /** Where an earlier recording of the root ended. */
  readonly positions: readonly RecordedPosition[];
  /** Every message, before it is recorded. */
  readonly file?: RecordingWriter;
};

export class LiveRecording {
  readonly #invocation: Invocation;
  readonly #options: LiveRecordingOptions;
  readonly #recorder: Recorder;
  readonly #reflectors: Reflectors;
  readonly #run: RecordingRun;
  readonly #hidden = new HiddenKinds();
  readonly #catchUp: CatchUp;
  readonly #namespaces = new Set<string>();
  readonly #synced = Promise.withResolvers<void>();
  readonly #stop = new AbortController();
  readonly #tasks: Promise<void>[] = [];
  #messages = 0;

  private constructor(invocation: Invocation, options: LiveRecordingOptions, reflectors: Reflectors) {
    const { clock, signal } = invocation.surroundings;
    this.#invocation = invocation;
    this.#options = options;
    this.#reflectors = reflectors;
    this.#recorder = new Recorder({ rules: options.rules, redact: options.redact });
    this.#recorder.restore(options.targets, options.history.reader);
    this.#catchUp = new CatchUp(
      new Map(options.plan.map(({ query, beginning }) => [scopeKey(query), beginning])),
      options.targets.flatMap(({ id }) => options.history.reader.cycles(id)),
    );
    for (const { query } of options.plan) this.#namespaces.add(query.namespace);
    const life = AbortSignal.any([signal, this.#stop.signal]);
    this.#run = runRecording({
      messages: this.#tapped(),
      fold: this.#recorder,
      writer: options.history.writer,
      clock,
      positions: options.positions,
      signal: life,
    });
    for (const { query, resume } of options.plan) reflectors.want(query, resume === undefined ? {} : { resume });
  }

  /** Begins to follow at once. */
  static async begin(invocation: Invocation, options: LiveRecordingOptions): Promise<LiveRecording> {
    const { openReflectors } = await import('@rectrace/cluster');
    const { clock, random } = invocation.surroundings;
    const reflectors = openReflectors({ connection: options.cluster, clock, random });
    const recording = new LiveRecording(invocation, options, reflectors);
    await recording.#followServed();
    return recording;
  }

  /** Resolves when every collection has been listed once, or has said why it can not be. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** Messages received so far. */
  get messages(): number {
    return this.#messages;
  }

  /** What can not be seen, in words; '' where all can be. */
  get hidden(): string {
    return this.#hidden.text();
  }

  /** Changes from before this recording that were caught up with. */
  get caughtUp(): number {
    return this.#catchUp.changes;
  }

  /** The newest body of a member. */
  body(uid: string): KubeObject | undefined {
    return this.#recorder.body(asUid(uid));
  }

  view(id: string): RootView | undefined {
    return this.#recorder.view(id);
  }

  /** What is news, as it is recorded; ends when the recording ends. Also answers what the recorder wants. @throws what the recording fails with */
  async *recorded(): AsyncGenerator<Recorded> {
    for await (const recorded of this.#run.subscribe({ when: 'recorded' })) {
      yield this.#catchUp.news(recorded);
      for (const want of recorded.wants) await this.#answer(want);
      for (const { ref } of recorded.members) if (this.#isMetadataOnly(ref)) await this.#promote(ref);
    }
  }

  /** Kinds that come while it runs are followed too; the reflectors notice those that go or change their version. */
  async #followServed(): Promise<void> {
    const { followServed } = await import('@rectrace/cluster');
    const { cluster } = this.#options;
    const { clock, random } = this.#invocation.surroundings;
    const { signal } = this.#stop;
    const problem = (reason: string): void => this.#invocation.screen.warn(`what the server serves can not be read: ${reason}`);
    cluster.discovery.onChange(() => {
      this.#tasks.push(this.#followNew(problem));
    });
    this.#tasks.push(followServed({ discovery: cluster.discovery, source: cluster.listWatch, clock, random, problem, signal }));
  }

  async #followNew(problem: (reason: string) => void): Promise<void> {
    try {
      for (const query of await this.#options.replan()) this.#reflectors.want(query);
    } catch (error) {
      problem(failureOf(error).line);
    }
  }

  /** Ends following; what was recorded is committed. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#reflectors.close();
    await Promise.all(this.#tasks);
    try {
      await this.#run.done;
    } finally {
      this.#options.history.writer.close();
      this.#options.file?.close();
    }
  }

  async *#tapped(): AsyncGenerator<RecorderMessage> {
    for await (const message of this.#reflectors.messages()) {
      if (message.kind !== 'Tick') {
        this.#messages += 1;
        this.#options.file?.write(message);
        this.#catchUp.see(message);
        this.#warn(message);
      }
      yield message;
      this.#catchUp.note(message);
      if (this.#catchUp.done) this.#synced.resolve();
    }
  }

  #warn(message: RecorderMessage): void {
    const hidden = this.#hidden.note(message);
    if (hidden !== undefined) this.#invocation.screen.warn(`${nameOf(hidden)} can not be followed (${hidden.state}): ${hidden.message}`);
  }

  async #answer(want: Want): Promise<void> {
    if (want.kind === 'Promote') return this.#promote(want.ref);
    if (this.#namespaces.has(want.namespace) || this.#namespaces.has('')) return;
    this.#namespaces.add(want.namespace);
    const served = await this.#options.cluster.discovery.served();
    for (const query of namespaceQueries(served, want.namespace)) this.#reflectors.want(query);
  }

  #isMetadataOnly({ group, kind }: ObjectRef): boolean {
    return this.#options.plan.some(
      ({ query }) => query.metadataOnly === true && query.resource.kind === kind && query.resource.group === group,
    );
  }

  /** A member known by its metadata: its kind is followed with bodies from now on, and its body now is read. */
  async #promote(ref: ObjectRef): Promise<void> {
    const { readObject, resourceOfKind } = await import('@rectrace/cluster');
    const { cluster, plan } = this.#options;
    const resource = resourceOfKind(await cluster.discovery.served(), ref);
    if (resource === undefined) return;
    const planned = plan.find(({ query }) => query.resource.resource === resource.resource && query.resource.group === resource.group);
    const namespace = planned?.query.namespace ?? ref.namespace;
    this.#reflectors.want({ resource, namespace });
    const found = await readObject(cluster.transport, { resource, namespace: ref.namespace, name: ref.name, signal: this.#stop.signal });
    if (found.kind === 'absent') return;
    const scope = { group: resource.group, resource: resource.resource, namespace };
    const receivedAt = this.#invocation.surroundings.clock.now();
    await this.#reflectors.tell({ kind: 'Observed', type: 'Modified', scope, object: found.object, by: 'walkBack', receivedAt });
  }
}
