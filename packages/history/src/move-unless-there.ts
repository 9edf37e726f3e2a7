// Puts a whole file in its place, unless one is there.

import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';

type Moving = { readonly from: string; readonly to: string };

/**
 * Whoever reads `to` finds nothing or all of it. False where something stands there: it stays, and so does `from`. link: of files, for tests.
 * @throws NodeJS.ErrnoException
 */
export function moveUnlessThere({ from, to }: Moving, link: (from: string, to: string) => void = linkSync): boolean {
  try {
    link(from, to);
  } catch {
    // There, or a folder, or on a file system without links: then of two that come at once the last one stays.
    if (existsSync(to)) return false;
    renameSync(from, to);
    return true;
  }
  rmSync(from);
  return true;
}
