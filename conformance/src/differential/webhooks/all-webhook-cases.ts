// All cases about webhooks and what is configured like them.
import { CERTIFICATE_CASES } from './certificate-cases.ts';
import { CONFIGURATION_CASES } from './configuration-cases.ts';
import { CONVERSION_CASES } from './conversion-cases.ts';
import { MATCH_CASES } from './match-cases.ts';
import { POLICY_CASES } from './policy-cases.ts';
import { REVIEW_CASES } from './review-cases.ts';
import { SECURITY_CASES } from './security-cases.ts';
import type { WebhookCase } from './webhook-case.ts';

export const WEBHOOK_CASES: readonly WebhookCase[] = [
  ...REVIEW_CASES,
  ...MATCH_CASES,
  ...CONFIGURATION_CASES,
  ...POLICY_CASES,
  ...SECURITY_CASES,
  ...CERTIFICATE_CASES,
  ...CONVERSION_CASES,
];
