// The files of all containers that a script gives files. What is copied into a container is kept as long as its pod is there; a fork begins
// with all of it, and neither side sees what the other copies later.
import type { JsonObject } from '@rectrace/kube';
import type { OrderedMap } from '../../storage/ordered-map.ts';
import { emptyMap, valueIn, walkFrom, withEntry, withoutEntry } from '../../storage/ordered-map.ts';
import type { Store, StoreWatch } from '../../storage/store.ts';
import { nameOf, namespaceOf, uidOf } from '../metadata.ts';
import type { AskedContainer } from '../pod-answers/find-answers.ts';
import { firstAnswer } from '../pod-answers/find-answers.ts';
import type { Content, PodAnswers } from '../pod-answers/pod-answers.ts';
import type { Extent, FileTree } from './file-tree.ts';
import { difference, isWithin, sum, treeWith, withFile } from './file-tree.ts';

/** The files of one container. */
export type ContainerDisk = {
  readonly tree: () => FileTree;
  /** `path`: absolute. */
  readonly write: (path: string, bytes: Uint8Array) => WriteOutcome;
};

export type WriteOutcome =
  | { readonly kind: 'written' }
  /** `reason`: as tar says it. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Trees that something was copied into, by uid of the pod and name of the container. A value. */
type Copied = { readonly trees: OrderedMap<string, FileTree>; readonly extent: Extent };

type Files = Readonly<Record<string, Content>>;

/** What control planes of the same script share, and what a fork has of its base. */
type Inherited = { readonly scripted: Map<Files, FileTree>; readonly copied: Copied };

const MIB = 1024 * 1024;
/** Of one container. */
const MOST_OF_ONE: Extent = { bytes: 64 * MIB, names: 65_536 };
/** Of all containers that something was copied into. */
const MOST_OF_ALL: Extent = { bytes: 256 * MIB, names: 262_144 };
/** Of a path, as on Linux. */
const MOST_PATH_LETTERS = 4_096;
const WRITTEN: WriteOutcome = { kind: 'written' };
const NOTHING: Copied = { trees: emptyMap(), extent: { bytes: 0, names: 0 } };
const PODS = 'pods';
const BATCH = 256;

export class ContainerFiles {
  readonly #answers: PodAnswers;
  readonly #store: Store;
  /** Read once for all containers that have them. */
  readonly #scripted: Map<Files, FileTree>;
  #copied: Copied;
  /** Open as long as something is kept. */
  #pods: StoreWatch | undefined;

  constructor(answers: PodAnswers, store: Store, { scripted = new Map(), copied = NOTHING }: Partial<Inherited> = {}) {
    this.#answers = answers;
    this.#store = store;
    this.#scripted = scripted;
    this.#copied = copied;
    this.#watchPods();
  }

  /** `store`: of the fork. */
  fork(store: Store): ContainerFiles {
    return new ContainerFiles(this.#answers, store, { scripted: this.#scripted, copied: this.#copied });
  }

  /** Undefined where the script gives the container no files. */
  diskOf({ pod, container }: AskedContainer): ContainerDisk | undefined {
    const files = firstAnswer(this.#answers, { pod, container }, 'files');
    if (files === undefined) return undefined;
    const key = `${uidOf(pod)}/${container}`;
    const tree = (): FileTree => valueIn(this.#copied.trees, key) ?? this.#scriptedTree(files);
    const write = (path: string, bytes: Uint8Array): WriteOutcome => {
      if (path.length >= MOST_PATH_LETTERS) return { kind: 'refused', reason: 'Cannot open: File name too long' };
      return this.#isThere(pod) ? this.#keep(key, withFile(tree(), path, bytes)) : WRITTEN;
    };
    return { tree, write };
  }

  #scriptedTree(files: Files): FileTree {
    const tree = this.#scripted.get(files) ?? treeWith(files);
    this.#scripted.set(files, tree);
    return tree;
  }

  /** What is copied into a pod that has just gone is gone with it. */
  #isThere(pod: JsonObject): boolean {
    const stored = this.#store.get({ resource: PODS, key: `${namespaceOf(pod)}/${nameOf(pod)}` });
    return stored !== undefined && uidOf(stored.object) === uidOf(pod);
  }

  #keep(key: string, tree: FileTree): WriteOutcome {
    const extent = sum(this.#extentWithout(key), tree.extent);
    if (!isWithin(tree.extent, MOST_OF_ONE) || !isWithin(extent, MOST_OF_ALL)) {
      return { kind: 'refused', reason: 'Cannot write: No space left on device' };
    }
    this.#copied = { trees: withEntry(this.#copied.trees, key, tree), extent };
    this.#watchPods();
    return WRITTEN;
  }

  #extentWithout(key: string): Extent {
    const kept = valueIn(this.#copied.trees, key);
    return kept === undefined ? this.#copied.extent : difference(this.#copied.extent, kept.extent);
  }

  #watchPods(): void {
    if (this.#pods !== undefined || this.#copied.trees.size === 0) return;
    const opened = this.#store.watch(PODS, { after: this.#store.revision, onWrite: () => this.#note() });
    if (opened.kind === 'watch') this.#pods = opened.watch;
  }

  #note(): void {
    const read = this.#pods?.read(BATCH);
    if (read?.kind !== 'records') return;
    for (const { kind, object } of read.records) if (kind === 'deleted') this.#forget(uidOf(object));
    if (this.#copied.trees.size > 0) return;
    this.#pods?.close();
    this.#pods = undefined;
  }

  #forget(uid: string): void {
    const keys: string[] = [];
    walkFrom(this.#copied.trees, `${uid}/`, (key) => key.startsWith(`${uid}/`) && keys.push(key) > 0);
    for (const key of keys) this.#copied = { extent: this.#extentWithout(key), trees: withoutEntry(this.#copied.trees, key) };
  }
}
