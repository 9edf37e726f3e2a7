// StatefulSet: how many pods may be away at once is a feature that is off.

import type { Draft } from '../../draft.ts';
import { descend } from '../../draft.ts';
import type { ResourceStrategy } from '../../strategy.ts';

export function statefulSetStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    prepareForCreate: (set, context) => {
      base.prepareForCreate?.(set, context);
      dropMaxUnavailable(set);
    },
    prepareForUpdate: (set, old, context) => {
      base.prepareForUpdate?.(set, old, context);
      dropMaxUnavailable(set);
    },
  };
}

function dropMaxUnavailable(set: Draft): void {
  const rolling = descend(set, 'spec', 'updateStrategy', 'rollingUpdate');
  if (rolling !== undefined) delete rolling['maxUnavailable'];
}
