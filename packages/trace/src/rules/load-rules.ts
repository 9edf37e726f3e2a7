// The rules that a process goes by: the built-in ones and those of the user's files.

import { builtinRules } from './builtin-rules.ts';
import type { KindPattern, OwnershipRules } from './ownership-rules.ts';
import { kindsOf, mergeRules } from './ownership-rules.ts';
import { parseRules } from './parse-rules.ts';

/** kinds: those that the files name, sorted; they have to be watched. */
export type LoadedRules = { readonly rules: OwnershipRules; readonly kinds: readonly KindPattern[] };

/** files: in the order in which they are merged. read: the text of one. @throws RulesFileError with file, line and key; what read throws */
export function loadRules(files: readonly string[], read: (file: string) => string): LoadedRules {
  const own = files.map((file) => parseRules(read(file), { file }));
  return { rules: mergeRules([builtinRules(), ...own]), kinds: [...new Set(own.flatMap(kindsOf))].sort() };
}
