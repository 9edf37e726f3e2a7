// Reads the body of a patch: JSON for three of the types, YAML for apply.
import type { Json } from '@rectrace/kube';
import { formatJson, isJsonList, isJsonObject } from '@rectrace/kube';
import { GO_TYPE_META, wordFor } from '../codec/decoding.ts';
import { duplicatePaths } from '../codec/duplicate-paths.ts';
import type { Duplicates, ReadJson } from '../codec/read-json.ts';
import { readJson } from '../codec/read-json.ts';
import type { RequestBody } from '../codec/request-body.ts';
import { readYaml } from '../codec/yaml-representation.ts';
import { badRequest, invalid } from '../failures.ts';
import { invalidValue } from '../field-error.ts';
import type { FieldValidation } from '../options/write-options.ts';

export type ParsedPatch = {
  readonly value: Json;
  readonly duplicates: Duplicates;
  /** Keys that stand twice. */
  readonly problems: readonly string[];
};

type How = { readonly contentType: string; readonly validation: FieldValidation };

const decoder = new TextDecoder();

/** @throws RequestRefused (400) */
export function parsePatch(body: RequestBody, { contentType, validation }: How): ParsedPatch {
  if (body.kind === 'value') return { value: body.value, duplicates: new Map(), problems: [] };
  const text = body.kind === 'bytes' ? decoder.decode(body.bytes) : '';
  if (contentType.endsWith('+yaml')) return parseApply(text);
  const read = readJson(text);
  const merge = contentType.includes('merge-patch') && !contentType.includes('strategic');
  if (merge) refuseUnlessMergeable(read, validation);
  if (contentType.startsWith('application/json-patch')) refuseUnlessList(read, validation);
  const prefix = validation === 'Ignore' || contentType.includes('strategic') ? '' : 'error decoding patch: ';
  if (read.kind === 'malformed') throw badRequest(`${prefix}${read.message}`);
  return { value: read.value, duplicates: read.duplicates, problems: duplicatePaths(read.value, read.duplicates) };
}

function refuseUnlessList(read: ReadJson, validation: FieldValidation): void {
  if (read.kind === 'malformed' || read.value === null) return;
  if (isJsonList(read.value)) {
    const wrong = read.value.find((item) => !isJsonObject(item));
    if (wrong === undefined || validation === 'Ignore') return;
    throw badRequest(`error decoding patch: json: cannot unmarshal ${wordFor(wrong)} into Go value of type handlers.jsonPatchOp`);
  }
  const word = wordFor(read.value);
  if (validation !== 'Ignore')
    throw badRequest(`error decoding patch: json: cannot unmarshal ${word} into Go value of type []handlers.jsonPatchOp`);
  throw badRequest(`json: cannot unmarshal ${word} into Go value of type jsonpatch.Patch`);
}

/** What is no JSON object merges into nothing; how that is said depends on who reads it first. */
function refuseUnlessMergeable(read: ReadJson, validation: FieldValidation): void {
  const ignored = validation === 'Ignore';
  if (read.kind === 'malformed') {
    if (ignored) throw badRequest('Invalid JSON Patch');
    return;
  }
  const { value } = read;
  if (isJsonObject(value)) return;
  if (!ignored && value !== null)
    throw badRequest(`error decoding patch: json: cannot unmarshal ${wordFor(value)} into Go value of type map[string]interface {}`);
  if (!isJsonList(value)) throw badRequest('Invalid JSON Patch');
  const detail = `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type ${GO_TYPE_META}`;
  throw invalid({ group: '', kind: '', name: '' }, [invalidValue('patch', formatJson(value), detail)]);
}

function parseApply(text: string): ParsedPatch {
  const read = readYaml(text);
  if (read.kind === 'malformed') throw badRequest(`error decoding YAML: ${read.message}`);
  return { value: read.value, duplicates: new Map(), problems: read.repeated };
}
