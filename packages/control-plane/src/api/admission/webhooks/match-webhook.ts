// Whether a webhook is to be asked about a request.
import type { ResourceCatalog } from '../../resource-catalog.ts';
import type { AdmissionRequest } from '../admission-plugin.ts';
import type { Invocation, Matching } from '../matching/match-request.ts';
import { matchRequest } from '../matching/match-request.ts';
import type { WebhookAsking } from './call-admission-webhook.ts';
import type { Webhook } from './webhook.ts';

/** What the plugins that call webhooks are made of. */
export type WebhookParts = Omit<WebhookAsking, 'view'> & { readonly catalog: ResourceCatalog };

/** Undefined where it is not. @throws RequestRefused where that can't be known. */
export function matchWebhook({ criteria }: Webhook, request: AdmissionRequest, matching: Matching): Invocation | undefined {
  return matchRequest(criteria, request, matching);
}
