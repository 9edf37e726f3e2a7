// Kinds with a template of pods: fields in it that are off go, whoever writes them.
import type { Draft } from '../../draft.ts';
import { descend } from '../../draft.ts';
import { dropDisabledFields } from '../../pod-spec/disabled-fields.ts';
import type { ResourceStrategy } from '../../strategy.ts';

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
  };
}
