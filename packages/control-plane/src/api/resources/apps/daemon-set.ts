// DaemonSet: a pod on every node. An annotation counts the generations of its template.
import type { JsonObject } from '@rectrace/kube';
import { valueAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { ensureChild } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, notSupported, required } from '../../field-error.ts';
import { annotationsOf } from '../../metadata.ts';
import { podTemplateErrors } from '../../pod-spec/pod-template.ts';
import { podTemplateWarnings } from '../../pod-spec/template-warnings.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { invalidAt, notNegative } from '../../validation/checks.ts';
import { atMostAll, intOrPercentOf, positiveIntOrPercent } from '../../validation/int-or-percent.ts';
import { internalForm, semanticEquals } from '../../validation/internal-form.ts';
import { selectorErrors, selectsAll } from '../../validation/label-selectors.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, spot, textAt } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';
import { statusCountErrors } from './status-counts.ts';
import { withTemplate } from './templated.ts';
import { agreementErrors, alwaysRunningErrors, immutableSelectorErrors } from './workload-errors.ts';

const ANNOTATION = 'deprecated.daemonset.template.generation';
const STATUS = statusCountErrors({
  counts: [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
    'observedGeneration',
    'updatedNumberScheduled',
    'numberAvailable',
    'numberUnavailable',
    'collisionCount',
  ],
  growing: 'collisionCount',
});

export function daemonSetStrategy(base: ResourceStrategy): ResourceStrategy {
  const templated = withTemplate(base, 'spec', 'template');
  return checkedBy(
    {
      ...templated,
      warnings: (set, old) =>
        old !== undefined && sameTemplate(set, old) ? [] : podTemplateWarnings(at(at(spot(set), 'spec'), 'template')),
      prepareForCreate: (set, context) => {
        templated.prepareForCreate?.(set, context);
        note(set, Math.max(1, generationIn(set)));
      },
      prepareForUpdate: (set, old, context) => {
        templated.prepareForUpdate?.(set, old, context);
        note(set, generationIn(old) + (sameTemplate(set, old) ? 0 : 1));
      },
    },
    {
      errors: daemonSetErrors,
      update: (set, old) => [...immutableSelectorErrors(set, old), ...daemonSetErrors(set)],
      status: STATUS,
    },
  );
}

function generationIn(set: JsonObject): number {
  const text = annotationsOf(set)[ANNOTATION] ?? '';
  return /^[0-9]+$/.test(text) ? Number(text) : 0;
}

function note(set: Draft, generation: number): void {
  ensureChild(ensureChild(set, 'metadata'), 'annotations')[ANNOTATION] = String(generation);
}

function sameTemplate(set: JsonObject, old: JsonObject): boolean {
  return semanticEquals(valueAt(set, ['spec', 'template']), valueAt(old, ['spec', 'template']), 'core.PodTemplateSpec');
}

function daemonSetErrors(set: JsonObject): readonly FieldError[] {
  const spec = at(spot(set), 'spec');
  const [selector, template] = [at(spec, 'selector'), at(spec, 'template')];
  const faults = selectorErrors(selector);
  return [
    ...faults,
    ...(faults.length > 0 ? [] : agreementErrors(selector, at(at(template, 'metadata'), 'labels'))),
    ...(isSet(selector) && selectsAll(selector) ? [invalidAt(selector, 'empty selector is invalid for daemonset')] : []),
    ...podTemplateErrors(template),
    ...alwaysRunningErrors(at(template, 'spec'), 'DaemonSet'),
    ...notNegative(at(spec, 'minReadySeconds')),
    ...updateErrors(at(spec, 'updateStrategy')),
    ...notNegative(at(spec, 'revisionHistoryLimit')),
  ];
}

function updateErrors(strategy: Spot): readonly FieldError[] {
  const rolling = at(strategy, 'rollingUpdate');
  switch (textAt(strategy, 'type')) {
    case 'OnDelete':
      return [];
    case 'RollingUpdate':
      return isSet(rolling) ? paceErrors(rolling) : [required(rolling.path)];
    default:
      return [notSupported(strategy.path, internalForm(strategy.value, 'apps.DaemonSetUpdateStrategy'), ['RollingUpdate', 'OnDelete'])];
  }
}

/** Either pods may be away, or there may be more than one on a node. */
function paceErrors(rolling: Spot): readonly FieldError[] {
  const [away, more] = [at(rolling, 'maxUnavailable'), at(rolling, 'maxSurge')];
  const [hasAway, hasMore] = [intOrPercentOf(away) !== 0, intOrPercentOf(more) !== 0];
  return [
    ...positiveIntOrPercent(away),
    ...positiveIntOrPercent(more),
    ...atMostAll(away),
    ...atMostAll(more),
    ...(hasAway && hasMore ? [invalidValue(more.path, more.value ?? 0, 'may not be set when maxUnavailable is non-zero')] : []),
    ...(hasAway || hasMore ? [] : [required(away.path, 'cannot be 0 when maxSurge is 0')]),
  ];
}
