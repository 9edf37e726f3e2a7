// A file that a kubeconfig names, or one itself, without waiting for whom may never come.

import { readFileSync, statSync } from 'node:fs';

/** Pipes that the shell opened for this process, as in --kubeconfig <(…). */
const OPEN = /^\/dev\/(?:fd\/|stdin$)|^\/proc\/self\/fd\//;

/** @throws Error for a named pipe, whose writer may never come; NodeJS.ErrnoException */
export function readFile(path: string): Buffer {
  if (!OPEN.test(path) && statSync(path, { throwIfNoEntry: false })?.isFIFO() === true) throw new Error('it is a named pipe; name a file');
  return readFileSync(path);
}
