// A crowd of objects that nobody traces: Deployments with their ReplicaSets and Pods, and ConfigMaps, each of at least 2 kB.
// It holds next to nothing itself, so that it can share a process with what is measured.
import type { RecordedLives } from './recorded-life.ts';
import { fillIn } from './recorded-life.ts';
import type { LoadMessage } from './tree-load.ts';
import { loadUid, TreeLoad, Versions } from './tree-load.ts';

const TREE_NODES = 25;
const LEAST_BYTES = 2_048;
const CONFIG_SHARE = 0.3;
/** Trees in which things go on happening. */
const LIVELY = 20;

export class CrowdLoad {
  readonly #lives: RecordedLives;
  readonly #random: () => number;
  readonly #versions = new Versions();
  readonly #trees: number;
  readonly #configs: number;
  readonly #lively: readonly TreeLoad[];

  /** @param options.objects how many, rounded up to whole trees */
  constructor(lives: RecordedLives, options: { readonly objects: number; readonly random: () => number }) {
    const { objects, random } = options;
    this.#lives = lives;
    this.#random = random;
    this.#configs = Math.round(objects * CONFIG_SHARE);
    this.#trees = Math.ceil((objects - this.#configs) / TREE_NODES);
    this.#lively = Array.from({ length: Math.min(LIVELY, this.#trees) }, (_, tree) => this.#tree(tree));
  }

  /** What exists, kind by kind. */
  *list(): Generator<LoadMessage> {
    for (let count = 0; count < this.#configs; count++) yield this.#config(count);
    for (const wanted of ['Deployment', 'ReplicaSet', 'Pod']) yield* this.#listKind(wanted);
  }

  /** The next thing that happens somewhere in the crowd. */
  next(): LoadMessage {
    const tree = this.#lively[Math.floor(this.#random() * this.#lively.length)];
    if (tree === undefined) throw new RangeError('a crowd needs trees');
    return tree.next();
  }

  *#listKind(wanted: string): Generator<LoadMessage> {
    for (let tree = 0; tree < this.#trees; tree++) {
      for (const message of (this.#lively[tree] ?? this.#tree(tree)).list()) if (message.kind === wanted) yield message;
    }
  }

  #tree(tree: number): TreeLoad {
    return new TreeLoad(this.#lives, { nodes: TREE_NODES, random: this.#random, versions: this.#versions, tree });
  }

  #config(count: number): LoadMessage {
    const [moment] = this.#lives.configMap;
    if (moment === undefined) throw new RangeError('the recording has no ConfigMap');
    const names = { name: `settings-${count}`, uid: loadUid('c', { tree: 0, count }), owner: '', ownerUid: '', version: 1_000 };
    const text = fillIn(moment, names);
    const missing = LEAST_BYTES - text.length;
    return {
      type: 'ADDED',
      kind: 'ConfigMap',
      text: missing > 0 ? text.replace('"data":{', `"data":{"more":"${'x'.repeat(missing)}",`) : text,
    };
  }
}
