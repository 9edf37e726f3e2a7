// The rule sets that come with rectrace: generic, kubernetes and kubeblocks.

import { BUILTIN_RULES } from './builtin-rules.generated.ts';
import type { OwnershipRules } from './ownership-rules.ts';
import { mergeRules } from './ownership-rules.ts';
import { parseRules } from './parse-rules.ts';

export type BuiltinRuleSet = keyof typeof BUILTIN_RULES;

/** All built-in sets, or the named ones, merged. Rules for kinds a cluster does not serve match nothing. */
export function builtinRules(names: readonly BuiltinRuleSet[] = ['generic', 'kubernetes', 'kubeblocks']): OwnershipRules {
  return mergeRules(names.map((name) => parseRules(BUILTIN_RULES[name], { file: `${name}.yaml`, builtIn: true })));
}
