// A pod as the API server checks it where it is created: its annotations, its spec, and where both name one thing.
import type { JsonObject } from '@rectrace/kube';
import { ensureChild } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField } from '../../field-error.ts';
import { annotationsOf, nameOf } from '../../metadata.ts';
import { imageSpaceErrors } from '../../pod-spec/containers.ts';
import { dropDisabledFields } from '../../pod-spec/disabled-fields.ts';
import { MIRROR, podAnnotationErrors, profileAgreementErrors } from '../../pod-spec/pod-annotations.ts';
import { podSpecErrors } from '../../pod-spec/pod-spec.ts';
import { podSpecWarnings } from '../../pod-spec/pod-warnings.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { at, itemsOf, spot } from '../../validation/spot.ts';

/** Updates of pods are not checked yet beyond their metadata: what may change is listed in docs/reference/differences.md. */
export function checkedPod(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    prepareForCreate: (pod, context) => {
      base.prepareForCreate?.(pod, context);
      dropDisabledFields(ensureChild(pod, 'spec'));
    },
    validate: podErrors,
    validateOnUpdate: () => [],
    warnings: (pod, old) => [...(base.warnings?.(pod, old) ?? []), ...podSpecWarnings(at(spot(pod), 'spec'))],
  };
}

function podErrors(pod: JsonObject): readonly FieldError[] {
  const spec = at(spot(pod), 'spec');
  const annotations = annotationsOf(pod);
  const ephemeral = at(spec, 'ephemeralContainers');
  return [
    ...podAnnotationErrors(annotations, spec, 'metadata.annotations'),
    ...podSpecErrors(spec, { podName: nameOf(pod), isPod: true, isMirror: annotations[MIRROR] !== undefined }),
    ...(itemsOf(ephemeral).length === 0 ? [] : [forbiddenField(ephemeral.path, 'cannot be set on create')]),
    ...profileAgreementErrors(annotations, spec),
    ...['containers', 'initContainers'].flatMap((key) => itemsOf(at(spec, key)).flatMap(imageSpaceErrors)),
  ];
}
