// What a webhook answered to a review, read; every way in which that can be no answer, in the words of the API server.
import type { Json, JsonObject, Labels } from '@rectrace/kube';
import { isJsonList, isJsonObject, listAt, stringAt } from '@rectrace/kube';
import { GO_TYPE_META, wordFor } from '../../codec/decoding.ts';
import { readJson } from '../../codec/read-json.ts';
import { readYaml } from '../../codec/yaml-representation.ts';
import { textsAt } from '../../metadata.ts';
import type { StatusBody } from '../../status.ts';
import type { WebhookAnswer } from './webhook-caller.ts';

/** A review that was answered, as a JSON object; `message`: why there is none. */
export type ReadReview = { readonly kind: 'review'; readonly review: JsonObject } | { readonly kind: 'failed'; readonly message: string };

export function readReview(answer: WebhookAnswer): ReadReview {
  if (answer.kind === 'unanswered') return failed(answer.message);
  const { status, text, contentType } = answer;
  if (status < 200 || status > 206) return failed(statusWords(answer));
  if (text === '') return failed(`0-length response with status code: ${status} and content type: ${contentType}`);
  const read = readAny(text);
  if (read.kind === 'malformed') return failed(`${UNREADABLE}: ${read.message}`);
  if (isJsonObject(read.value)) return { kind: 'review', review: read.value };
  return failed(`${UNREADABLE}: json: cannot unmarshal ${wordFor(read.value)} into Go value of type ${GO_TYPE_META}`);
}

const UNREADABLE = "couldn't get version/kind; json parse error";

/** What is no JSON may be YAML. */
function readAny(
  text: string,
): { readonly kind: 'value'; readonly value: Json } | { readonly kind: 'malformed'; readonly message: string } {
  const read = readJson(text);
  if (read.kind === 'value') return read;
  const yaml = readYaml(text);
  return yaml.kind === 'malformed' ? read : { kind: 'value', value: yaml.value };
}

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
  /** For the audit log. */
  readonly annotations: Labels;
  /** Base64 of a JSON patch; '' where there is none. */
  readonly patch: string;
  readonly patchType: string;
};

/** What the reviewer expects. `mutating`: whether a patch may come. */
export type Expected = { readonly uid: string; readonly version: string; readonly mutating: boolean };

/** `message`: what follows the name of the webhook. */
export type ReadAnswer = AdmissionAnswer | { readonly kind: 'invalid'; readonly message: string };

export function readAdmissionAnswer(review: JsonObject, expected: Expected): ReadAnswer {
  const mistyped = kindProblem(review) ?? typeProblem(review['response']);
  if (mistyped !== undefined) return { kind: 'invalid', message: `failed to call webhook: ${mistyped}` };
  const response = review['response'];
  if (!isJsonObject(response)) return invalid('webhook response was absent');
  const problem = expected.version === 'v1' ? v1Problem(review, response, expected) : undefined;
  if (problem !== undefined) return invalid(problem);
  return answerIn(response, expected);
}

function answerIn(response: JsonObject, { version, mutating }: Expected): AdmissionAnswer {
  const { status } = response;
  return {
    kind: 'answer',
    allowed: response['allowed'] === true,
    status: isJsonObject(status) ? status : undefined,
    warnings: listAt(response, ['warnings'])
      .map(String)
      .filter((text) => text !== ''),
    annotations: textsAt(response, ['auditAnnotations']),
    patch: mutating ? (stringAt(response, ['patch']) ?? '') : '',
    // The older version knows only one.
    patchType: version === 'v1' ? (stringAt(response, ['patchType']) ?? '') : 'JSONPatch',
  };
}

const KNOWN_KINDS = ['admission.k8s.io/v1/AdmissionReview', 'admission.k8s.io/v1beta1/AdmissionReview'];

/** A kind and version that are not said are those that are expected. */
function kindProblem(review: JsonObject): string | undefined {
  const [apiVersion = '', kind = ''] = ['apiVersion', 'kind'].map((key) => stringAt(review, [key]));
  if (apiVersion === '' || kind === '' || KNOWN_KINDS.includes(`${apiVersion}/${kind}`)) return undefined;
  return unregisteredKind({ apiVersion, kind });
}

/** What is said of a review of a kind that nobody knows. */
export function unregisteredKind({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string {
  return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
}

const FIELD_TYPES: readonly (readonly [string, (value: Json) => boolean, string])[] = [
  ['uid', (value) => typeof value === 'string', 'types.UID'],
  ['allowed', (value) => typeof value === 'boolean', 'bool'],
  ['status', isJsonObject, 'v1.Status'],
  ['patch', (value) => typeof value === 'string', '[]uint8'],
  ['patchType', (value) => typeof value === 'string', 'v1.PatchType'],
  ['auditAnnotations', isJsonObject, 'map[string]string'],
  ['warnings', isJsonList, '[]string'],
];

function typeProblem(response: Json | undefined): string | undefined {
  if (!isJsonObject(response)) return undefined;
  const wrong = FIELD_TYPES.find(([field, fits]) => {
    const value = response[field] ?? null;
    return value !== null && !fits(value);
  });
  if (wrong === undefined) return undefined;
  const [field, , type] = wrong;
  return `json: cannot unmarshal ${wordFor(response[field] ?? null)} into Go struct field AdmissionResponse.response.${field} of type ${type}`;
}

function invalid(message: string): ReadAnswer {
  return { kind: 'invalid', message: `received invalid webhook response: ${message}` };
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
  const [details, metadata] = [said['details'], said['metadata']];
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: isJsonObject(metadata) ? metadata : {},
    status: given === '' || given === 'Success' ? 'Failure' : (given as 'Failure'),
    message: why === '' ? `${deniedBy} without explanation` : `${deniedBy}: ${why}`,
    reason,
    ...(isJsonObject(details) ? { details } : {}),
    code: Math.max(code, LEAST_FAILURE),
  };
}
