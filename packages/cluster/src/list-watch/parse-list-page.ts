// One page of a list as the port wants it: items carry apiVersion and kind, which the server leaves out for built-in kinds.

import type { ApiResource, Json, JsonObject, KubeObject, ListPage } from '@rectrace/kube';
import { formatApiVersion, integerAt, isJsonObject, listAt, parseJson, parseObject, stringAt } from '@rectrace/kube';
import { AnswerGarbled, reasonOf } from '../errors.ts';

/** token: what asks for the next page; '' on the last one. */
export type ParsedPage = { readonly page: ListPage; readonly token: string };

/** @throws AnswerGarbled where the text is no list, or an item no object. */
export function parseListPage(text: string, { resource, path }: { readonly resource: ApiResource; readonly path: string }): ParsedPage {
  const list = parseList(text, path);
  const resourceVersion = stringAt(list, ['metadata', 'resourceVersion']) ?? '';
  if (resourceVersion === '') throw new AnswerGarbled(`GET ${path}: the list has no resourceVersion`);
  const items = listAt(list, ['items']).map((item) => toObject(item, { resource, path }));
  const remaining = integerAt(list, ['metadata', 'remainingItemCount']);
  const page = { resourceVersion, items, ...(remaining === undefined ? {} : { remaining: Number(remaining) }) };
  return { page, token: stringAt(list, ['metadata', 'continue']) ?? '' };
}

/** The object with apiVersion and kind of the resource, whatever it said: PartialObjectMetadata becomes what it is the metadata of. */
export function toObject(item: Json, { resource, path }: { readonly resource: ApiResource; readonly path: string }): KubeObject {
  const own = isJsonObject(item) ? item : {};
  const parsed = parseObject(withType(own, resource));
  if (parsed.kind === 'invalid') throw new AnswerGarbled(`GET ${path}: an item is no object: ${parsed.reason}`);
  return parsed.object;
}

function withType(item: JsonObject, resource: ApiResource): JsonObject {
  const kind = stringAt(item, ['kind']);
  if (kind !== undefined && kind !== 'PartialObjectMetadata' && stringAt(item, ['apiVersion']) !== undefined) return item;
  return { ...item, apiVersion: formatApiVersion(resource.group, resource.version), kind: resource.kind };
}

function parseList(text: string, path: string): JsonObject {
  try {
    const parsed = parseJson(text);
    if (isJsonObject(parsed)) return parsed;
  } catch (error) {
    throw new AnswerGarbled(`GET ${path}: the list is no JSON: ${reasonOf(error)}`, error);
  }
  throw new AnswerGarbled(`GET ${path}: the answer is no list`);
}
