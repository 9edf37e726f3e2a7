// One byte in a file that says whether a process is inside a commit. It outlives the process, however that ends.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Commit, HistoryWriter } from '@rectrace/history';
import type { CommitWatch } from '../kill-rounds.ts';

const OUTSIDE = Buffer.from('0');
const INSIDE = Buffer.from('1');

/** A writer that marks each of its commits in the file. */
export function markedWriter(writer: HistoryWriter, file: string): HistoryWriter {
  const marker = openSync(file, 'r+');
  return {
    get fence() {
      return writer.fence;
    },
    commit(commit: Commit): void {
      writeSync(marker, INSIDE, 0, 1, 0);
      writer.commit(commit);
      writeSync(marker, OUTSIDE, 0, 1, 0);
    },
    close(): void {
      writer.close();
      closeSync(marker);
    },
  };
}

/** Looks at the mark of another process, one at a time. */
export class MarkerWatch implements CommitWatch {
  readonly #file: number;
  readonly #byte = Buffer.alloc(1);

  /** Makes the file, outside of a commit. */
  constructor(file: string) {
    this.#file = openSync(file, 'w+');
    this.#reset();
  }

  isInside(): boolean {
    readSync(this.#file, this.#byte, 0, 1, 0);
    return this.#byte[0] === INSIDE[0];
  }

  async kill(process: ChildProcess): Promise<boolean> {
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
    const inside = this.isInside();
    this.#reset();
    return inside;
  }

  close(): void {
    closeSync(this.#file);
  }

  #reset(): void {
    writeSync(this.#file, OUTSIDE, 0, 1, 0);
  }
}
