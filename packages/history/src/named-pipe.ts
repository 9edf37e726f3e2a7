// Named pipes where a file is wanted: opening one waits until somebody opens its other end, which may be never.

import { readFileSync, statSync } from 'node:fs';

/** What this process was started with: <(…) of a shell, standard input. */
const INHERITED = /^\/dev\/(?:fd\/|std(?:in|out|err)$)|^\/proc\/self\/fd\//;

/** The pipes of this process itself are open at both ends. @throws NodeJS.ErrnoException for a path that cannot be looked at */
export function refuseNamedPipe(path: string): void {
  if (!INHERITED.test(path) && statSync(path, { throwIfNoEntry: false })?.isFIFO() === true)
    throw new Error('it is a named pipe, whose other end may never be opened; name a file');
}

/** The text of a file. @throws Error, NodeJS.ErrnoException */
export function readTextFile(path: string): string {
  refuseNamedPipe(path);
  return readFileSync(path, 'utf8');
}
