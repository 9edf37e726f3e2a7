// ConversionReview: what a conversion webhook is asked, and what its answer makes of an object, in the words of the API server.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatFieldErrors, formatJson, isJsonObject, jsonEquals, listAt, parseApiVersion, stringAt, valueAt } from '@rectrace/kube';
import type { ReadReview } from '../admission/webhooks/read-review-answer.ts';
import { unregisteredKind } from '../admission/webhooks/read-review-answer.ts';
import { wordFor } from '../codec/decoding.ts';
import type { Draft } from '../draft.ts';
import { draftOf } from '../draft.ts';
import { nameOf, namespaceOf, uidOf } from '../metadata.ts';
import { validateAnnotations, validateLabels } from '../validation/object-meta.ts';

const GROUP = 'apiextensions.k8s.io';

export type ConversionRequest = { readonly uid: string; readonly version: string; readonly apiVersion: string };

/** `version`: v1 or v1beta1, which are written alike. */
export function conversionReview(object: JsonObject, { uid, version, apiVersion }: ConversionRequest): JsonObject {
  return {
    kind: 'ConversionReview',
    apiVersion: `${GROUP}/${version}`,
    request: { uid, desiredAPIVersion: apiVersion, objects: [object] },
    // Go writes the empty answer along.
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  };
}

/** `message`: all of it. */
export type Converted = { readonly kind: 'converted'; readonly draft: Draft } | { readonly kind: 'failed'; readonly message: string };

/** Of what the webhook answered. */
export function readConversion(read: ReadReview, original: JsonObject, request: ConversionRequest): Converted {
  const whose = `conversion webhook for ${formatKindOf(original)}`;
  const problem = read.kind === 'failed' ? read.message : reviewProblem(read.review, request);
  if (read.kind === 'failed' || problem !== undefined) return failed(`${whose} failed: ${problem}`);
  const objects = listAt(read.review, ['response', 'convertedObjects']);
  const [object = null] = objects;
  if (objects.length !== 1) return failed(`${whose} returned ${objects.length} objects, expected 1`);
  if (!isJsonObject(object) || (stringAt(object, ['kind']) ?? '') === '') return failed(unreadable(object));
  const mismatch = versionMismatch(object, original, request) ?? identityMismatch(object, original);
  if (mismatch !== undefined) return failed(`${whose} ${mismatch}`);
  const restored = restoreMetadata(object, original);
  return restored.kind === 'failed' ? failed(`${whose} returned invalid metadata: ${restored.message}`) : restored;
}

/** The API server does not say whose answer it could not read. */
function unreadable(object: Json): string {
  if (isJsonObject(object)) return `Object 'Kind' is missing in '${formatJson(object)}'`;
  if (object === null) return 'unexpected end of JSON input';
  return `json: cannot unmarshal ${wordFor(object)} into Go value of type map[string]interface {}`;
}

function failed(message: string): { readonly kind: 'failed'; readonly message: string } {
  return { kind: 'failed', message };
}

