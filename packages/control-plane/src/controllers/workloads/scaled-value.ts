// A number, or a percentage of one. (k8s.io/apimachinery/pkg/util/intstr.)
import type { IntOrPercent } from '../kinds/deployment.ts';

/** `round` says what becomes of fractions. 0 for text that is no percentage: the server stores none. */
export function scaledValue(value: IntOrPercent, { of, round }: { readonly of: number; readonly round: 'up' | 'down' }): number {
  if (typeof value === 'number') return value;
  const percent = /^([0-9]+)%$/.exec(value)?.[1];
  if (percent === undefined) return 0;
  const exact = (Number(percent) * of) / 100;
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact);
}
