// spec.behavior of an autoscaler.
import type { Json } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childOf, fill } from '../draft.ts';

type Rules = { readonly window?: number; readonly policies: readonly Json[] };

const UP: Rules = {
  window: 0,
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};
const DOWN: Rules = { policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] };

export function fillScalingBehavior(behavior: Draft): void {
  behavior['scaleUp'] = filled(childOf(behavior, 'scaleUp'), UP);
  behavior['scaleDown'] = filled(childOf(behavior, 'scaleDown'), DOWN);
}

function filled(rules: Draft | undefined, { window, policies }: Rules): Draft {
  const result: Draft = { ...rules };
  if (window !== undefined) fill(result, 'stabilizationWindowSeconds', window);
  fill(result, 'selectPolicy', 'Max');
  fill(result, 'policies', [...policies]);
  return result;
}
