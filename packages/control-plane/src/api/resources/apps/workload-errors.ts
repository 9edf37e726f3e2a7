// What the kinds that keep pods alive share: a selector, and a template that fits it.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals, matchesSelector, parseSelectorObject } from '@rectrace/kube';
import { inKeyOrder } from '../../codec/field-order.ts';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import { podTemplateErrors } from '../../pod-spec/pod-template.ts';
import { invalidAt } from '../../validation/checks.ts';
import { selectorErrors, selectsAll } from '../../validation/label-selectors.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, entriesOf, isSet, spot, textOf } from '../../validation/spot.ts';

/** `empty`: what is said of a selector that selects everything. */
export function workloadSelectorErrors(selector: Spot, empty: string): readonly FieldError[] {
  if (!isSet(selector)) return [required(selector.path)];
  return [...selectorErrors(selector), ...(selectsAll(selector) ? [invalidAt(selector, empty)] : [])];
}

export type StandingRules = {
  /** The kind in the message about deadlines. */
  readonly kind: string;
};

/** Of the spec's template: its pods have to be the selector's, and always to be started again. Of a selector with faults it is not asked. */
export function standingTemplateErrors(spec: Spot, { kind }: StandingRules): readonly FieldError[] {
  const selector = at(spec, 'selector');
  if (selectorErrors(selector).length > 0) return [invalidAt(shownSelector(selector), 'invalid label selector')];
  const template = at(spec, 'template');
  return [
    ...agreementErrors(selector, at(at(template, 'metadata'), 'labels')),
    ...podTemplateErrors(template),
    ...alwaysRunningErrors(at(template, 'spec'), kind),
  ];
}

/** Of the spec of pods that are always started again. `kind`: in the message about deadlines. */
export function alwaysRunningErrors(podSpec: Spot, kind: string): readonly FieldError[] {
  const [policy, deadline] = [at(podSpec, 'restartPolicy'), at(podSpec, 'activeDeadlineSeconds')];
  return [
    ...(textOf(policy) === 'Always' ? [] : [notSupported(policy.path, textOf(policy), ['Always'])]),
    ...(isSet(deadline) ? [forbiddenField(deadline.path, `activeDeadlineSeconds in ${kind} is not Supported`)] : []),
  ];
}

/** As messages quote it: the keys of its labels sorted. */
export function shownSelector(selector: Spot): Spot {
  const { value, path } = selector;
  const labels = at(selector, 'matchLabels').value;
  return isJsonObject(value) && isJsonObject(labels) ? { value: { ...value, matchLabels: inKeyOrder(labels) }, path } : selector;
}

/** No selector selects nothing, an empty one everything. */
export function agreementErrors(selector: Spot, labels: Spot): readonly FieldError[] {
  const texts = Object.fromEntries(entriesOf(labels).map(([key, place]) => [key, textOf(place)]));
  const parsed = parseSelectorObject(selector.value);
  const agrees = isSet(selector) && parsed.kind === 'selector' && matchesSelector(parsed, texts);
  return agrees
    ? []
    : [
        invalidValue(
          labels.path,
          isJsonObject(labels.value) ? inKeyOrder(labels.value) : null,
          '`selector` does not match template `labels`',
        ),
      ];
}

export function immutableSelectorErrors(object: JsonObject, old: JsonObject): readonly FieldError[] {
  const place = at(at(spot(object), 'spec'), 'selector');
  const before = at(at(spot(old), 'spec'), 'selector');
  return jsonEquals(place.value ?? null, before.value ?? null)
    ? []
    : [invalidValue(place.path, shownSelector(place).value ?? null, 'field is immutable')];
}
