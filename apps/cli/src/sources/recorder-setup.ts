// What a recorder is made with: rules with the user's files, and the target with its state expression.

import { nameOfRoot } from '@rectrace/history';
import type { ObjectRef } from '@rectrace/kube';
import { formatObjectKey } from '@rectrace/kube';
import type { OwnershipRules, RootTarget } from '@rectrace/trace';
import { loadRules } from '@rectrace/trace';
import { readFlagFile } from '../flag-file.ts';
import type { Flags } from '../flags.ts';
import type { StateJudge } from '../state-expression.ts';

/** The rules of --rules. @throws RulesFileError, NotFoundError, UnreadableFileError, UsageError */
export function rulesOf(flags: Flags): OwnershipRules {
  return loadRules(flags.wholeTexts('rules'), (path) => readFlagFile('rules', path)).rules;
}

/** The target of a root; judge: its state expression where the user gave one. */
export function targetOf(ref: Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>, judge?: StateJudge): RootTarget {
  const { group, kind, namespace, name } = ref;
  const id = nameOfRoot(formatObjectKey(ref), judge?.text);
  return { id, group, objectKind: kind, namespace, name, ...(judge === undefined ? {} : { evaluate: judge.evaluate }) };
}
