// A file of --rules.

import { readFileSync } from 'node:fs';
import { reasonOf } from '@rectrace/cluster';
import { ControllerError } from './errors.ts';

/** Its text. @throws ControllerError OPTION_INVALID where it cannot be read */
export function readRules(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ControllerError(`--rules ${file}: ${reasonOf(error)}`, { code: 'OPTION_INVALID', cause: error });
  }
}
