// Groups of the Kubernetes community need an annotation that says who approved of them.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';

export const APPROVAL_ANNOTATION = 'api-approved.kubernetes.io';

const PROPOSAL = 'https://github.com/kubernetes/enhancements/pull/1111';

export type ApprovalState = 'Missing' | 'Unapproved' | 'Approved' | 'Invalid';

export type Approval = { readonly state: ApprovalState; readonly reason: string };

/** Undefined for all other groups. */
export function apiApproval(definition: JsonObject): Approval | undefined {
  const group = stringAt(definition, ['spec', 'group']) ?? '';
  const isProtected = ['k8s.io', 'kubernetes.io'].some((domain) => group === domain || group.endsWith(`.${domain}`));
  return isProtected ? approvalOf(stringAt(definition, ['metadata', 'annotations', APPROVAL_ANNOTATION]) ?? '') : undefined;
}

function approvalOf(annotation: string): Approval {
  const needed = `protected groups must have approval annotation ${JSON.stringify(APPROVAL_ANNOTATION)}`;
  if (annotation === '') return { state: 'Missing', reason: `${needed}, see ${PROPOSAL}` };
  if (annotation.startsWith('unapproved')) return { state: 'Unapproved', reason: `not approved: ${JSON.stringify(annotation)}` };
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(annotation)) return { state: 'Approved', reason: `approved in ${annotation}` };
  return { state: 'Invalid', reason: `${needed} with either a URL or a reason starting with "unapproved", see ${PROPOSAL}` };
}
