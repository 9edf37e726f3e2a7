// A recording of a live cluster: reflectors, recorder, history, and the answers to what the recorder wants. Owns all of them until it ends.

import type { ClusterConnection, PromoteDesk, PromoteDeskOptions, Reflectors } from '@rectrace/cluster';
import type { RecordingRun, RecordingWriter, ResumePlaces } from '@rectrace/history';
import { runRecording } from '@rectrace/history';
import type { ApiResource, KubeObject, ListWatchQuery, ObjectRef } from '@rectrace/kube';
import { asUid, formatGroupKind } from '@rectrace/kube';
import type { OwnershipRules, Recorded, RecorderMessage, RootTarget, RootView, Want } from '@rectrace/trace';
import { isEventKind, Recorder } from '@rectrace/trace';
import type { Invocation } from '../command-definition.ts';
import { failureOf } from '../failure.ts';
import { CatchUp } from './catch-up.ts';
import { HiddenKinds, nameOf } from './hidden-kinds.ts';
import { measurePlan } from './measure-plan.ts';
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

type Parts = { readonly reflectors: Reflectors; openDesk(options: PromoteDeskOptions): PromoteDesk };

export class LiveRecording {
  readonly #invocation: Invocation;
  readonly #options: LiveRecordingOptions;
  readonly #recorder: Recorder;
  readonly #reflectors: Reflectors;
  readonly #desk: PromoteDesk;
  readonly #run: RecordingRun;
  readonly #hidden = new HiddenKinds();
  readonly #forbidden: string[] = [];
  readonly #catchUp: CatchUp;
  /** Of which everything is followed; '' = of all. */
  readonly #namespaces = new Set<string>();
  readonly #followed = new Set<string>();
  /** What is followed by its metadata. */
  readonly #bodiless = new Set<ListWatchQuery>();
  readonly #synced = Promise.withResolvers<void>();
  readonly #stop = new AbortController();
  readonly #tasks: Promise<void>[] = [];
  #messages = 0;

  private constructor(invocation: Invocation, options: LiveRecordingOptions, { reflectors, openDesk }: Parts) {
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
      // Cluster-scoped kinds are in every plan, and Events of another namespace.
      if (query.resource.namespaced && !isEventKind(query.resource)) this.#namespaces.add(query.namespace);
      this.#followed.add(scopeKey(query));
    }
    this.#desk = openDesk({
      discovery: options.cluster.discovery,
      source: options.cluster.listWatch,
      clock,
      tell: (message) => reflectors.tell(message),
      namespaceOf: (resource, ref) => this.#namespaceOf(resource, ref),
      unread: ({ ref: { kind, namespace, name } }, { reason, told }) => {
        if (!told) this.#warnOf(`${kind} ${namespace}/${name} can not be read again`, reason);
      },
      signal: this.#stop.signal,
    });
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
    for (const planned of options.plan) this.#want(planned);
  }

  /** Begins to follow at once. */
  static async begin(invocation: Invocation, options: LiveRecordingOptions): Promise<LiveRecording> {
    const { openReflectors, PromoteDesk: Desk } = await import('@rectrace/cluster');
    const { clock, random } = invocation.surroundings;
    const reflectors = openReflectors({ connection: options.cluster, clock, random });
    const recording = new LiveRecording(invocation, options, { reflectors, openDesk: (desk) => new Desk(desk) });
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

  /**
   * What is news, as it is recorded; ends when the recording ends. What the recorder wants is carried out beside it: the recording waits for its
   * reader, and answers wait for the recording. @throws what the recording fails with
   */
  async *recorded(): AsyncGenerator<Recorded> {
    for await (const recorded of this.#run.subscribe({ when: 'recorded' })) {
      for (const want of recorded.wants) this.#carryOut(want);
      for (const { ref } of recorded.members) this.#followBodies(ref);
      yield this.#catchUp.news(recorded);
    }
  }

  /** Kinds that come while it runs are followed too; the reflectors notice those that go or change their version. */
  async #followServed(): Promise<void> {
    const { followServed } = await import('@rectrace/cluster');
    const { cluster } = this.#options;
    const { clock, random } = this.#invocation.surroundings;
    const { signal } = this.#stop;
    const what = 'what the server serves can not be read';
    const problem = (reason: string): void => this.#warnOf(what, reason);
    cluster.discovery.onChange(() => this.#beside(what, async () => this.#followAlso(await this.#options.replan())), signal);
    this.#tasks.push(followServed({ discovery: cluster.discovery, source: cluster.listWatch, clock, random, problem, signal }));
  }

  /** Does it while the recording goes on; that it failed is said. */
  #beside(what: string, work: () => Promise<void>): void {
    const task = work().catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.#warnOf(what, failureOf(error).line);
    });
    this.#tasks.push(task);
  }

  #warnOf(what: string, reason: string): void {
    this.#invocation.screen.warn(`${what}: ${reason}`);
  }

  /** Ends following; what was recorded is committed. */
  async end(): Promise<void> {
    this.#warnOfForbidden();
    this.#stop.abort();
    // Closed first: an answer that waits for room in their queue would wait for ever.
    await this.#reflectors.close();
    await Promise.all([this.#desk.ended(), ...this.#tasks]);
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

  #carryOut(want: Want): void {
    if (want.kind === 'Promote') {
      this.#desk.ask(want);
      return;
    }
    const { namespace } = want;
    if (this.#namespaces.has(namespace) || this.#namespaces.has('')) return;
    this.#namespaces.add(namespace);
    const { cluster, rules } = this.#options;
    const inTree = new Set(rules.members.flatMap(({ by, child }) => (by === 'namespace' ? [child] : [])));
    const whole = (resource: ApiResource): boolean => inTree.has('*') || inTree.has(formatGroupKind(resource));
    this.#beside(`namespace ${namespace} can not be followed`, async () =>
      this.#followAlso(await namespaceQueries(cluster, namespace), whole),
    );
  }

  /**
   * Collections that came to the plan later go on where an earlier recording of them ended, and by their metadata where they have many objects, too.
   * whole: those with bodies all the same, as the tree has all of their objects.
   */
  async #followAlso(queries: readonly ListWatchQuery[], whole: (resource: ApiResource) => boolean = () => false): Promise<void> {
    const added = queries.filter((query) => !this.#followed.has(scopeKey(query)));
    for (const query of added) this.#followed.add(scopeKey(query));
    const { cluster, places } = this.#options;
    const { signal } = this.#stop;
    const measured = await measurePlan(cluster, added, { signal, whole });
    for (const planned of await planResume(cluster, measured, { places, signal })) {
      if (planned.beginning.kind === 'resume') this.#catchUp.expect(scopeKey(planned.query), planned.beginning);
      this.#want(planned);
    }
  }

  #want({ query, resume }: PlannedWatch): void {
    if (query.metadataOnly === true) this.#bodiless.add(query);
    this.#reflectors.want(query, resume === undefined ? {} : { resume });
  }

  /** A collection that is followed by its metadata has a member: it goes on from its place with bodies, the member's among them. */
  #followBodies(ref: ObjectRef): void {
    for (const query of this.#bodiless) {
      const { resource, namespace } = query;
      if (resource.kind !== ref.kind || resource.group !== ref.group || (namespace !== '' && namespace !== ref.namespace)) continue;
      this.#bodiless.delete(query);
      this.#reflectors.want({ resource, namespace });
    }
  }

  /** Under which the object's kind is followed. */
  #namespaceOf(resource: ApiResource, { namespace }: ObjectRef): string {
    return this.#followed.has(scopeKey({ resource, namespace })) ? namespace : '';
  }
}