/** 'example.org/v1, Kind=Thing' */
function formatKindOf(object: JsonObject): string {
  const [apiVersion = '', kind = ''] = ['apiVersion', 'kind'].map((key) => stringAt(object, [key]));
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

/** The older version is not asked who it is. */
function reviewProblem(review: JsonObject, request: ConversionRequest): string | undefined {
  const { uid, version } = request;
  const { response } = review;
  const misnamed = nameProblem(review, request);
  if (misnamed !== undefined) return misnamed;
  if (!isJsonObject(response)) return 'no response provided';
  const given = stringAt(response, ['uid']) ?? '';
  if (version === 'v1' && given !== uid) return `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(given)}`;
  const status = stringAt(response, ['result', 'status']) ?? '';
  if (status === 'Success') return undefined;
  return stringAt(response, ['result', 'message']) || `response.result.status was '${status}', not 'Success'`;
}

const KIND = 'ConversionReview';
const VERSIONS = ['v1', 'v1beta1'];

/** A kind and version that are not said are read as those that are expected, but the newer version wants them said. */
function nameProblem(review: JsonObject, { version }: ConversionRequest): string | undefined {
  const [apiVersion = '', kind = ''] = ['apiVersion', 'kind'].map((key) => stringAt(review, [key]));
  const wanted = `${GROUP}/${version}`;
  if (apiVersion === wanted && kind === KIND) return undefined;
  if (apiVersion === '' || kind === '') {
    return version === 'v1' ? `expected webhook response of ${wanted}, Kind=${KIND}, got ${formatKindOf(review)}` : undefined;
  }
  const other = VERSIONS.find((one) => apiVersion === `${GROUP}/${one}` && kind === KIND);
  if (other === undefined) return unregisteredKind({ apiVersion, kind });
  return `converting (${other}.${KIND}) to (${version}.${KIND}): unknown conversion`;
}

function versionMismatch(object: JsonObject, original: JsonObject, { apiVersion }: ConversionRequest): string | undefined {
  const differ = (what: string, expected: string, received: string): string =>
    `returned invalid object at index 0: invalid ${what} (expected ${expected}, received ${received})`;
  const given = stringAt(object, ['apiVersion']) ?? '';
  if (given !== apiVersion) return differ('groupVersion', apiVersion, formatVersion(given));
  const [expected = '', kind = ''] = [original, object].map((one) => stringAt(one, ['kind']));
  return kind === expected ? undefined : differ('kind', expected, kind);
}

function formatVersion(apiVersion: string): string {
  const { group, version } = parseApiVersion(apiVersion);
  return group === '' ? version : `${group}/${version}`;
}

function identityMismatch(object: JsonObject, original: JsonObject): string | undefined {
  const places = [
    ['name', nameOf],
    ['namespace', namespaceOf],
    ['UID', uidOf],
  ] as const;
  const wrong = places.find(([, read]) => read(object) !== read(original));
  if (wrong === undefined) return undefined;
  const [what, read] = wrong;
  return `returned invalid object: must have the same ${what}: ${read(original)} != ${read(object)}`;
}

/** Of the answer's metadata, labels and annotations count; all else stays as it was. */
function restoreMetadata(object: JsonObject, original: JsonObject): Converted {
  const given = object['metadata'];
  if (given === undefined) return failed('missing metadata in converted object');
  if (!isJsonObject(given)) return failed(`invalid metadata of type ${goType(given)} in converted object`);
  const draft = draftOf(object);
  const known = valueAt(original, ['metadata']);
  const metadata = draftOf(isJsonObject(known) ? known : {});
  for (const field of ['labels', 'annotations'] as const) {
    const texts = given[field] ?? null;
    delete metadata[field];
    if (texts === null) continue;
    const problem = textsProblem(field, texts, valueAt(original, ['metadata', field]) ?? {});
    if (problem !== undefined) return failed(problem);
    metadata[field] = texts;
  }
  draft['metadata'] = metadata;
  return { kind: 'converted', draft };
}

function textsProblem(field: 'labels' | 'annotations', texts: Json, before: Json): string | undefined {
  if (!isJsonObject(texts)) return `invalid metadata.${field} of type ${goType(texts)} in converted object`;
  const odd = Object.entries(texts).find(([, value]) => typeof value !== 'string');
  if (odd !== undefined) return `metadata.${field}[${odd[0]}] must be a string, but is ${goType(odd[1])} in converted object`;
  if (jsonEquals(texts, before)) return undefined;
  const read = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, String(value)]));
  const errors = field === 'labels' ? validateLabels(read, 'metadata.labels') : validateAnnotations(read, 'metadata.annotation');
  return errors.length === 0 ? undefined : formatFieldErrors(errors);
}

function goType(value: Json): string {
  if (value === null) return '<nil>';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return isJsonObject(value) ? 'map[string]interface {}' : '[]interface {}';
}
