// The ownership rules of this process: the built-in ones and those of --rules.

import { readFileSync } from 'node:fs';
import { reasonOf } from '@rectrace/cluster';
import type { KindPattern, OwnershipRules } from '@rectrace/trace';
import { builtinRules, kindsOf, mergeRules, parseRules } from '@rectrace/trace';
import { ControllerError } from './errors.ts';

/** kinds: those that the files name, which have to be watched. */
export type LoadedRules = { readonly rules: OwnershipRules; readonly kinds: readonly KindPattern[] };

/** @throws RulesFileError with line and key; ControllerError where a file cannot be read */
export function loadRules(files: readonly string[]): LoadedRules {
  const own = files.map((file) => parseRules(readText(file), { file }));
  return { rules: mergeRules([builtinRules(), ...own]), kinds: [...new Set(own.flatMap(kindsOf))].sort() };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ControllerError(`--rules ${file}: ${reasonOf(error)}`, { code: 'OPTION_INVALID', cause: error });
  }
}
