// What a webhook answered to a review, read; every way in which that can be no answer, in the words of the API server.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { readJson } from '../../codec/read-json.ts';
import type { StatusBody } from '../../status.ts';
import type { WebhookAnswer } from './webhook-caller.ts';

/** A review that was answered, as a JSON object; `message` follows "failed to call webhook: ". */
export type ReadReview = { readonly kind: 'review'; readonly review: JsonObject } | { readonly kind: 'failed'; readonly message: string };

export function readReview(answer: WebhookAnswer): ReadReview {
  if (answer.kind === 'unanswered') return failed(answer.message);
  const { status, text, contentType } = answer;
  if (status < 200 || status > 206) return failed(statusWords(answer));
  if (text === '') return failed(`0-length response with status code: ${status} and content type: ${contentType}`);
  const read = readJson(text);
  if (read.kind === 'malformed') return failed(`couldn't get version/kind; json parse error: ${read.message}`);
  if (isJsonObject(read.value)) return { kind: 'review', review: read.value };
  const word = Array.isArray(read.value) ? 'array' : typeof read.value;
  return failed(`couldn't get version/kind; json parse error: json: cannot unmarshal ${word} into Go value of type ${TYPE_META}`);
}

const TYPE_META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function failed(message: string): ReadReview {
  return { kind: 'failed', message };
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  406: 'the server was unable to respond with a content type that the client supports',
  409: 'the server reported a conflict',
  413: 'Request entity too large: ',
  415: 'the server was unable to respond with a content type that the client supports',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

function statusWords({ status, text, contentType }: Extract<WebhookAnswer, { kind: 'answered' }>): string {
  const said = /^text\//.test(contentType) && text.trim() !== '' ? text.trim() : 'unknown';
  if (status === 403) return said;
  if (status === 413) return `${STATUS_WORDS[413]}${said}`;
  const known = STATUS_WORDS[status];
  if (known !== undefined) return known;
  if (status >= 500) return `an error on the server (${JSON.stringify(said)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}

export type AdmissionAnswer = {
  readonly kind: 'answer';
  readonly allowed: boolean;
  readonly status: JsonObject | undefined;
  readonly warnings: readonly string[];
  /** Base64 of a JSON patch; '' where there is none. */
  readonly patch: string;
  readonly patchType: string;
};

/** What the reviewer expects. `mutating`: whether a patch may come. */
export type Expected = { readonly uid: string; readonly version: string; readonly mutating: boolean };

/** `message` follows "received invalid webhook response: ". */
export type ReadAnswer = AdmissionAnswer | { readonly kind: 'invalid'; readonly message: string };

export function readAdmissionAnswer(review: JsonObject, expected: Expected): ReadAnswer {
  const response = review['response'];
  if (!isJsonObject(response)) return invalid('webhook response was absent');
  const problem = expected.version === 'v1' ? v1Problem(review, response, expected) : undefined;
  if (problem !== undefined) return invalid(problem);
  const patch = expected.mutating ? (stringAt(response, ['patch']) ?? '') : '';
  const status = valueAt(response, ['status']);
  return {
    kind: 'answer',
    allowed: response['allowed'] === true,
    status: isJsonObject(status) ? status : undefined,
    warnings: listAt(response, ['warnings']).map(String),
    patch,
    patchType: expected.version === 'v1' || patch === '' ? (stringAt(response, ['patchType']) ?? '') : 'JSONPatch',
  };
}

function invalid(message: string): ReadAnswer {
  return { kind: 'invalid', message };
}

function v1Problem(review: JsonObject, response: JsonObject, { uid, mutating }: Expected): string | undefined {
  const given = stringAt(response, ['uid']) ?? '';
  if (given !== uid) return `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(given)}`;
  const [apiVersion = '', kind = ''] = ['apiVersion', 'kind'].map((key) => stringAt(review, [key]));
  if (apiVersion !== 'admission.k8s.io/v1' || kind !== 'AdmissionReview') {
    const found = `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
    return `expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${found}`;
  }
  const patched = isText(response['patch']);
  const { patchType } = response;
  return mutating ? mutatingProblem(patched, patchType) : validatingProblem(patched, patchType);
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string' && value !== '';
}

function mutatingProblem(patched: boolean, patchType: Json | undefined): string | undefined {
  const typed = typeof patchType === 'string';
  if (patched && !typed) return 'webhook returned response.patch but not response.patchType';
  if (!patched && typed) return 'webhook returned response.patchType but not response.patch';
  return patchType === '' ? 'webhook returned invalid response.patchType of ""' : undefined;
}

function validatingProblem(patched: boolean, patchType: Json | undefined): string | undefined {
  if (patched) return 'validating webhook may not return response.patch';
  return typeof patchType === 'string' ? 'validating webhook may not return response.patchType' : undefined;
}

const LEAST_FAILURE = 400;

/** The Status of a denial: what the webhook says, made a failure. */
export function denialStatus(webhook: string, status: JsonObject | undefined): StatusBody {
  const said = status ?? {};
  const [message = '', reason = '', given = ''] = ['message', 'reason', 'status'].map((key) => stringAt(said, [key]));
  const code = Number(said['code'] ?? 0);
  const deniedBy = `admission webhook ${JSON.stringify(webhook)} denied the request`;
  const why = message === '' ? reason : message;
  const details = said['details'];
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: given === '' || given === 'Success' ? 'Failure' : (given as 'Failure'),
    message: why === '' ? `${deniedBy} without explanation` : `${deniedBy}: ${why}`,
    reason,
    ...(isJsonObject(details) ? { details } : {}),
    code: Math.max(code, LEAST_FAILURE),
  };
}
