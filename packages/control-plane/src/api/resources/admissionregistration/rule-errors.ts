// The checks of rules: which operations on which resources a webhook or a policy is about.
import type { FieldError } from '../../field-error.ts';
import { duplicate, invalidValue, notSupported, required } from '../../field-error.ts';
import { fits, oneOf } from '../../validation/checks.ts';
import { pathSegmentName } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, itemsOf, textOf, textsOf } from '../../validation/spot.ts';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];

export function ruleErrors(rule: Spot): readonly FieldError[] {
  const [operations, versions] = [at(rule, 'operations'), at(rule, 'apiVersions')];
  return [
    ...listErrors(operations, 'operations'),
    ...itemsOf(operations).flatMap((one) => (OPERATIONS.includes(textOf(one)) ? [] : [notSupported(one.path, textOf(one), OPERATIONS)])),
    ...listErrors(at(rule, 'apiGroups'), 'API groups'),
    ...listErrors(versions, 'API versions'),
    ...itemsOf(versions).flatMap((one) => (textOf(one) === '' ? [required(one.path)] : [])),
    ...resourcesErrors(at(rule, 'resources')),
    ...oneOf(at(rule, 'scope'), SCOPES),
  ];
}

/** The same of a rule that may name objects. */
export function namedRuleErrors(rule: Spot): readonly FieldError[] {
  const names = itemsOf(at(rule, 'resourceNames'));
  const texts = names.map(textOf);
  return [
    ...names.flatMap((name, index) => [
      ...fits(name, pathSegmentName),
      ...(texts.indexOf(textOf(name)) < index ? [duplicate(name.path, textOf(name))] : []),
    ]),
    ...ruleErrors(rule),
  ];
}

/** Of a list that may hold nothing beside '*'. */
function listErrors(place: Spot, others: string): readonly FieldError[] {
  const texts = textsOf(place);
  const detail = `if '*' is present, must not specify other ${others}`;
  return [
    ...(texts.length === 0 ? [required(place.path)] : []),
    ...(texts.length > 1 && texts.includes('*') ? [invalidValue(place.path, texts, detail)] : []),
  ];
}

function resourcesErrors(place: Spot): readonly FieldError[] {
  const texts = textsOf(place);
  const plain = texts.findLast((text) => text !== '' && !text.includes('/'));
  const invalid = (detail: string): FieldError => invalidValue(place.path, texts, detail);
  return [
    ...(texts.length === 0 ? [required(place.path)] : []),
    ...itemsOf(place).flatMap((one, index) => (textOf(one) === '' ? [required(one.path)] : coveredErrors(one, texts.slice(0, index)))),
    ...(texts.length > 1 && texts.includes('*/*') ? [invalid("if '*/*' is present, must not specify other resources")] : []),
    ...(texts.includes('*') && plain !== undefined && plain !== '*'
      ? [invalid("if '*' is present, must not specify other resources without subresources")]
      : []),
  ];
}

/** Of a subresource that one before it covers. */
function coveredErrors(place: Spot, before: readonly string[]): readonly FieldError[] {
  const text = textOf(place);
  const slash = text.indexOf('/');
  if (slash < 0) return [];
  const wider = [`${text.slice(0, slash)}/*`, `*/${text.slice(slash + 1)}`];
  return wider
    .filter((one) => before.includes(one))
    .map((one) => invalidValue(place.path, text, `if '${one}' is present, must not specify ${text}`));
}
