// Reads the body of a patch: JSON for three of the types, YAML for apply.
import type { Json } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { Duplicates } from '../codec/read-json.ts';
import { readJson } from '../codec/read-json.ts';
import type { RequestBody } from '../codec/request-body.ts';
import { readYaml } from '../codec/yaml-representation.ts';
import { badRequest } from '../failures.ts';
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
  const prefix = validation === 'Ignore' || contentType.includes('strategic') ? '' : 'error decoding patch: ';
  if (read.kind === 'malformed') throw badRequest(`${prefix}${read.message}`);
  return { value: read.value, duplicates: read.duplicates, problems: duplicateProblems(read.value, read.duplicates) };
}

function parseApply(text: string): ParsedPatch {
  const read = readYaml(text);
  if (read.kind === 'malformed') throw badRequest(`error decoding YAML: ${read.message}`);
  return { value: read.value, duplicates: new Map(), problems: [] };
}

/** The paths of keys that stand twice. */
export function duplicateProblems(value: Json, duplicates: Duplicates, path = ''): readonly string[] {
  if (duplicates.size === 0) return [];
  if (isJsonList(value)) return value.flatMap((item, index) => duplicateProblems(item, duplicates, `${path}[${index}]`));
  if (!isJsonObject(value)) return [];
  const own = (duplicates.get(value) ?? []).map((key) => `duplicate field ${JSON.stringify(joined(path, key))}`);
  const below = Object.entries(value).flatMap(([key, item]) => duplicateProblems(item, duplicates, joined(path, key)));
  return [...below, ...own];
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
