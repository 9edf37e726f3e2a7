// A file of --rules.

import { reasonOf } from '@rectrace/cluster';
import { readTextFile } from '@rectrace/history';
import { ControllerError } from './errors.ts';

/** Its text. @throws ControllerError OPTION_INVALID where it cannot be read */
export function readRules(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new ControllerError(`--rules ${file}: ${reasonOf(error)}`, { code: 'OPTION_INVALID', cause: error });
  }
}
