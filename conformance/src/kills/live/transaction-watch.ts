// Sees from outside whether a process is inside a transaction of its SQLite history, without its help: the operating system says who holds the
// write lock of the log, byte 120 of the file beside the history (Linux: /proc/locks). A process is halted before it is looked at for the last
// time, so that what was seen is what it is killed in.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CommitWatch } from '../kill-rounds.ts';

const WRITE_LOCK = 120;
/** ID: POSIX ADVISORY WRITE pid major:minor:inode first last */
const LOCK_LINE = /POSIX +ADVISORY +(READ|WRITE) (\d+) [0-9a-f]+:[0-9a-f]+:(\d+) (\d+) (\d+|EOF)$/;

type Lock = { readonly write: boolean; readonly first: number; readonly last: number };

export class TransactionWatch implements CommitWatch {
  readonly #memory: string;

  /** The path of the history. */
  constructor(history: string) {
    this.#memory = `${history}-shm`;
  }

  /** Whether it has the history open. */
  hasOpened(process: ChildProcess): boolean {
    return this.#locksOf(process).length > 0;
  }

  isInside(process: ChildProcess): boolean {
    return this.#locksOf(process).some(({ write, first, last }) => write && first <= WRITE_LOCK && last >= WRITE_LOCK);
  }

  async kill(process: ChildProcess): Promise<boolean> {
    const ended = once(process, 'exit');
    process.kill('SIGSTOP');
    while (isRunning(process)) await nextTurn();
    const inside = this.isInside(process);
    process.kill('SIGKILL');
    await ended;
    return inside;
  }

  #locksOf({ pid }: ChildProcess): readonly Lock[] {
    const inode = statSync(this.#memory, { throwIfNoEntry: false })?.ino;
    return readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, mode, owner, file, first, last] = LOCK_LINE.exec(line) ?? [];
        if (Number(owner) !== pid || Number(file) !== inode) return [];
        return [{ write: mode === 'WRITE', first: Number(first), last: last === 'EOF' ? Number.POSITIVE_INFINITY : Number(last) }];
      });
  }
}

/** Neither halted nor dead. */
function isRunning({ pid }: ChildProcess): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[TtZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return false;
    throw error;
  }
}
