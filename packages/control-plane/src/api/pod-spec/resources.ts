// requests and limits.
import type { Quantity } from '@rectrace/kube';
import { compareQuantities, formatQuantity, parseQuantity } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { duplicate, forbiddenField, invalidValue, required } from '../field-error.ts';
import { fits, quantityNotNegative, quantityOf } from '../validation/checks.ts';
import { dns1123Label } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, keyed, keysOf, textAt } from '../validation/spot.ts';
import { allowsOvercommit, isCountedResource, isHugePages } from './resource-names.ts';

const COMPUTE = ['cpu', 'memory'];
const UNIT = 1000n;

type ResourceRules = {
  readonly nameErrors: (name: string, path: string) => readonly FieldError[];
  /** Names of the pod's resource claims. */
  readonly claims: readonly string[];
};

export function resourceErrors(resources: Spot, { nameErrors, claims }: ResourceRules): readonly FieldError[] {
  const [limits, requests] = [at(resources, 'limits'), at(resources, 'requests')];
  const names = [...keysOf(limits), ...keysOf(requests)];
  const lonely = names.some(isHugePages) && !names.some((name) => COMPUTE.includes(name));
  return [
    ...entriesOf(limits).flatMap(([name, place]) => [
      ...nameErrors(name, place.path),
      ...amountErrors(name, place),
      ...pageErrors(name, place),
    ]),
    ...entriesOf(requests).flatMap(([name, place]) => [
      ...nameErrors(name, place.path),
      ...amountErrors(name, place),
      ...limitErrors(name, { place, limits, requests }),
      ...pageErrors(name, place),
    ]),
    ...(lonely ? [forbiddenField(resources.path, 'HugePages require cpu or memory')] : []),
    ...claimErrors(at(resources, 'claims'), claims),
  ];
}

/** Not negative; a whole number where things are counted. */
export function amountErrors(name: string, place: Spot): readonly FieldError[] {
  const quantity = quantityOf(place);
  const broken = isCountedResource(name) && milliOf(quantity) % UNIT !== 0n;
  return [...quantityNotNegative(place), ...(broken ? [invalidValue(place.path, formatQuantity(quantity), 'must be an integer')] : [])];
}

function milliOf({ digits, exponent }: Quantity): bigint {
  const power = exponent + 3;
  if (power >= 0) return digits * 10n ** BigInt(power);
  const step = 10n ** BigInt(-power);
  const whole = digits / step;
  return digits % step === 0n ? whole : whole + 1n;
}

type Request = { readonly place: Spot; readonly limits: Spot; readonly requests: Spot };

function limitErrors(name: string, { place, limits, requests }: Request): readonly FieldError[] {
  const limit = keyed(limits, name);
  if (!isSet(limit)) {
    return allowsOvercommit(name) ? [] : [required(limits.path, 'Limit must be set for non overcommitable resources')];
  }
  const [wanted, most] = [quantityOf(place), quantityOf(limit)];
  const compared = compareQuantities(wanted, most);
  const words = `to ${name} limit of ${formatQuantity(most)}`;
  if (compared !== 0 && !allowsOvercommit(name)) return [invalidValue(requests.path, formatQuantity(wanted), `must be equal ${words}`)];
  return compared > 0 ? [invalidValue(requests.path, formatQuantity(wanted), `must be less than or equal ${words}`)] : [];
}

function pageErrors(name: string, place: Spot): readonly FieldError[] {
  if (!isHugePages(name)) return [];
  const quantity = quantityOf(place);
  const size = parseQuantity(name.slice(name.indexOf('-') + 1));
  const page = size.kind === 'quantity' ? milliOf(size) : 0n;
  if (page > 0n && page % UNIT === 0n && milliOf(quantity) % page === 0n) return [];
  const text = formatQuantity(quantity);
  return [invalidValue(place.path, text, `${text} is not positive integer multiple of ${name}`)];
}

function claimErrors(claims: Spot, known: readonly string[]): readonly FieldError[] {
  const keys = new Set<string>();
  return itemsOf(claims).flatMap((claim) => {
    const name = textAt(claim, 'name');
    if (name === '') return [required(claim.path)];
    const missing: FieldError = {
      type: 'FieldValueNotFound',
      field: claim.path,
      value: name,
      detail: `must be one of the names in pod.spec.resourceClaims${known.length === 0 ? ' which is empty' : `: ${known.toSorted().join(', ')}`}`,
    };
    return [...claimKeyErrors(claim, name, keys), ...(known.includes(name) ? [] : [missing])];
  });
}

function claimKeyErrors(claim: Spot, name: string, keys: Set<string>): readonly FieldError[] {
  if (keys.has(name)) return [duplicate(claim.path, name)];
  const request = at(claim, 'request');
  const asked = textAt(claim, 'request');
  const key = asked === '' ? name : `${name}/${asked}`;
  const parts = asked === '' ? [...keys].filter((other) => other.startsWith(`${name}/`)) : [];
  const again = keys.has(key);
  keys.add(key);
  return [
    ...(asked === '' ? [] : fits(request, dns1123Label)),
    ...(again ? [duplicate(claim.path, key)] : parts.map(() => duplicate(claim.path, name))),
  ];
}
