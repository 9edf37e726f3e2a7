// A tree of any size with a life of its own: a Deployment, ReplicaSets of up to 50 Pods, and an endless stream of what their controllers write:
// Pods go through their recorded lives from creation to deletion, workloads get their recorded status updates. All of it as an API server's text.
import type { Moment, Names, RecordedLives } from './recorded-life.ts';
import { fillIn } from './recorded-life.ts';

export type LoadMessage = { readonly type: string; readonly kind: LoadKind; readonly text: string };
export type LoadKind = 'ConfigMap' | 'Deployment' | 'ReplicaSet' | 'Pod';

type Slot = { readonly names: Omit<Names, 'version'>; readonly kind: LoadKind; readonly life: readonly Moment[]; readonly next: number };

const PODS_PER_SET = 50;
/** Moments of a Pod's recorded life: 2 = Ready for the first time. */
const POD_READY = 2;

/** Gives every write its resourceVersion; one for all that is in one cluster. */
export class Versions {
  #last = 1_000;

  next(): number {
    this.#last += 1;
    return this.#last;
  }
}

export class TreeLoad {
  readonly rootName: string;
  readonly #pods: Slot[] = [];
  readonly #workloads: Slot[] = [];
  readonly #lives: RecordedLives;
  readonly #random: () => number;
  readonly #tree: number;
  readonly #rootUid: string;
  readonly #versions: Versions;
  #born = 0;

  /** @param options.nodes objects in the tree, at least 3. tree: its number, where there are several. */
  constructor(
    lives: RecordedLives,
    options: { readonly nodes: number; readonly random: () => number; readonly versions: Versions; readonly tree?: number },
  ) {
    const { nodes, random, versions, tree = 0 } = options;
    this.#versions = versions;
    this.#lives = lives;
    this.#random = random;
    this.#tree = tree;
    this.#rootUid = loadUid('d', { tree, count: 0 });
    this.rootName = `web-${tree}`;
    const root = { name: this.rootName, uid: this.#rootUid, owner: '', ownerUid: '' };
    this.#workloads.push(settledWorkload(root, 'Deployment', lives.deployment));
    let left = nodes - 1;
    for (let set = 0; left > 0; set++) {
      const pods = Math.min(PODS_PER_SET, left - 1);
      left -= pods + 1;
      this.#addSet(set, pods);
    }
  }

  /** Everything that exists before the stream begins, for a first list. */
  *list(): Generator<LoadMessage> {
    for (const slot of [...this.#workloads, ...this.#pods]) yield this.#tell(slot, slot.next - 1);
  }

  /** The next thing that happens somewhere in the tree: of 5, 4 to Pods. */
  next(): LoadMessage {
    const pool = this.#random() < 0.2 ? this.#workloads : this.#pods;
    const index = Math.floor(this.#random() * pool.length);
    const slot = pool[index];
    if (slot === undefined) throw new RangeError('a tree needs Pods');
    const told = this.#tell(slot, slot.next);
    pool[index] = slot.kind === 'Pod' ? this.#grown(slot) : { ...slot, next: slot.next + 1 };
    return told;
  }

  #addSet(set: number, pods: number): void {
    const names = {
      name: `${this.rootName}-${set}`,
      uid: loadUid('a', { tree: this.#tree, count: set }),
      owner: this.rootName,
      ownerUid: this.#rootUid,
    };
    this.#workloads.push(settledWorkload(names, 'ReplicaSet', this.#lives.replicaSet));
    for (let pod = 0; pod < pods; pod++) this.#pods.push({ ...this.#newPod(names), next: POD_READY + 1 });
  }

  #newPod({ name, uid }: { readonly name: string; readonly uid: string }): Slot {
    this.#born += 1;
    const ownUid = loadUid('b', { tree: this.#tree, count: this.#born });
    const ownName = `${name}-${this.#born.toString(36).padStart(5, '0')}`;
    return { names: { name: ownName, uid: ownUid, owner: name, ownerUid: uid }, kind: 'Pod', life: this.#lives.pod, next: 0 };
  }

  /** A Pod that was deleted is followed by another of the same ReplicaSet. */
  #grown(slot: Slot): Slot {
    const next = slot.next + 1;
    return next < slot.life.length ? { ...slot, next } : this.#newPod({ name: slot.names.owner, uid: slot.names.ownerUid });
  }

  #tell({ names, kind, life }: Slot, index: number): LoadMessage {
    const moment = life[index % life.length];
    if (moment === undefined) throw new RangeError(`the recorded ${kind} has no such moment`);
    return { type: moment.type, kind, text: fillIn(moment, { ...names, version: this.#versions.next() }) };
  }
}

/** Goes on getting the status updates of the generation that got most of them. */
function settledWorkload(names: Omit<Names, 'version'>, kind: LoadKind, moments: readonly Moment[]): Slot {
  const byGeneration = Map.groupBy(moments, ({ generation }) => generation);
  const [life = moments] = [...byGeneration.values()].sort((left, right) => right.length - left.length);
  return { names, kind, life, next: life.length };
}

/** A uid of its own for every object of a load. letter: one hexadecimal digit per kind. */
export function loadUid(letter: string, { tree, count }: { readonly tree: number; readonly count: number }): string {
  return `${letter}${tree.toString(16).padStart(7, '0')}-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
}
