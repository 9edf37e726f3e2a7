// Asks one webhook about a request.
import type { JsonObject } from '@rectrace/kube';
import { RequestRefused } from '../../../errors.ts';
import { badRequest, internalError } from '../../failures.ts';
import type { RandomSource } from '../../random-source.ts';
import { newUid } from '../../random-source.ts';
import type { ReviewedRequest } from './admission-review.ts';
import { admissionReview } from './admission-review.ts';
import type { WebhookCalling } from './call-webhook.ts';
import { callWebhook } from './call-webhook.ts';
import type { AdmissionAnswer } from './read-review-answer.ts';
import { denialStatus, readAdmissionAnswer, readReview } from './read-review-answer.ts';
import type { Webhook } from './webhook.ts';
import type { WebhookAnswer } from './webhook-caller.ts';

export type WebhookAsking = WebhookCalling & { readonly random: RandomSource };

/** A call that gave no answer. `message`: all of it. */
export type FailedCall = { readonly kind: 'failed'; readonly message: string };

const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const NO_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];

/** What the webhook answered, where it allows. @throws RequestRefused where it does not, or may not be asked about a dry run. */
export async function callAdmissionWebhook(
  webhook: Webhook,
  reviewed: ReviewedRequest,
  { asking, mutating }: { readonly asking: WebhookAsking; readonly mutating: boolean },
): Promise<AdmissionAnswer | FailedCall> {
  const { name, sideEffects, reviewVersions } = webhook;
  if (reviewed.request.dryRun && !NO_SIDE_EFFECTS.includes(sideEffects)) {
    throw badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`);
  }
  const version = reviewVersions.find((one) => REVIEW_VERSIONS.includes(one));
  if (version === undefined) {
    const why = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
    return failedCall(name, `could not create admission objects: ${why}`);
  }
  const uid = newUid(asking.random);
  const read = readReview(await send(webhook, await admissionReview(uid, reviewed, version), asking));
  if (read.kind === 'failed') return failedCall(name, `failed to call webhook: ${read.message}`);
  const answer = readAdmissionAnswer(read.review, { uid, version, mutating });
  if (answer.kind === 'invalid') return failedCall(name, answer.message);
  for (const [key, value] of Object.entries(answer.annotations)) reviewed.request.annotate(`${name}/${key}`, value);
  for (const text of answer.warnings) reviewed.request.warn(text);
  if (answer.allowed) return answer;
  throw new RequestRefused(denialStatus(name, answer.status));
}

export function failedCall(webhook: string, why: string): FailedCall {
  return { kind: 'failed', message: `failed calling webhook ${JSON.stringify(webhook)}: ${why}` };
}

/** How a failed call is answered where failures count. */
export function callFailure({ message }: FailedCall): RequestRefused {
  return internalError(message);
}

function send({ client, timeoutSeconds }: Webhook, review: JsonObject, { caller, view }: WebhookAsking): Promise<WebhookAnswer> {
  return callWebhook({ ...client, timeoutSeconds, review }, { caller, view });
}
