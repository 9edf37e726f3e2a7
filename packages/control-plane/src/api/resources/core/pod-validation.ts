// A pod as the API server checks it: its annotations, its spec, where both name one thing, and what may change of it.
import type { JsonObject } from '@rectrace/kube';
import { ensureChild } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField } from '../../field-error.ts';
import { annotationsOf, nameOf } from '../../metadata.ts';
import { applyAppArmor } from '../../pod-spec/app-armor.ts';
import { imageSpaceErrors } from '../../pod-spec/containers.ts';
import { dropDisabledFields } from '../../pod-spec/disabled-fields.ts';
import { mergeLabelKeys } from '../../pod-spec/label-keys.ts';
import { nameWarnings } from '../../pod-spec/name-warnings.ts';
import { MIRROR, podAnnotationErrors, profileAgreementErrors } from '../../pod-spec/pod-annotations.ts';
import { podSpecErrors } from '../../pod-spec/pod-spec.ts';
import { podWarnings } from '../../pod-spec/pod-warnings.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { ipWarnings } from '../../validation/ip-warnings.ts';
import { dns1123Subdomain } from '../../validation/name-rules.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import { at, itemsOf, spot, textAt } from '../../validation/spot.ts';
import { podStatusErrors } from './pod-status.ts';
import { fixedAnnotationErrors, lonelyTokenErrors, podChangeErrors } from './pod-update.ts';
import { podViews } from './pod-views.ts';

export function checkedPod(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    prepareForCreate: (pod, context) => {
      base.prepareForCreate?.(pod, context);
      dropDisabledFields(ensureChild(pod, 'spec'));
      mergeLabelKeys(pod);
      for (const text of applyAppArmor(pod)) context.warn(text);
    },
    prepareForUpdate: (pod, old, context) => {
      base.prepareForUpdate?.(pod, old, context);
      dropDisabledFields(ensureChild(pod, 'spec'));
    },
    validate: (pod) => [...podErrors(pod), ...newPodErrors(pod)],
    validateUpdate: (pod, old) => [...changedPodErrors(pod, old), ...podChangeErrors(pod, old)],
    validateOnUpdate: () => [],
    warnings: (pod, old) => (old === undefined ? [...nameWarnings(pod, "the Pod's hostname"), ...podWarnings(spot(pod))] : []),
    views: podViews(changedPodErrors),
    ...(base.status === undefined ? {} : { status: { ...base.status, validateUpdate: podStatusErrors, warnings: statusWarnings } }),
  };
}

function statusWarnings(pod: JsonObject): readonly string[] {
  const status = at(spot(pod), 'status');
  return ['podIPs', 'hostIPs'].flatMap((key) => itemsOf(at(status, key))).flatMap((address) => ipWarnings(at(address, 'ip')));
}

/** What is said of a pod wherever it is written. */
function podErrors(pod: JsonObject): readonly FieldError[] {
  const spec = at(spot(pod), 'spec');
  const annotations = annotationsOf(pod);
  return [
    ...podAnnotationErrors(annotations, spec, 'metadata.annotations'),
    ...podSpecErrors(spec, { podName: nameOf(pod), isPod: true, isMirror: annotations[MIRROR] !== undefined }),
    ...lonelyTokenErrors(spec),
    ...['containers', 'initContainers'].flatMap((key) => itemsOf(at(spec, key)).flatMap(imageSpaceErrors)),
  ];
}

function newPodErrors(pod: JsonObject): readonly FieldError[] {
  const spec = at(spot(pod), 'spec');
  const [ephemeral, node] = [at(spec, 'ephemeralContainers'), at(spec, 'nodeName')];
  const early = textAt(spec, 'nodeName') !== '' && itemsOf(at(spec, 'schedulingGates')).length > 0;
  return [
    ...(itemsOf(ephemeral).length === 0 ? [] : [forbiddenField(ephemeral.path, 'cannot be set on create')]),
    ...(early ? [forbiddenField(node.path, 'cannot be set until all schedulingGates have been cleared')] : []),
    ...profileAgreementErrors(annotationsOf(pod), spec),
  ];
}

/** What is said of a changed pod through whichever of its subresources. */
function changedPodErrors(pod: JsonObject, old: JsonObject): readonly FieldError[] {
  const annotations = annotationsOf(pod);
  return [
    ...validateObjectMeta(pod, { namespaced: true, nameRule: dns1123Subdomain, strictFinalizers: true }),
    ...podErrors(pod),
    ...fixedAnnotationErrors(annotations, annotationsOf(old)),
    ...podAnnotationErrors(annotations, at(spot(pod), 'spec'), 'metadata.annotations'),
  ];
}
