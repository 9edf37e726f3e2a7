// All cases about webhooks.
import { REVIEW_CASES } from './review-cases.ts';
import type { WebhookCase } from './webhook-case.ts';

export const WEBHOOK_CASES: readonly WebhookCase[] = [...REVIEW_CASES];
