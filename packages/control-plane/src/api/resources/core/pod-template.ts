// PodTemplate: a template of pods on its own.

import { podTemplateErrors } from '../../pod-spec/pod-template.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { at, spot } from '../../validation/spot.ts';
import { withTemplate } from '../apps/templated.ts';
import { checkedBy } from '../checked-by.ts';

export function podTemplateStrategy(base: ResourceStrategy): ResourceStrategy {
  return checkedBy(withTemplate(base, 'template'), { errors: (template) => podTemplateErrors(at(spot(template), 'template')) });
}
