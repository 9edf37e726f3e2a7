// ValidatingAdmissionWebhook: all webhooks that are about the request are asked at the same time; the first that refuses decides.
import { RequestRefused } from '../../../errors.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../admission-plugin.ts';
import type { Invocation } from '../matching/match-request.ts';
import type { WebhookAsking } from './call-admission-webhook.ts';
import { callAdmissionWebhook, callFailure } from './call-admission-webhook.ts';
import { isExempt } from './exempt-configurations.ts';
import { matchWebhook, type WebhookParts } from './match-webhook.ts';
import type { Webhook } from './webhook.ts';
import { WebhookSource } from './webhook.ts';

export function validatingWebhooks(parts: WebhookParts): AdmissionPlugin {
  const source = new WebhookSource('validatingwebhookconfigurations.admissionregistration.k8s.io');
  return {
    name: 'ValidatingAdmissionWebhook',
    validate: async (request, view) => {
      if (isExempt(request)) return;
      const relevant: Relevant[] = [];
      for (const webhook of source.webhooks(view)) {
        const invocation = await matchWebhook(webhook, request, { ...parts, view });
        if (invocation !== undefined) relevant.push({ webhook, invocation });
      }
      await askAll(relevant, request, { ...parts, view });
    },
  };
}

const FAILED_OPEN = 'failed-open.validating.webhook.admission.k8s.io/';

type Relevant = { readonly webhook: Webhook; readonly invocation: Invocation };

async function askAll(relevant: readonly Relevant[], request: AdmissionRequest, asking: WebhookAsking): Promise<void> {
  const refusals: RequestRefused[] = [];
  await Promise.all(
    relevant.map(async (one, index) => {
      const refusal = await ask({ ...one, index }, request, asking);
      if (refusal !== undefined) refusals.push(refusal);
    }),
  );
  const [first] = refusals;
  if (first !== undefined) throw first;
}

/** Why the request is refused; undefined where it is not. */
async function ask(
  { webhook, invocation, index }: Relevant & { readonly index: number },
  request: AdmissionRequest,
  asking: WebhookAsking,
): Promise<RequestRefused | undefined> {
  try {
    const answer = await callAdmissionWebhook(webhook, { request, invocation }, { asking, mutating: false });
    if (answer.kind !== 'failed') return undefined;
    if (!webhook.ignoresFailures) return callFailure(answer);
    request.annotate(`${FAILED_OPEN}round_0_index_${index}`, webhook.name);
    return undefined;
  } catch (error) {
    if (error instanceof RequestRefused) return error;
    throw error;
  }
}
