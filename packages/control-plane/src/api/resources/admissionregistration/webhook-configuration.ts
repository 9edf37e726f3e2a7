// MutatingWebhookConfiguration and ValidatingWebhookConfiguration: which webhooks are asked about what. What a stored configuration does
// wrong already, its updates may go on doing.
import type { Json, JsonObject } from '@rectrace/kube';
import { jsonEquals, listAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { duplicate, invalidValue, notSupported, required } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { oneOf } from '../../validation/checks.ts';
import { selectorErrors } from '../../validation/label-selectors.ts';
import { dns1035Label, dns1123Subdomain } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, numberOf, spot, textAt, textOf, textsOf } from '../../validation/spot.ts';
import { clientErrors } from './client-errors.ts';
import { conditionErrors } from './condition-errors.ts';
import { ruleErrors } from './rule-errors.ts';

const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const HARMLESS = ['None', 'NoneOnDryRun'];
const SIDE_EFFECTS = [...HARMLESS, 'Some', 'Unknown'];
const MOST_SECONDS = 30;

/** What of a configuration is asked for. */
type Asked = {
  readonly conditions: boolean;
  readonly harmless: boolean;
  readonly knownReviews: boolean;
  readonly uniqueNames: boolean;
};

const EVERYTHING: Asked = { conditions: true, harmless: true, knownReviews: true, uniqueNames: true };

export function webhookConfigurationStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    validate: (configuration) => errorsOf(configuration, EVERYTHING),
    validateOnUpdate: () => [],
    validateUpdate: (configuration, old) => errorsOf(configuration, askedAfter(configuration, old)),
  };
}

function askedAfter(configuration: JsonObject, old: JsonObject): Asked {
  const webhooks = itemsOf(at(spot(old), 'webhooks'));
  const names = webhooks.map((webhook) => textAt(webhook, 'name'));
  return {
    conditions: !jsonEquals(conditionsOf(configuration), conditionsOf(old)),
    harmless: webhooks.every((webhook) => HARMLESS.includes(textAt(webhook, 'sideEffects'))),
    knownReviews: webhooks.every((webhook) => {
      const versions = textsOf(at(webhook, 'admissionReviewVersions'));
      return versions.length === 0 || versions.some((version) => REVIEW_VERSIONS.includes(version));
    }),
    uniqueNames: new Set(names).size === names.length,
  };
}

function conditionsOf(configuration: JsonObject): Json {
  return listAt(configuration, ['webhooks']).map((webhook) => listAt(webhook, ['matchConditions']));
}

function errorsOf(configuration: JsonObject, asked: Asked): readonly FieldError[] {
  const webhooks = itemsOf(at(spot(configuration), 'webhooks'));
  const names = webhooks.map((webhook) => textAt(webhook, 'name'));
  return webhooks.flatMap((webhook, index) => {
    const name = names[index] ?? '';
    const again = asked.uniqueNames && name !== '' && names.indexOf(name) < index;
    return [
      ...webhookErrors(webhook, asked),
      ...reviewErrors(at(webhook, 'admissionReviewVersions'), asked),
      ...(again ? [duplicate(at(webhook, 'name').path, name)] : []),
    ];
  });
}

function webhookErrors(webhook: Spot, asked: Asked): readonly FieldError[] {
  return [
    ...nameErrors(at(webhook, 'name')),
    ...itemsOf(at(webhook, 'rules')).flatMap(ruleErrors),
    ...oneOf(at(webhook, 'failurePolicy'), ['Fail', 'Ignore']),
    ...oneOf(at(webhook, 'matchPolicy'), ['Equivalent', 'Exact']),
    ...sideEffectErrors(at(webhook, 'sideEffects'), asked.harmless ? HARMLESS : SIDE_EFFECTS),
    ...timeoutErrors(at(webhook, 'timeoutSeconds')),
    ...selectorErrors(at(webhook, 'namespaceSelector')),
    ...selectorErrors(at(webhook, 'objectSelector')),
    ...oneOf(at(webhook, 'reinvocationPolicy'), ['IfNeeded', 'Never']),
    ...clientErrors(at(webhook, 'clientConfig')),
    ...(asked.conditions ? conditionErrors(at(webhook, 'matchConditions'), { params: false, authorizer: true }) : []),
  ];
}

const LEAST_SEGMENTS = 3;

/** A domain of three parts at least. */
function nameErrors(place: Spot): readonly FieldError[] {
  const name = textOf(place);
  if (name === '') return [required(place.path)];
  const problems = dns1123Subdomain(name);
  if (problems.length > 0) return [invalidValue(place.path, name, problems.join(','))];
  const isFull = name.split('.').length >= LEAST_SEGMENTS;
  return isFull ? [] : [invalidValue(place.path, name, 'should be a domain with at least three segments separated by dots')];
}

function sideEffectErrors(place: Spot, accepted: readonly string[]): readonly FieldError[] {
  if (!isSet(place)) return [required(place.path, `must specify one of ${accepted.join(', ')}`)];
  return accepted.includes(textOf(place)) ? [] : [notSupported(place.path, textOf(place), accepted)];
}

function timeoutErrors(place: Spot): readonly FieldError[] {
  const seconds = numberOf(place);
  if (seconds === undefined || (seconds >= 1 && seconds <= MOST_SECONDS)) return [];
  return [invalidValue(place.path, seconds, 'the timeout value must be between 1 and 30 seconds')];
}

function reviewErrors(place: Spot, { knownReviews }: Asked): readonly FieldError[] {
  const versions = textsOf(place);
  if (versions.length === 0) return [required(place.path, `must specify one of ${REVIEW_VERSIONS.join(', ')}`)];
  const each = itemsOf(place).flatMap((version, index) => {
    const text = textOf(version);
    if (versions.indexOf(text) < index) return [invalidValue(version.path, text, 'duplicate version')];
    return dns1035Label(text).map((problem) => invalidValue(version.path, text, problem));
  });
  const known = !knownReviews || versions.some((version) => REVIEW_VERSIONS.includes(version));
  return known ? each : [...each, invalidValue(place.path, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`)];
}
