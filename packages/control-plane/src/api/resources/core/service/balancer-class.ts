// Who sees to the load balancer of a Service.
import type { FieldError } from '../../../field-error.ts';
import { forbiddenField } from '../../../field-error.ts';
import { fits } from '../../../validation/checks.ts';
import { qualifiedName } from '../../../validation/name-rules.ts';
import type { Spot } from '../../../validation/spot.ts';
import { at, isSet } from '../../../validation/spot.ts';

export const ONLY_BALANCED = "may only be used when `type` is 'LoadBalancer'";

export function balancerClassErrors(spec: Spot, type: string): readonly FieldError[] {
  const name = at(spec, 'loadBalancerClass');
  if (!isSet(name)) return [];
  return type === 'LoadBalancer' ? fits(name, qualifiedName) : [forbiddenField(name.path, ONLY_BALANCED)];
}
