// ValidatingAdmissionPolicy and its bindings.
import type { AdmissionEnvironment, JsonObject } from '@rectrace/kube';
import { jsonEquals, valueAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { duplicate, forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import { nameOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fitsIfSet, neededAndFits, neededOneOf } from '../../validation/checks.ts';
import { selectorErrors } from '../../validation/label-selectors.ts';
import { dns1035Label, dns1123Subdomain, pathSegmentName } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, spot, textOf, textsOf } from '../../validation/spot.ts';
import { conditionErrors } from './condition-errors.ts';
import { matchResourceErrors } from './match-resource-errors.ts';
import { annotationErrors, validationErrors, variableErrors } from './policy-expressions.ts';

export function policyStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    validate: (policy) => policyErrors(policy, true),
    validateOnUpdate: () => [],
    validateUpdate: (policy, old) => policyErrors(policy, conditionsMoved(policy, old)),
  };
}

export function policyBindingStrategy(base: ResourceStrategy): ResourceStrategy {
  return { ...base, validate: bindingErrors };
}

/** Conditions that stay as they are, are not checked again. */
function conditionsMoved(policy: JsonObject, old: JsonObject): boolean {
  const fields = ['paramKind', 'matchConditions'].map((key) => ['spec', key]);
  return fields.some((path) => !jsonEquals(valueAt(policy, path) ?? null, valueAt(old, path) ?? null));
}

function policyErrors(policy: JsonObject, conditions: boolean): readonly FieldError[] {
  const spec = at(spot(policy), 'spec');
  const [paramKind, constraints] = [at(spec, 'paramKind'), at(spec, 'matchConstraints')];
  const environment: AdmissionEnvironment = { params: isSet(paramKind), authorizer: true };
  return [
    ...neededOneOf(at(spec, 'failurePolicy'), ['Fail', 'Ignore']),
    ...(isSet(paramKind) ? paramKindErrors(paramKind) : []),
    ...(isSet(constraints) ? constraintErrors(constraints) : [required(constraints.path)]),
    ...(conditions ? conditionErrors(at(spec, 'matchConditions'), environment) : []),
    ...ruleErrors(spec, nameOf(policy), environment),
  ];
}

function constraintErrors(constraints: Spot): readonly FieldError[] {
  const rules = at(constraints, 'resourceRules');
  return [...matchResourceErrors(constraints), ...(itemsOf(rules).length === 0 ? [required(rules.path)] : [])];
}

function ruleErrors(spec: Spot, policy: string, environment: AdmissionEnvironment): readonly FieldError[] {
  const { errors, types } = variableErrors(at(spec, 'variables'), environment);
  const [validations, annotations] = [at(spec, 'validations'), at(spec, 'auditAnnotations')];
  if (itemsOf(validations).length === 0 && itemsOf(annotations).length === 0) {
    const detail = 'validations or auditAnnotations must contain at least one item';
    return [...errors, required(validations.path, detail), required(annotations.path, detail)];
  }
  const full = { ...environment, variables: types };
  return [
    ...errors,
    ...itemsOf(validations).flatMap((validation) => validationErrors(validation, full)),
    ...annotationErrors(annotations, policy, full),
  ];
}

function paramKindErrors(paramKind: Spot): readonly FieldError[] {
  return [...apiVersionErrors(at(paramKind, 'apiVersion')), ...kindErrors(at(paramKind, 'kind'))];
}

function kindErrors(place: Spot): readonly FieldError[] {
  const kind = textOf(place);
  if (kind === '') return [required(place.path)];
  const odd = dns1035Label(kind.toLowerCase());
  const detail = `may have mixed case, but should otherwise match: ${odd.join(',')}`;
  return odd.length === 0 ? [] : [invalidValue(place.path, kind, detail)];
}

function apiVersionErrors(place: Spot): readonly FieldError[] {
  const text = textOf(place);
  if (text === '') return [required(place.path)];
  const parts = text.split('/');
  if (parts.length > 2) return [invalidValue(place.path, text, `unexpected GroupVersion string: ${text}`)];
  const [group, version] = parts.length === 1 ? ['', text] : [parts[0] ?? '', parts[1] ?? ''];
  const [oddGroup, oddVersion] = [group === '' ? [] : dns1123Subdomain(group), dns1035Label(version)];
  return [
    ...(oddGroup.length === 0 ? [] : [invalidValue(place.path, group, oddGroup.join(','))]),
    ...(version === '' ? [invalidValue(place.path, text, 'version must be specified')] : []),
    ...(version === '' || oddVersion.length === 0 ? [] : [invalidValue(place.path, version, oddVersion.join(','))]),
  ];
}

function bindingErrors(binding: JsonObject): readonly FieldError[] {
  const spec = at(spot(binding), 'spec');
  return [
    ...neededAndFits(at(spec, 'policyName'), dns1123Subdomain),
    ...paramRefErrors(at(spec, 'paramRef')),
    ...matchResourceErrors(at(spec, 'matchResources')),
    ...actionErrors(at(spec, 'validationActions')),
  ];
}

const EXCLUSIVE = 'name and selector are mutually exclusive';

function paramRefErrors(paramRef: Spot): readonly FieldError[] {
  if (!isSet(paramRef)) return [];
  const [name, selector, action] = [at(paramRef, 'name'), at(paramRef, 'selector'), at(paramRef, 'parameterNotFoundAction')];
  const both = textOf(name) !== '' && isSet(selector);
  const neither = textOf(name) === '' && !isSet(selector);
  return [
    ...fitsIfSet(name, pathSegmentName),
    ...(both ? [forbiddenField(name.path, EXCLUSIVE)] : []),
    ...selectorErrors(selector),
    ...(both ? [forbiddenField(selector.path, EXCLUSIVE)] : []),
    ...(neither ? [required(paramRef.path, 'one of name or selector must be specified')] : []),
    ...neededOneOf(action, ['Deny', 'Allow']),
  ];
}

const ACTIONS = ['Audit', 'Deny', 'Warn'];

function actionErrors(place: Spot): readonly FieldError[] {
  const actions = textsOf(place);
  const repeats = 'repeating the same validation failure information in the API response and headers serves no purpose';
  return [
    ...itemsOf(place).flatMap((action, index) => [
      ...(ACTIONS.includes(textOf(action)) ? [] : [notSupported(action.path, textOf(action), ACTIONS)]),
      ...(actions.indexOf(textOf(action)) < index ? [duplicate(action.path, textOf(action))] : []),
    ]),
    ...(actions.includes('Deny') && actions.includes('Warn')
      ? [invalidValue(place.path, actions, `must not contain both Deny and Warn (${repeats})`)]
      : []),
    ...(actions.length === 0 ? [required(place.path, 'at least one validation action is required')] : []),
  ];
}
