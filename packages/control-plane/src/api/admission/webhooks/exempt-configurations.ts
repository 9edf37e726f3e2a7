// Configurations of admission are never themselves subject to webhooks and policies: nobody could undo a mistake.
import type { AdmissionRequest } from '../admission-plugin.ts';

const GROUP = 'admissionregistration.k8s.io';
const KINDS = [
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
];

export function isExempt({ shown: { group, kind } }: AdmissionRequest): boolean {
  return group === GROUP && KINDS.includes(kind);
}
