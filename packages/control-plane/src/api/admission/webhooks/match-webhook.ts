// Whether a webhook is to be asked about a request.
import { AdmissionActivation } from '@rectrace/kube';
import type { Authorizer } from '../../authorization/authorizer.ts';
import { forbidden } from '../../failures.ts';
import type { ResourceCatalog } from '../../resource-catalog.ts';
import type { AdmissionRequest } from '../admission-plugin.ts';
import { admissionBindings } from '../expressions/admission-bindings.ts';
import { CONDITIONS_BUDGET, judgeConditions } from '../expressions/match-conditions.ts';
import type { Invocation, Matching } from '../matching/match-request.ts';
import { matchRequest } from '../matching/match-request.ts';
import type { WebhookAsking } from './call-admission-webhook.ts';
import type { Webhook } from './webhook.ts';

/** What the plugins that call webhooks are made of. */
export type WebhookParts = Omit<WebhookAsking, 'view'> & { readonly catalog: ResourceCatalog; readonly authorizer: Authorizer };

type WebhookMatching = Matching & { readonly authorizer: Authorizer };

/** Undefined where it is not. @throws RequestRefused where that can't be known. */
export async function matchWebhook(
  webhook: Webhook,
  request: AdmissionRequest,
  matching: WebhookMatching,
): Promise<Invocation | undefined> {
  const invocation = matchRequest(webhook.criteria, request, matching);
  if (invocation === undefined || webhook.conditions.length === 0) return invocation;
  const bindings = await admissionBindings({ request, invocation, authorizer: matching.authorizer });
  const activation = new AdmissionActivation({ bindings, variables: new Map(), budget: CONDITIONS_BUDGET });
  const outcome = judgeConditions(webhook.conditions, activation);
  if (outcome.kind === 'met') return invocation;
  if (outcome.kind === 'unmet' || webhook.ignoresFailures) return undefined;
  throw forbidden(request.resource, request.name, outcome.message);
}
