// Makes a folder and those above it. Node's own mkdir with `recursive` never returns where a file system answers ENOENT to a name below a
// folder that is there, as /proc does (v24): it takes the folder above for missing, finds it, and begins again.

import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** mode: of each folder that is made. One that is there stays as it is. @throws NodeJS.ErrnoException */
export function ensureFolder(folder: string, mode?: number): void {
  const path = resolve(folder);
  if (isFolder(path)) return;
  if (dirname(path) !== path) ensureFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

/** Follows links. Another process may make it at the same time. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
