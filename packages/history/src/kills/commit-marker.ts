// One byte in a file that says whether a process is inside a commit. It outlives the process, however that ends.

import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Commit, HistoryWriter } from '../history-writer.ts';

const OUTSIDE = Buffer.from('0');
const INSIDE = Buffer.from('1');

/** A writer that marks each of its commits in the file. */
export function markedWriter(writer: HistoryWriter, file: string): HistoryWriter {
  const marker = openSync(file, 'r+');
  return {
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

/** Looks at the mark of another process. */
export class MarkerWatch {
  readonly #file: number;
  readonly #byte = Buffer.alloc(1);

  /** Makes the file, outside of a commit. */
  constructor(file: string) {
    this.#file = openSync(file, 'w+');
    this.reset();
  }

  get inside(): boolean {
    readSync(this.#file, this.#byte, 0, 1, 0);
    return this.#byte[0] === INSIDE[0];
  }

  reset(): void {
    writeSync(this.#file, OUTSIDE, 0, 1, 0);
  }

  close(): void {
    closeSync(this.#file);
  }
}
