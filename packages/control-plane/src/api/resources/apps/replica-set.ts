// ReplicaSet, and what was there before it: ReplicationController.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, required } from '../../field-error.ts';
import { podTemplateErrors } from '../../pod-spec/pod-template.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { notNegative } from '../../validation/checks.ts';
import { at, entriesOf, isSet, keyed, spot } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';
import { statusCountErrors } from './status-counts.ts';
import { withNameWarnings, withTemplate } from './templated.ts';
import { alwaysRunningErrors, immutableSelectorErrors, standingTemplateErrors, workloadSelectorErrors } from './workload-errors.ts';

const COUNTS = ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'];
const PARTS = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];

export function replicaSetStrategy(base: ResourceStrategy): ResourceStrategy {
  return checkedBy(withNameWarnings(withTemplate(base, 'spec', 'template')), {
    errors: replicaSetErrors,
    changes: immutableSelectorErrors,
    status: statusCountErrors({ counts: [...COUNTS, 'terminatingReplicas'], parts: PARTS, ready: 'readyReplicas' }),
  });
}

export function replicationControllerStrategy(base: ResourceStrategy): ResourceStrategy {
  return checkedBy(withNameWarnings(withTemplate(base, 'spec', 'template')), {
    errors: controllerErrors,
    status: statusCountErrors({ counts: COUNTS, parts: PARTS, ready: 'readyReplicas' }),
  });
}

function replicaSetErrors(set: JsonObject): readonly FieldError[] {
  const spec = at(spot(set), 'spec');
  return [
    ...notNegative(at(spec, 'replicas')),
    ...notNegative(at(spec, 'minReadySeconds')),
    ...workloadSelectorErrors(at(spec, 'selector'), 'empty selector is invalid for deployment'),
    ...standingTemplateErrors(spec, { kind: 'ReplicaSet' }),
  ];
}

/** Its selector is plain labels. */
function controllerErrors(controller: JsonObject): readonly FieldError[] {
  const spec = at(spot(controller), 'spec');
  const [selector, template] = [at(spec, 'selector'), at(spec, 'template')];
  return [
    ...notNegative(at(spec, 'minReadySeconds')),
    ...(entriesOf(selector).length === 0 ? [required(selector.path)] : []),
    ...(isSet(at(spec, 'replicas')) ? notNegative(at(spec, 'replicas')) : [required(at(spec, 'replicas').path)]),
    ...(isSet(template) ? controllerTemplateErrors(spec) : [required(template.path)]),
  ];
}

function controllerTemplateErrors(spec: ReturnType<typeof at>): readonly FieldError[] {
  const template = at(spec, 'template');
  const labels = at(at(template, 'metadata'), 'labels');
  const agrees = entriesOf(at(spec, 'selector')).every(([key, { value }]) => keyed(labels, key).value === value);
  return [
    ...(agrees ? [] : [invalidValue(labels.path, labels.value ?? null, '`selector` does not match template `labels`')]),
    ...podTemplateErrors(template),
    ...alwaysRunningErrors(at(template, 'spec'), 'ReplicationController'),
  ];
}
