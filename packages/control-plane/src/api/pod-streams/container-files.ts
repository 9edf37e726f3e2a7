// The files of all containers that a script gives files: what is copied into one stays as long as its pod is remembered.

import { uidOf } from '../metadata.ts';
import type { AskedContainer } from '../pod-answers/find-answers.ts';
import { firstAnswer } from '../pod-answers/find-answers.ts';
import type { PodAnswers } from '../pod-answers/pod-answers.ts';
import { FileTree } from './file-tree.ts';

/** Of more the oldest are as the script has them again. */
const MOST_TREES = 1_000;

export class ContainerFiles {
  readonly #answers: PodAnswers;
  readonly #trees = new Map<string, FileTree>();

  constructor(answers: PodAnswers) {
    this.#answers = answers;
  }

  /** Undefined where the script gives the container no files. */
  treeOf({ pod, container }: AskedContainer): FileTree | undefined {
    const key = `${uidOf(pod)}/${container}`;
    const known = this.#trees.get(key);
    if (known !== undefined) return known;
    const files = firstAnswer(this.#answers, { pod, container }, 'files');
    if (files === undefined) return undefined;
    const tree = new FileTree(files);
    this.#trees.set(key, tree);
    const [oldest] = this.#trees.keys();
    if (this.#trees.size > MOST_TREES && oldest !== undefined) this.#trees.delete(oldest);
    return tree;
  }
}
