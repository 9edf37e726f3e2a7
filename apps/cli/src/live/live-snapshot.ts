// The tree of a root as the cluster shows it now: one list of each kind through the recorder.

import type { ClusterConnection } from '@rectrace/cluster';
import type { KubeObject, ListWatchQuery } from '@rectrace/kube';
import { asUid, formatGroupKind } from '@rectrace/kube';
import type { OwnershipRules, Recorded, RootTarget, RootView, Want } from '@rectrace/trace';
import { isEvent, objectStates, Recorder } from '@rectrace/trace';
import { flattenTree } from '@rectrace/view';
import type { LiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { ForbiddenError } from '../errors.ts';
import { targetOf } from '../sources/recorder-setup.ts';
import type { RootStory } from '../sources/root-story.ts';
import { storyOf } from '../sources/root-story.ts';
import type { StateJudge } from '../state-expression.ts';
import type { Surviving } from './earlier-objects.ts';
import { claimsOf, earlierNotes, eventsOfEarlier } from './earlier-objects.ts';
import { HiddenKinds } from './hidden-kinds.ts';
import { listOnce } from './list-once.ts';
import { membersBelow } from './members-below.ts';
import { missingObject } from './missing-object.ts';
import { SnapshotBook } from './snapshot-book.ts';
import { namespaceOf, namespaceQueries, planWatches } from './watch-plan.ts';

/** Bodies of objects in no tree (yet) that are held; beyond it those that join later are read again. */
const WAITING_BYTES = 64 * 1024 * 1024;

export type SnapshotOptions = {
  readonly rules: OwnershipRules;
  readonly redact: (object: KubeObject) => KubeObject;
  readonly judge?: StateJudge | undefined;
};

/** events: all that were listed, redacted, also those about objects that are gone. */
export type Snapshot = { readonly story: RootStory; readonly events: readonly KubeObject[] };

/** Cycles are not known from one look; the story has the tree, bodies and Events. @throws NotFoundError where the root is not there */
export async function takeSnapshot(
  invocation: Invocation,
  { cluster, target, ...options }: SnapshotOptions & { readonly cluster: ClusterConnection; readonly target: LiveTarget },
): Promise<Snapshot> {
  const root = targetOf(
    { group: target.resource.group, kind: target.resource.kind, namespace: target.namespace, name: target.name },
    options.judge,
  );
  const snapshot = new SnapshotReading(invocation, { cluster, root, ...options });
  await snapshot.read(target);
  const story = snapshot.story();
  if (story === undefined && snapshot.isHidden(target))
    throw new ForbiddenError(`there is no right to list ${target.resource.resource}`, {
      hint: 'rectrace doctor names all that is missing',
    });
  if (story === undefined) throw await missingObject(cluster, { target, ...hintAtEarlier(target, snapshot.events) });
  return { story, events: snapshot.events };
}

/** Where to find the Events of an object that is gone. */
function hintAtEarlier({ resource, namespace, name }: LiveTarget, events: readonly KubeObject[]): { readonly hint?: string } {
  const [uid] = [...eventsOfEarlier({ kind: resource.kind, namespace, name, uid: '' }, events).keys()];
  if (uid === undefined) return {};
  return {
    hint: `Events of an earlier object of this name are there: kubectl get events -n ${namespace} --field-selector involvedObject.uid=${uid}`,
  };
}

/** The kinds of the root's tree, as formatGroupKind writes them, by one look at the collections of a plan. */
export async function kindsOfTree(
  invocation: Invocation,
  {
    cluster,
    target,
    plan,
    ...options
  }: SnapshotOptions & { readonly cluster: ClusterConnection; readonly target: LiveTarget; readonly plan: readonly ListWatchQuery[] },
): Promise<ReadonlySet<string>> {
  const { group, kind } = target.resource;
  const root = targetOf({ group, kind, namespace: target.namespace, name: target.name }, options.judge);
  const snapshot = new SnapshotReading(invocation, { cluster, root, ...options });
  await snapshot.read(target, plan);
  const tree = snapshot.story()?.tree;
  return new Set(tree === undefined ? [] : flattenTree(tree).map(({ node }) => formatGroupKind(node.ref)));
}

type Parts = SnapshotOptions & { readonly cluster: ClusterConnection; readonly root: RootTarget };

class SnapshotReading {
  readonly #invocation: Invocation;
  readonly #parts: Parts;
  readonly #book = new SnapshotBook();
  readonly #recorder: Recorder;
  readonly #hidden = new HiddenKinds();
  readonly #wants: Want[] = [];
  readonly #events: KubeObject[] = [];
  readonly #kinds = new Set<string>();
  readonly #there = new Set<string>();
  readonly #claims: string[] = [];

  constructor(invocation: Invocation, parts: Parts) {
    this.#invocation = invocation;
    this.#parts = parts;
    this.#recorder = new Recorder({ rules: parts.rules, redact: parts.redact, waitingBytes: WAITING_BYTES });
    this.#keep(this.#recorder.addRoot(parts.root));
  }

  /** Lists what the root's namespace holds, or what the plan says; then what the recorder still wants. */
  async read(target: LiveTarget, plan?: readonly ListWatchQuery[]): Promise<void> {
    const { cluster, rules } = this.#parts;
    await this.#list(plan ?? (await planWatches(cluster, { namespace: namespaceOf(target), rules, target })));
    const seen = new Set<string>([namespaceOf(target)]);
    for (let want = this.#wants.shift(); want !== undefined; want = this.#wants.shift()) await this.#answer(want, seen);
    this.#keep(this.#recorder.finish());
  }

  isHidden({ resource }: LiveTarget): boolean {
    return this.#hidden.has(resource);
  }

  get events(): readonly KubeObject[] {
    return this.#events;
  }

  story(): RootStory | undefined {
    const view = this.#recorder.view(this.#parts.root.id);
    const hidden = this.#hidden.text();
    if (view === undefined) return undefined;
    const root = view.ref === undefined ? undefined : this.#recorder.body(view.ref.uid);
    const notes = [
      ...(hidden === '' ? [] : [`not visible: ${hidden}`]),
      ...(root === undefined ? [] : earlierNotes(root, this.#surviving(view))),
    ];
    return storyOf(view, {
      reader: this.#book,
      states: objectStates(this.#parts.rules),
      now: this.#invocation.surroundings.clock.now(),
      source: `${this.#parts.cluster.server} now`,
      notes,
    });
  }

  #surviving({ tree }: RootView): Surviving {
    const members = membersBelow(tree, (uid) => this.#recorder.body(asUid(uid)));
    return { kinds: this.#kinds, there: this.#there, claims: this.#claims, events: this.#events, members };
  }

  async #list(plan: Parameters<typeof listOnce>[0]['plan']): Promise<void> {
    const { clock, signal } = this.#invocation.surroundings;
    for await (const message of listOnce({ cluster: this.#parts.cluster, plan, clock, signal })) {
      this.#hidden.note(message);
      if (message.kind === 'ListBegin') this.#kinds.add(message.objectKind);
      if (message.kind === 'Listed') this.#note(message.object);
      this.#keep(this.#recorder.record(message));
    }
  }

  #note(object: KubeObject): void {
    this.#there.add(object.metadata.uid ?? '');
    this.#claims.push(...claimsOf(object));
    if (isEvent(object)) this.#events.push(this.#parts.redact(object));
  }

  async #answer(want: Want, seen: Set<string>): Promise<void> {
    if (want.kind === 'Promote') return this.#promote(want);
    if (seen.has(want.namespace)) return;
    seen.add(want.namespace);
    await this.#list(await namespaceQueries(this.#parts.cluster, want.namespace));
  }

  async #promote(want: Extract<Want, { readonly kind: 'Promote' }>): Promise<void> {
    const { answerPromote } = await import('@rectrace/cluster');
    const { cluster } = this.#parts;
    const { clock, signal } = this.#invocation.surroundings;
    const answer = await answerPromote(want, {
      served: await cluster.discovery.served(),
      source: cluster.listWatch,
      clock,
      namespaceOf: () => want.ref.namespace,
      signal,
    });
    if (answer.kind !== 'answered') return;
    for (const message of answer.messages) this.#keep(this.#recorder.record(message));
  }

  #keep(recorded: Recorded): void {
    this.#book.keep(recorded);
    for (const want of recorded.wants) this.#wants.push(want);
  }
}
