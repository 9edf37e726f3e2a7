// LimitRange: least, most and standard amounts, which must not contradict each other.
import type { JsonObject, Quantity } from '@rectrace/kube';
import { compareQuantities, formatQuantity } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { duplicate, forbiddenField, invalidValue, required } from '../../field-error.ts';
import { allowsOvercommit, containerResourceNameErrors, resourceNameErrors } from '../../pod-spec/resource-names.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fits, invalidIf, quantityOf } from '../../validation/checks.ts';
import { qualifiedName } from '../../validation/name-rules.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, keyed, keysOf, spot, textAt, textOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];
const ONE: Quantity = { kind: 'quantity', digits: 1n, exponent: 0, format: 'decimal', form: 'int64' };

export function limitRangeStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: true, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  return {
    ...checkedBy(base, { errors: (range) => [...validateObjectMeta(range, meta), ...rangeErrors(range)] }),
    ownMetadataRules: false,
  };
}

function rangeErrors(range: JsonObject): readonly FieldError[] {
  const limits = itemsOf(at(at(spot(range), 'spec'), 'limits'));
  const types = limits.map((limit) => textAt(limit, 'type'));
  return limits.flatMap((limit, index) => {
    const type = at(limit, 'type');
    const text = types[index] ?? '';
    return [
      ...typeErrors({ ...type, value: text }),
      ...(types.indexOf(text) < index ? [duplicate(type.path, text)] : []),
      ...limitErrors(limit, text),
    ];
  });
}

function typeErrors(type: Spot): readonly FieldError[] {
  const errors = fits(type, qualifiedName);
  const odd = errors.length === 0 && !textOf(type).includes('/') && !TYPES.includes(textOf(type));
  return [...errors, ...invalidIf(odd, type, 'must be a standard limit type or fully qualified')];
}

function limitErrors(limit: Spot, type: string): readonly FieldError[] {
  const isPod = type === 'Pod';
  const names = (key: string): readonly FieldError[] => keysOf(at(limit, key)).flatMap((name) => nameErrors(name, at(limit, key), type));
  const banned = ['default', 'defaultRequest'].filter((key) => keysOf(at(limit, key)).length > 0);
  const unbounded = type === 'PersistentVolumeClaim' && !['min', 'max'].some((key) => isSet(keyed(at(limit, key), 'storage')));
  const keys = ['max', 'min', ...(isPod ? [] : ['default', 'defaultRequest']), 'maxLimitRequestRatio'];
  return [
    ...names('max'),
    ...names('min'),
    ...(isPod
      ? banned.map((key) => forbiddenField(at(limit, key).path, "may not be specified when `type` is 'Pod'"))
      : ['default', 'defaultRequest'].flatMap(names)),
    ...(unbounded
      ? [required(`${limit.path}.limits`, 'either minimum or maximum storage value is required, but neither was provided')]
      : []),
    ...names('maxLimitRequestRatio'),
    ...[...new Set(keys.flatMap((key) => keysOf(at(limit, key))))].flatMap((name) => amountErrors(limit, name, isPod)),
  ];
}

function nameErrors(name: string, list: Spot, type: string): readonly FieldError[] {
  const rule = type === 'Pod' || type === 'Container' ? containerResourceNameErrors : resourceNameErrors;
  return rule(name, `${list.path}[${name}]`);
}

type Amounts = Readonly<Record<'min' | 'max' | 'standard' | 'request' | 'ratio', Quantity | undefined>>;

/** Which of two amounts must not be above the other, where it is told and of which of them it speaks. */
const ORDERS = [
  { low: 'min', high: 'max', at: 'min', shown: 'low', words: ['min value', 'max value'] },
  { low: 'min', high: 'request', at: 'defaultRequest', shown: 'high', words: ['min value', 'default request value'] },
  { low: 'request', high: 'max', at: 'defaultRequest', shown: 'low', words: ['default request value', 'max value'] },
  { low: 'request', high: 'standard', at: 'defaultRequest', shown: 'low', words: ['default request value', 'default limit value'] },
  { low: 'min', high: 'standard', at: 'default', shown: 'low', words: ['min value', 'default value'] },
  { low: 'standard', high: 'max', at: 'default', shown: 'high', words: ['default value', 'max value'] },
] as const;

function amountErrors(limit: Spot, name: string, isPod: boolean): readonly FieldError[] {
  const read = (key: string): Quantity | undefined => {
    const place = keyed(at(limit, key), name);
    return isSet(place) ? quantityOf(place) : undefined;
  };
  const amounts: Amounts = {
    min: read('min'),
    max: read('max'),
    standard: isPod ? undefined : read('default'),
    request: isPod ? undefined : read('defaultRequest'),
    ratio: read('maxLimitRequestRatio'),
  };
  const pathOf = (key: string): string => `${at(limit, key).path}[${name}]`;
  return [
    ...ORDERS.flatMap(({ low, high, at: key, shown, words: [lowWords, highWords] }) => {
      const [lower, upper] = [amounts[low], amounts[high]];
      if (lower === undefined || upper === undefined || compareQuantities(lower, upper) <= 0) return [];
      const detail = `${lowWords} ${formatQuantity(lower)} is greater than ${highWords} ${formatQuantity(upper)}`;
      return [invalidValue(pathOf(key), formatQuantity(shown === 'low' ? lower : upper), detail)];
    }),
    ...ratioErrors(amounts, pathOf('maxLimitRequestRatio')),
    ...equalErrors(amounts, name, pathOf('defaultRequest')),
  ];
}

function ratioErrors({ ratio, min, max }: Amounts, path: string): readonly FieldError[] {
  if (ratio === undefined) return [];
  const text = formatQuantity(ratio);
  const small = compareQuantities(ratio, ONE) < 0 ? [invalidValue(path, text, `ratio ${text} is less than 1`)] : [];
  if (min === undefined || max === undefined) return small;
  const most = numberIn(max) / numberIn(min);
  return numberIn(ratio) > most
    ? [...small, invalidValue(path, text, `ratio ${text} is greater than max/min = ${formatFloat(most)}`)]
    : small;
}

function numberIn({ digits, exponent }: Quantity): number {
  return Number(digits) * 10 ** exponent;
}

function formatFloat(value: number): string {
  return Number.isFinite(value) ? value.toFixed(6) : '+Inf';
}

/** Of what can't be promised twice, standard and request are one. */
function equalErrors({ standard, request }: Amounts, name: string, path: string): readonly FieldError[] {
  if (allowsOvercommit(name) || standard === undefined || request === undefined || compareQuantities(standard, request) === 0) return [];
  const [one, other] = [formatQuantity(standard), formatQuantity(request)];
  return [invalidValue(path, other, `default value ${one} must equal to defaultRequest value ${other} in ${name}`)];
}
