// Converts custom resources from one of their versions into another by asking the webhook that their definition names.
import type { JsonObject } from '@rectrace/kube';
import type { WebhookCalling } from '../admission/webhooks/call-webhook.ts';
import { callWebhook } from '../admission/webhooks/call-webhook.ts';
import { readReview } from '../admission/webhooks/read-review-answer.ts';
import type { Draft } from '../draft.ts';
import { draftOf } from '../draft.ts';
import { failure } from '../failures.ts';
import { metadataOf } from '../metadata.ts';
import type { RandomSource } from '../random-source.ts';
import { newUid } from '../random-source.ts';
import { conversionReview, readConversion } from './conversion-review.ts';
import type { ConversionWebhook } from './definition.ts';

export type ConversionCalling = WebhookCalling & { readonly random: RandomSource };

const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const TIMEOUT_SECONDS = 30;

export class WebhookConverter {
  readonly #webhook: ConversionWebhook;
  readonly #calling: ConversionCalling;

  constructor(webhook: ConversionWebhook, calling: ConversionCalling) {
    this.#webhook = webhook;
    this.#calling = calling;
  }

  /** A new object in that version, as the webhook made it. @throws RequestRefused (500) */
  async convert(object: JsonObject, apiVersion: string): Promise<Draft> {
    const { client, reviewVersions } = this.#webhook;
    const version = reviewVersions.find((one) => REVIEW_VERSIONS.includes(one));
    if (version === undefined) throw conversionFailure('no supported conversion review versions');
    const request = { uid: newUid(this.#calling.random), version, apiVersion };
    const review = conversionReview(withoutRevision(object), request);
    const read = readReview(await callWebhook({ ...client, timeoutSeconds: TIMEOUT_SECONDS, review }, this.#calling));
    const converted = readConversion(read, object, request);
    if (converted.kind === 'failed') throw conversionFailure(converted.message);
    return converted.draft;
  }
}

/** Webhooks see objects as etcd would hold them. */
function withoutRevision(object: JsonObject): JsonObject {
  const copy = draftOf(object);
  delete metadataOf(copy)['resourceVersion'];
  return copy;
}

function conversionFailure(message: string): Error {
  return failure({ code: 500, reason: '', message });
}
