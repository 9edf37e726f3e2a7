// The text of a file that a flag names.

import { readTextFile } from '@rectrace/history';
import { NotFoundError, UnreadableFileError, UsageError } from './errors.ts';

/** flag: 'rules'. @throws NotFoundError, UnreadableFileError, UsageError */
export function readFlagFile(flag: string, path: string): string {
  try {
    return readTextFile(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT') throw new NotFoundError(`there is no file ${path}`, { cause });
    if (code === 'EISDIR') throw new UsageError(`--${flag} ${path}: it is a folder`, { hint: 'name a file', cause });
    throw new UnreadableFileError(`${path} can not be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
