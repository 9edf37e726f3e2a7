// A recording of a live cluster: reflectors, recorder, history, and the answers to what the recorder wants. Owns all of them until it ends.

import type { ClusterConnection, Reflectors } from '@rectrace/cluster';
import type { RecordingRun, RecordingWriter, ResumePlaces } from '@rectrace/history';
import { runRecording } from '@rectrace/history';
import type { ApiResource, KubeObject, ListWatchQuery, ObjectRef } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { OwnershipRules, Recorded, RecorderMessage, RootTarget, RootView, Want } from '@rectrace/trace';
import { Recorder } from '@rectrace/trace';
import type { Invocation } from '../command-definition.ts';
import { failureOf } from '../failure.ts';
import { CatchUp } from './catch-up.ts';
import { HiddenKinds, nameOf } from './hidden-kinds.ts';
import type { LocalHistory } from './open-local-history.ts';
import type { PlannedWatch } from './resume-plan.ts';
import { planResume, scopeKey } from './resume-plan.ts';
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
  readonly places: ResumePlaces;
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
  readonly #forbidden: string[] = [];
  readonly #catchUp: CatchUp;
  readonly #namespaces = new Set<string>();
  readonly #followed = new Set<string>();
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
    for (const { query } of options.plan) {
      this.#namespaces.add(query.namespace);
      this.#followed.add(scopeKey(query));
    }
    const life = AbortSignal.any([signal, this.#stop.signal]);
    this.#run = runRecording({
      messages: this.#tapped(),
      fold: this.#recorder,
      writer: options.history.writer,
      clock,
      positions: options.places.positions,
      signal: life,
    });
    // A failure is met by whoever reads, and again at the end; between the two nobody waits.
    this.#run.done.catch(() => undefined);
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

  /** Collections that can be seen. */
  get collections(): number {
    return this.#followed.size - this.#hidden.count;
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
      for (const { ref } of recorded.members) if (this.#isMetadataOnly(ref)) await this.#followBodies(ref);
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
    }, signal);
    this.#tasks.push(followServed({ discovery: cluster.discovery, source: cluster.listWatch, clock, random, problem, signal }));
  }

  async #followNew(problem: (reason: string) => void): Promise<void> {
    try {
      await this.#followAlso(await this.#options.replan());
    } catch (error) {
      problem(failureOf(error).line);
    }
  }

  /** Ends following; what was recorded is committed. */
  async end(): Promise<void> {
    this.#warnOfForbidden();
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
      if (!this.#catchUp.done) continue;
      this.#warnOfForbidden();
      this.#synced.resolve();
    }
  }

  /** What there is no right to see from the start on is told in one line, once everything has answered. */
  #warn(message: RecorderMessage): void {
    const hidden = this.#hidden.note(message);
    if (hidden === undefined) return;
    if (hidden.state === 'forbidden' && !this.#catchUp.done) this.#forbidden.push(nameOf(hidden));
    else this.#invocation.screen.warn(`${nameOf(hidden)} can not be followed (${hidden.state}): ${hidden.message}`);
  }

  #warnOfForbidden(): void {
    const names = this.#forbidden.splice(0);
    if (names.length === 0) return;
    this.#invocation.screen.warn(
      `can not be followed (forbidden): ${names.sort().join(', ')}; rectrace doctor says which rights are missing`,
    );
  }

  async #answer(want: Want): Promise<void> {
    if (want.kind === 'Promote') return this.#promote(want);
    if (this.#namespaces.has(want.namespace) || this.#namespaces.has('')) return;
    this.#namespaces.add(want.namespace);
    await this.#followAlso(await namespaceQueries(this.#options.cluster, want.namespace));
  }

  /** Collections that came to the plan later go on where an earlier recording of them ended, too. */
  async #followAlso(queries: readonly ListWatchQuery[]): Promise<void> {
    const added = queries.filter((query) => !this.#followed.has(scopeKey(query)));
    for (const query of added) this.#followed.add(scopeKey(query));
    const { cluster, places } = this.#options;
    for (const { query, beginning, resume } of await planResume(cluster, added, { places, signal: this.#stop.signal })) {
      if (beginning.kind === 'resume') this.#catchUp.expect(scopeKey(query), beginning);
      this.#reflectors.want(query, resume === undefined ? {} : { resume });
    }
  }

  #isMetadataOnly({ group, kind }: ObjectRef): boolean {
    return this.#options.plan.some(
      ({ query }) => query.metadataOnly === true && query.resource.kind === kind && query.resource.group === group,
    );
  }

  /** The version that the recorder knows, with its body; what cannot be had is told as a gap. */
  async #promote(want: Extract<Want, { readonly kind: 'Promote' }>): Promise<void> {
    const { answerPromote } = await import('@rectrace/cluster');
    const { cluster } = this.#options;
    const answer = await answerPromote(want, {
      served: await cluster.discovery.served(),
      source: cluster.listWatch,
      clock: this.#invocation.surroundings.clock,
      namespaceOf: (resource) => this.#namespaceOf(resource, want.ref),
      signal: this.#stop.signal,
    });
    if (answer.kind !== 'answered') return;
    for (const message of answer.messages) await this.#reflectors.tell(message);
  }

  /** A kind that is followed by its metadata has a member: it goes on from its place with bodies, the member's among them. */
  async #followBodies(ref: ObjectRef): Promise<void> {
    const { resourceOfKind } = await import('@rectrace/cluster');
    const resource = resourceOfKind(await this.#options.cluster.discovery.served(), ref);
    if (resource !== undefined) this.#reflectors.want({ resource, namespace: this.#namespaceOf(resource, ref) });
  }

  #namespaceOf({ namespaced }: ApiResource, { namespace }: ObjectRef): string {
    return namespaced && !this.#namespaces.has('') ? namespace : '';
  }
}
