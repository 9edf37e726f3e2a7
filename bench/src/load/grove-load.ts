// Several trees in one cluster, in each of which things happen: what many roots are to one recorder.
import type { RecordedLives } from './recorded-life.ts';
import type { LoadMessage } from './tree-load.ts';
import { TreeLoad, Versions } from './tree-load.ts';

export class GroveLoad {
  readonly rootNames: readonly string[];
  readonly #trees: readonly TreeLoad[];
  readonly #random: () => number;

  /** @param options.nodes objects in each tree */
  constructor(lives: RecordedLives, options: { readonly trees: number; readonly nodes: number; readonly random: () => number }) {
    const { trees, nodes, random } = options;
    const versions = new Versions();
    this.#random = random;
    this.#trees = Array.from({ length: trees }, (_, tree) => new TreeLoad(lives, { nodes, random, versions, tree }));
    this.rootNames = this.#trees.map(({ rootName }) => rootName);
  }

  /** What exists, kind by kind. */
  *list(): Generator<LoadMessage> {
    for (const wanted of ['Deployment', 'ReplicaSet', 'Pod']) {
      for (const tree of this.#trees) for (const message of tree.list()) if (message.kind === wanted) yield message;
    }
  }

  /** The next thing that happens somewhere. */
  next(): LoadMessage {
    const tree = this.#trees[Math.floor(this.#random() * this.#trees.length)];
    if (tree === undefined) throw new RangeError('a grove needs trees');
    return tree.next();
  }
}
