// Whether an argument is the FILE of a recording or names an object.

import { statSync } from 'node:fs';

const PATH_START = /^(\.{0,2}\/|~\/|[A-Za-z]:\\)/;
const EXTENSION = /\.(ndjson|jsonl|json|rec)(\.gz)?$/;

/** By its look; else where it is the path of a file, and no KIND/NAME looks like one. */
export function isRecording(argument: string): boolean {
  if (PATH_START.test(argument) || EXTENSION.test(argument)) return true;
  return statSync(argument, { throwIfNoEntry: false })?.isFile() === true;
}
