// Templates of pods, in the kinds that make pods.
import type { FieldError } from '../field-error.ts';
import { forbiddenField } from '../field-error.ts';
import { labelMapErrors } from '../validation/label-selectors.ts';
import { validateAnnotations } from '../validation/object-meta.ts';
import type { Spot } from '../validation/spot.ts';
import { at, entriesOf, itemsOf, textOf } from '../validation/spot.ts';
import { podAnnotationErrors, profileAgreementErrors } from './pod-annotations.ts';
import { podSpecErrors } from './pod-spec.ts';

export function podTemplateErrors(template: Spot): readonly FieldError[] {
  const [metadata, spec] = [at(template, 'metadata'), at(template, 'spec')];
  const labels = { ...at(metadata, 'labels'), path: `${template.path}.labels` };
  const path = `${template.path}.annotations`;
  const annotations = Object.fromEntries(entriesOf(at(metadata, 'annotations')).map(([key, place]) => [key, textOf(place)]));
  const ephemeral = at(spec, 'ephemeralContainers');
  return [
    ...labelMapErrors(labels),
    ...validateAnnotations(annotations, path),
    ...podAnnotationErrors(annotations, spec, path),
    ...podSpecErrors(spec, { podName: '', isPod: false, isMirror: false }),
    ...profileAgreementErrors(annotations, spec),
    ...(itemsOf(ephemeral).length === 0 ? [] : [forbiddenField(ephemeral.path, 'ephemeral containers not allowed in pod template')]),
  ];
}
