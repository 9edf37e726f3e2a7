// The spec of a Job, in Jobs and in the templates of CronJobs.
import type { FieldError } from '../../field-error.ts';
import { invalidValue, notSupported, required, tooLong } from '../../field-error.ts';
import { podTemplateErrors } from '../../pod-spec/pod-template.ts';
import { invalidIf, notNegative } from '../../validation/checks.ts';
import { domainPathErrors } from '../../validation/domain-path.ts';
import { internalForm } from '../../validation/internal-form.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, numberOf, textAt, textOf } from '../../validation/spot.ts';
import { failurePolicyErrors, successPolicyErrors } from './job-policies.ts';

const MOST = 100_000;
const MOST_AT_ONCE = 10_000;
const MOST_MANAGER = 63;
const COUNTS = ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished', 'backoffLimitPerIndex'];
const INDEXED = 'Indexed';

export function jobSpecErrors(spec: Spot): readonly FieldError[] {
  const failed = at(spec, 'maxFailedIndexes');
  const perIndex = at(spec, 'backoffLimitPerIndex');
  return [
    ...COUNTS.flatMap((key) => notNegative(at(spec, key))),
    ...notNegative(failed),
    ...(isSet(failed) && !isSet(perIndex) ? [required(perIndex.path, 'when maxFailedIndexes is specified')] : []),
    ...managerErrors(at(spec, 'managedBy')),
    ...modeErrors(spec),
    ...failurePolicyErrors(spec),
    ...successErrors(spec),
    ...replacementErrors(spec),
    ...podTemplateErrors(at(spec, 'template')),
    ...restartErrors(spec),
  ];
}

function managerErrors(manager: Spot): readonly FieldError[] {
  if (!isSet(manager)) return [];
  return [...domainPathErrors(manager), ...(textOf(manager).length > MOST_MANAGER ? [tooLong(manager.path, MOST_MANAGER)] : [])];
}

export function isIndexed(spec: Spot): boolean {
  return textAt(spec, 'completionMode') === INDEXED;
}

function modeErrors(spec: Spot): readonly FieldError[] {
  const mode = at(spec, 'completionMode');
  const known = !isSet(mode) || ['NonIndexed', INDEXED].includes(textOf(mode));
  const plain = !isSet(mode) || textOf(mode) === 'NonIndexed';
  return [
    ...(known ? [] : [notSupported(mode.path, textOf(mode), ['NonIndexed', INDEXED])]),
    ...(isIndexed(spec) ? indexedErrors(spec) : []),
    ...(plain
      ? ['backoffLimitPerIndex', 'maxFailedIndexes'].flatMap((key) =>
          invalidIf(isSet(at(spec, key)), at(spec, key), 'requires indexed completion mode'),
        )
      : []),
  ];
}

function indexedErrors(spec: Spot): readonly FieldError[] {
  const [completions, parallelism, failed] = ['completions', 'parallelism', 'maxFailedIndexes'].map((key) => at(spec, key)) as [
    Spot,
    Spot,
    Spot,
  ];
  const above = (place: Spot, most: number | undefined): boolean => most !== undefined && (numberOf(place) ?? 0) > most;
  return [
    ...(isSet(completions) ? [] : [required(completions.path, `when completion mode is ${INDEXED}`)]),
    ...invalidIf(above(parallelism, MOST), parallelism, `must be less than or equal to ${MOST} when completion mode is ${INDEXED}`),
    ...invalidIf(isSet(failed) && above(failed, numberOf(completions)), failed, 'must be less than or equal to completions'),
    ...invalidIf(above(failed, MOST), failed, `must be less than or equal to ${MOST}`),
    ...(above(completions, MOST) && isSet(at(spec, 'backoffLimitPerIndex')) ? manyErrors(parallelism, failed) : []),
  ];
}

/** Of a Job with more completions than can be counted one by one. */
function manyErrors(parallelism: Spot, failed: Spot): readonly FieldError[] {
  const words = `must be less than or equal to ${MOST_AT_ONCE} when completions are above ${MOST} and used with backoff limit per index`;
  return [
    ...(isSet(failed) ? [] : [required(failed.path, `must be specified when completions is above ${MOST}`)]),
    ...invalidIf((numberOf(parallelism) ?? 0) > MOST_AT_ONCE, parallelism, words),
    ...invalidIf((numberOf(failed) ?? 0) > MOST_AT_ONCE, failed, words),
  ];
}

function successErrors(spec: Spot): readonly FieldError[] {
  const policy = at(spec, 'successPolicy');
  if (!isSet(policy)) return [];
  if (isIndexed(spec)) return successPolicyErrors(spec);
  return [invalidValue(policy.path, internalForm(policy.value, 'batch.SuccessPolicy'), 'requires indexed completion mode')];
}

function replacementErrors(spec: Spot): readonly FieldError[] {
  const policy = at(spec, 'podReplacementPolicy');
  if (!isSet(policy)) return [];
  const accepted = isSet(at(spec, 'podFailurePolicy')) ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  return accepted.includes(textOf(policy)) ? [] : [notSupported(policy.path, textOf(policy), accepted)];
}

function restartErrors(spec: Spot): readonly FieldError[] {
  const policy = at(at(at(spec, 'template'), 'spec'), 'restartPolicy');
  const text = textOf(policy);
  if (text === 'Always' || text === '') return [required(policy.path, 'valid values: "OnFailure", "Never"')];
  if (text !== 'OnFailure' && text !== 'Never') return [notSupported(policy.path, text, ['OnFailure', 'Never'])];
  const strict = isSet(at(spec, 'podFailurePolicy')) && text !== 'Never';
  return invalidIf(strict, policy, 'only "Never" is supported when podFailurePolicy is specified');
}
