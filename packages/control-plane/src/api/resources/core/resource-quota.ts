// ResourceQuota: how much of what a namespace may have, of which pods. Which ones never changes.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, required } from '../../field-error.ts';
import { isQuotaResource, resourceNameErrors } from '../../pod-spec/resource-names.ts';
import { amountErrors } from '../../pod-spec/resources.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { invalidAt, invalidIf } from '../../validation/checks.ts';
import { internalForm } from '../../validation/internal-form.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, entriesOf, itemsOf, keysOf, spot, textOf, textsOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const COMPUTE = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const POD_RESOURCES = ['pods', ...COMPUTE];
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  Terminating: POD_RESOURCES,
  NotTerminating: POD_RESOURCES,
  BestEffort: ['pods'],
  NotBestEffort: POD_RESOURCES,
  PriorityClass: POD_RESOURCES,
  CrossNamespacePodAffinity: POD_RESOURCES,
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
};
const PAIRS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];
const PRESENT_ONLY = ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity'];

export function resourceQuotaStrategy(base: ResourceStrategy): ResourceStrategy {
  const statusErrors = (quota: JsonObject): readonly FieldError[] =>
    ['hard', 'used'].flatMap((key) => listErrors(at(at(spot(quota), 'status'), key)));
  return checkedBy(base, {
    errors: (quota) => [...specErrors(quota), ...statusErrors(quota)],
    update: (quota, old) => [...specErrors(quota), ...scopeChangeErrors(quota, old)],
    status: statusErrors,
  });
}

function listErrors(list: Spot): readonly FieldError[] {
  return entriesOf(list).flatMap(([name, place]) => [...nameErrors(name, place.path), ...amountErrors(name, place)]);
}

function nameErrors(name: string, path: string): readonly FieldError[] {
  const errors = resourceNameErrors(name, path);
  if (name.includes('/') || isQuotaResource(name)) return errors;
  return [...errors, invalidValue(path, name, 'must be a standard resource for quota')];
}

function specErrors(quota: JsonObject): readonly FieldError[] {
  const spec = at(spot(quota), 'spec');
  const hard = at(spec, 'hard');
  const names = keysOf(hard).filter(isQuotaResource).toSorted();
  return [...listErrors(hard), ...scopesErrors(at(spec, 'scopes'), names), ...selectorErrors(spec, names)];
}

/** One error for each resource that the scope is not for. */
function foreign(scope: string, names: readonly string[]): readonly string[] {
  const own = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined;
  return own === undefined ? [] : names.filter((name) => !own.includes(name));
}

function pairErrors(scopes: readonly string[], place: Spot): readonly FieldError[] {
  return PAIRS.filter((pair) => pair.every((scope) => scopes.includes(scope))).map(() => conflicting(place));
}

function conflicting(place: Spot): FieldError {
  return invalidValue(place.path, place.value ?? null, 'conflicting scopes');
}

function scopesErrors(scopes: Spot, names: readonly string[]): readonly FieldError[] {
  const texts = textsOf(scopes);
  return [
    ...texts.flatMap((scope) => [
      ...invalidIf(!Object.hasOwn(SCOPES, scope), scopes, 'unsupported scope'),
      ...foreign(scope, names).map(() => invalidAt(scopes, 'unsupported scope applied to resource')),
    ]),
    ...pairErrors(texts, scopes),
  ];
}

function selectorErrors(spec: Spot, names: readonly string[]): readonly FieldError[] {
  const selector = at(spec, 'scopeSelector');
  const list = { ...at(selector, 'matchExpressions'), path: `${selector.path}.matchExpressions` };
  const requirements = itemsOf(list);
  const shown = internalForm(selector.value, '*core.ScopeSelector');
  return [
    ...requirements.flatMap((requirement) => requirementErrors({ ...requirement, path: list.path }, { names, shown })),
    ...pairErrors(
      requirements.map((requirement) => textOf(at(requirement, 'scopeName'))),
      { value: at(spec, 'scopes').value, path: list.path },
    ),
  ];
}

type Shown = { readonly names: readonly string[]; readonly shown: ReturnType<typeof internalForm> };

function requirementErrors(requirement: Spot, { names, shown }: Shown): readonly FieldError[] {
  const [scope, operator, values] = ['scopeName', 'operator', 'values'].map((key) => at(requirement, key)) as [Spot, Spot, Spot];
  const present = PRESENT_ONLY.includes(textOf(scope)) && textOf(operator) !== 'Exists';
  const words =
    "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
  return [
    ...invalidIf(!Object.hasOwn(SCOPES, textOf(scope)), { ...scope, value: textOf(scope) }, 'unsupported scope'),
    ...foreign(textOf(scope), names).map(() => invalidValue(requirement.path, shown, 'unsupported scope applied to resource')),
    ...invalidIf(present, { ...operator, value: textOf(operator) }, words),
    ...operatorErrors(operator, values),
  ];
}

function operatorErrors(operator: Spot, values: Spot): readonly FieldError[] {
  const count = itemsOf(values).length;
  switch (textOf(operator)) {
    case 'In':
    case 'NotIn':
      return count > 0 ? [] : [required(values.path, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector")];
    case 'Exists':
    case 'DoesNotExist':
      return invalidIf(count > 0, values, "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
    default:
      return [invalidAt({ ...operator, value: textOf(operator) }, 'not a valid selector operator')];
  }
}

function scopeChangeErrors(quota: JsonObject, old: JsonObject): readonly FieldError[] {
  const scopes = (of: JsonObject): Spot => at(at(spot(of), 'spec'), 'scopes');
  const [now, before] = [scopes(quota), scopes(old)].map((place) => new Set(textsOf(place))) as [Set<string>, Set<string>];
  const same = now.size === before.size && [...now].every((scope) => before.has(scope));
  return same ? [] : [invalidValue('spec.scopes', scopes(quota).value ?? null, 'field is immutable')];
}
