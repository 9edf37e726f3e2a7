// The port through which webhooks are called. How a call travels is the business of whoever hands in a caller.
import type { JsonObject } from '@rectrace/kube';

export type WebhookTarget =
  | { readonly kind: 'url'; readonly url: string }
  /** A Service of the cluster. */
  | { readonly kind: 'service'; readonly namespace: string; readonly name: string; readonly port: number; readonly path: string };

export type WebhookCall = {
  readonly target: WebhookTarget;
  /** Base64 of PEM; '' where the caller's own authorities decide. */
  readonly caBundle: string;
  readonly timeoutSeconds: number;
  /** A review: AdmissionReview or ConversionReview. */
  readonly review: JsonObject;
};

export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly contentType: string; readonly text: string }
  /** Nobody answered; why, in the words of the API server: 'Post "https://…": dial tcp …: connect: connection refused'. */
  | { readonly kind: 'unanswered'; readonly message: string };

export interface WebhookCaller {
  /** Never throws: what goes wrong is an answer. */
  call(call: WebhookCall): Promise<WebhookAnswer>;
}

/** Of a control plane that nobody gave a caller. */
export const NO_WEBHOOKS: WebhookCaller = {
  call: async () => ({ kind: 'unanswered', message: 'this control plane was started without a way to call webhooks' }),
};
