// The families of addresses that a Service has, in a cluster with IPv4 alone.
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import type { Draft } from '../../../draft.ts';
import { ensureChild } from '../../../draft.ts';
import type { FieldError } from '../../../field-error.ts';
import { invalidValue } from '../../../field-error.ts';
import { textsAt } from '../../../metadata.ts';
import { isHeadless, needsClusterIp } from './needs.ts';

const OWN = 'IPv4';
const OTHER = 'IPv6';
const SINGLE = 'SingleStack';
const BOTH = 'RequireDualStack';

/** Fills in policy and families. What the cluster does not have is told. */
export function fillFamilies(service: Draft): readonly FieldError[] {
  if (!needsClusterIp(service)) return [];
  const spec = ensureChild(service, 'spec');
  if (isHeadless(service) && Object.keys(textsAt(spec, ['selector'])).length === 0) {
    fillSelectorless(spec);
    return [];
  }
  const errors = familyErrors(spec);
  if (errors.length > 0) return errors;
  if (stringAt(spec, ['ipFamilyPolicy']) === undefined) spec['ipFamilyPolicy'] = SINGLE;
  if (listAt(spec, ['ipFamilies']).length === 0) spec['ipFamilies'] = [OWN];
  return [];
}

/** Nobody but its owner fills its endpoints: they may be of any family. */
function fillSelectorless(spec: Draft): void {
  const policy = stringAt(spec, ['ipFamilyPolicy']) ?? BOTH;
  spec['ipFamilyPolicy'] = policy;
  const families = listAt(spec, ['ipFamilies']).map(String);
  const first = families[0] ?? OWN;
  const wanted = families.length === 0 ? [first] : families;
  spec['ipFamilies'] = policy === SINGLE || wanted.length > 1 ? wanted : [first, first === OWN ? OTHER : OWN];
}

function familyErrors(spec: JsonObject): readonly FieldError[] {
  const families = listAt(spec, ['ipFamilies']).map(String);
  const policy = stringAt(spec, ['ipFamilyPolicy']);
  return [
    ...(policy === BOTH ? [invalidValue('spec.ipFamilyPolicy', policy, 'this cluster is not configured for dual-stack services')] : []),
    ...families.flatMap((family, index) =>
      family === OWN ? [] : [invalidValue(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')],
    ),
  ];
}
