// Kinds with a template of pods: fields in it that are off go, whoever writes them, and clients are warned of what they should not rely on.
import type { JsonObject } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { descend } from '../../draft.ts';
import { generationOf } from '../../metadata.ts';
import { dropDisabledFields } from '../../pod-spec/disabled-fields.ts';
import { nameWarnings } from '../../pod-spec/name-warnings.ts';
import { podTemplateWarnings } from '../../pod-spec/template-warnings.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { at, spot } from '../../validation/spot.ts';

/** `path`: of the template. */
export function withTemplate(base: ResourceStrategy, ...path: readonly string[]): ResourceStrategy {
  const drop = (object: Draft): void => {
    const spec = descend(object, ...path, 'spec');
    if (spec !== undefined) dropDisabledFields(spec);
  };
  return {
    ...base,
    prepareForCreate: (object, context) => {
      base.prepareForCreate?.(object, context);
      drop(object);
    },
    prepareForUpdate: (object, old, context) => {
      base.prepareForUpdate?.(object, old, context);
      drop(object);
    },
    warnings: (object, old) => templateWarnings(object, old, path),
  };
}

/** Of an object that is new, or whose generation moves. */
function templateWarnings(object: JsonObject, old: JsonObject | undefined, path: readonly string[]): readonly string[] {
  if (old !== undefined && generationOf(object) === generationOf(old)) return [];
  return podTemplateWarnings(path.reduce((place, key) => at(place, key), spot(object)));
}

/** Of kinds whose name becomes a part of host names. */
export function withNameWarnings(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    warnings: (object, old) => [
      ...(old === undefined ? nameWarnings(object, 'Pod names and hostnames') : []),
      ...(base.warnings?.(object, old) ?? []),
    ],
  };
}
