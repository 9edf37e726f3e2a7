// What a recorder is made with: rules with the user's files, and the target with its state expression.

import { nameOfRoot, readTextFile } from '@rectrace/history';
import type { ObjectRef } from '@rectrace/kube';
import { formatObjectKey } from '@rectrace/kube';
import type { OwnershipRules, RootTarget } from '@rectrace/trace';
import { loadRules } from '@rectrace/trace';
import { NotFoundError, UnreadableFileError, UsageError } from '../errors.ts';
import type { Flags } from '../flags.ts';
import type { StateJudge } from '../state-expression.ts';

/** The rules of --rules. @throws RulesFileError, NotFoundError, UnreadableFileError */
export function rulesOf(flags: Flags): OwnershipRules {
  return loadRules(flags.wholeTexts('rules'), readText).rules;
}

/** The target of a root; judge: its state expression where the user gave one. */
export function targetOf(ref: Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>, judge?: StateJudge): RootTarget {
  const { group, kind, namespace, name } = ref;
  const id = nameOfRoot(formatObjectKey(ref), judge?.text);
  return { id, group, objectKind: kind, namespace, name, ...(judge === undefined ? {} : { evaluate: judge.evaluate }) };
}

function readText(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new NotFoundError(`there is no file ${file}`, { cause: error });
    if (error instanceof Error && 'code' in error && error.code === 'EISDIR')
      throw new UsageError(`--rules ${file}: it is a folder`, { hint: 'name a file of rules; --rules may be repeated', cause: error });
    throw new UnreadableFileError(`${file} can not be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
