// What a client is warned of in a template of pods that is accepted.
import type { Spot } from '../validation/spot.ts';
import { appArmorWarnings } from './app-armor.ts';
import { podWarnings } from './pod-warnings.ts';

/** `template`: with metadata and spec. */
export function podTemplateWarnings(template: Spot): readonly string[] {
  return podWarnings(template, appArmorWarnings(template));
}
