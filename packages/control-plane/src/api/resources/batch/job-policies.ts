// When a Job fails, and when it has succeeded.
import type { FieldError } from '../../field-error.ts';
import { duplicate, invalidValue, notSupported, required, tooMany } from '../../field-error.ts';
import { fits, invalidIf, notNegative } from '../../validation/checks.ts';
import { qualifiedName } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, numberOf, textAt, textOf } from '../../validation/spot.ts';
import { readIndexes } from './job-indexes.ts';

const MOST_RULES = 20;
const MOST_CODES = 255;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];

function atMost(list: Spot, most: number): readonly FieldError[] {
  const actual = itemsOf(list).length;
  return actual > most ? [tooMany(list.path, { actual, most })] : [];
}

/** One of the texts; without one they are named. */
function chosen(place: Spot, accepted: readonly string[]): readonly FieldError[] {
  const text = textOf(place);
  if (text === '') return [required(place.path, `valid values: [${accepted.map((one) => JSON.stringify(one)).join(' ')}]`)];
  return accepted.includes(text) ? [] : [notSupported(place.path, text, accepted)];
}

export function failurePolicyErrors(spec: Spot): readonly FieldError[] {
  const policy = at(spec, 'podFailurePolicy');
  if (!isSet(policy)) return [];
  const rules = at(policy, 'rules');
  return [...atMost(rules, MOST_RULES), ...itemsOf(rules).flatMap((rule) => ruleErrors(rule, spec))];
}

function ruleErrors(rule: Spot, spec: Spot): readonly FieldError[] {
  const [action, codes, conditions] = [at(rule, 'action'), at(rule, 'onExitCodes'), at(rule, 'onPodConditions')];
  const lonely = textOf(action) === 'FailIndex' && !isSet(at(spec, 'backoffLimitPerIndex'));
  const given = [isSet(codes), itemsOf(conditions).length > 0].filter(Boolean).length;
  const amiss = (detail: string): FieldError => ({ type: 'FieldValueInvalid', field: rule.path, detail });
  return [
    ...chosen(action, ACTIONS),
    ...invalidIf(lonely, action, 'requires the backoffLimitPerIndex to be set'),
    ...(isSet(codes) ? codeErrors(codes, spec) : []),
    ...conditionErrors(conditions),
    ...(given > 1 ? [amiss('specifying both OnExitCodes and OnPodConditions is not supported')] : []),
    ...(given === 0 ? [amiss('specifying one of OnExitCodes and OnPodConditions is required')] : []),
  ];
}

function codeErrors(codes: Spot, spec: Spot): readonly FieldError[] {
  const [operator, container, values] = [at(codes, 'operator'), at(codes, 'containerName'), at(codes, 'values')];
  const podSpec = at(at(spec, 'template'), 'spec');
  const names = ['containers', 'initContainers'].flatMap((key) => itemsOf(at(podSpec, key)).map((one) => textAt(one, 'name')));
  const lost = isSet(container) && !names.includes(textOf(container));
  return [
    ...chosen(operator, OPERATORS),
    ...invalidIf(lost, container, 'must be one of the container or initContainer names in the pod template'),
    ...valueErrors(values, textOf(operator)),
  ];
}

function valueErrors(values: Spot, operator: string): readonly FieldError[] {
  const numbers = itemsOf(values).map((value) => numberOf(value) ?? 0);
  const disordered = numbers.some((value, index) => index > 0 && (numbers[index - 1] ?? 0) > value);
  if (numbers.length === 0) return [invalidValue(values.path, values.value ?? null, 'at least one value is required')];
  return [
    ...atMost(values, MOST_CODES),
    ...itemsOf(values).flatMap((value, index) => {
      const number = numbers[index] ?? 0;
      return [
        ...invalidIf(operator === 'In' && number === 0, value, 'must not be 0 for the In operator'),
        ...(numbers.indexOf(number) < index ? [duplicate(value.path, number)] : []),
      ];
    }),
    ...(disordered ? [invalidValue(values.path, numbers, 'must be ordered')] : []),
  ];
}

function conditionErrors(conditions: Spot): readonly FieldError[] {
  return [
    ...atMost(conditions, MOST_RULES),
    ...itemsOf(conditions).flatMap((pattern) => {
      const type = at(pattern, 'type');
      return [...fits({ ...type, value: textOf(type) }, qualifiedName), ...chosen(at(pattern, 'status'), STATUSES)];
    }),
  ];
}

export function successPolicyErrors(spec: Spot): readonly FieldError[] {
  const rules = at(at(spec, 'successPolicy'), 'rules');
  const none = itemsOf(rules).length === 0;
  const completions = numberOf(at(spec, 'completions')) ?? 0;
  return [
    ...(none ? [required(rules.path, 'at least one rules must be specified when the successPolicy is specified')] : []),
    ...atMost(rules, MOST_RULES),
    ...itemsOf(rules).flatMap((rule) => successErrors(rule, completions)),
  ];
}

function successErrors(rule: Spot, completions: number): readonly FieldError[] {
  const [count, indexes] = [at(rule, 'succeededCount'), at(rule, 'succeededIndexes')];
  const none = !isSet(count) && !isSet(indexes);
  const read = isSet(indexes) ? readIndexes(textOf(indexes), completions) : undefined;
  const total = read?.kind === 'indexes' ? read.total : 0;
  const amount = numberOf(count) ?? 0;
  const words = (most: number, what: string): string => `must be less than or equal to ${most} (${what})`;
  return [
    ...(none ? [required(rule.path, 'at least one of succeededCount or succeededIndexes must be specified')] : []),
    ...(read?.kind === 'invalid' ? [invalidValue(indexes.path, textOf(indexes), `error parsing succeededIndexes: ${read.reason}`)] : []),
    ...notNegative(count),
    ...invalidIf(amount > completions, count, words(completions, 'the number of specified completions')),
    ...invalidIf(isSet(indexes) && amount > total, count, words(total, 'the number of indexes in the specified succeededIndexes field')),
  ];
}
