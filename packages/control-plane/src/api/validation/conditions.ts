// Conditions of the form that newer kinds share.
import type { FieldError } from '../field-error.ts';
import { duplicate, invalidValue, notSupported, required, tooLong } from '../field-error.ts';
import { fits, needed } from './checks.ts';
import { qualifiedName } from './name-rules.ts';
import type { Spot } from './spot.ts';
import { at, isSet, itemsOf, numberOf, textAt, textOf } from './spot.ts';

const STATUSES = ['False', 'True', 'Unknown'];
const MOST_REASON = 1024;
const MOST_MESSAGE = 32 * 1024;
const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const REASON_WORDS = `a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '${REASON}')`;

export function conditionsErrors(conditions: Spot): readonly FieldError[] {
  const types = itemsOf(conditions).map((condition) => textAt(condition, 'type'));
  return itemsOf(conditions).flatMap((condition, index) => {
    const type = types[index] ?? '';
    const again = types.indexOf(type) < index;
    return [...(again ? [duplicate(at(condition, 'type').path, type)] : []), ...conditionErrors(condition)];
  });
}

function conditionErrors(condition: Spot): readonly FieldError[] {
  const [type, status, time, generation] = ['type', 'status', 'lastTransitionTime', 'observedGeneration'].map((key) =>
    at(condition, key),
  ) as [Spot, Spot, Spot, Spot];
  const number = numberOf(generation) ?? 0;
  const long = textAt(condition, 'message').length > MOST_MESSAGE;
  return [
    ...fits({ ...type, value: textOf(type) }, qualifiedName),
    ...(STATUSES.includes(textOf(status)) ? [] : [notSupported(status.path, textOf(status), STATUSES)]),
    ...(number < 0 ? [invalidValue(generation.path, number, 'must be greater than or equal to zero')] : []),
    ...(isSet(time) ? [] : [required(time.path)]),
    ...reasonErrors(at(condition, 'reason')),
    ...(long ? [tooLong(at(condition, 'message').path, MOST_MESSAGE)] : []),
  ];
}

function reasonErrors(reason: Spot): readonly FieldError[] {
  const text = textOf(reason);
  if (text === '') return needed(reason);
  return [
    ...(new RegExp(`^${REASON}$`).test(text) ? [] : [invalidValue(reason.path, text, REASON_WORDS)]),
    ...(text.length > MOST_REASON ? [tooLong(reason.path, MOST_REASON)] : []),
  ];
}
