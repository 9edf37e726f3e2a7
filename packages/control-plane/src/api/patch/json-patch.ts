// JSON patch (RFC 6902) by fast-json-patch, which changes in place and so gets a copy.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonList, isJsonObject, valueAt } from '@rectrace/kube';
import jsonpatch, { type Operation } from 'fast-json-patch';
import { MOST_DEPTH } from '../codec/read-json.ts';
import { draftOf } from '../draft.ts';
import { keyOf, misfitWords, parentOf } from './misfit-words.ts';
import { isNestedDeeper } from './nesting.ts';
import type { PatchOutcome } from './patch-outcome.ts';
import { withSortedPaths } from './sorted-paths.ts';

const MOST_OPERATIONS = 10_000;
const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'];
const FROM_ELSEWHERE = ['move', 'copy'];
const FIELDS = ['op', 'path', 'from', 'value'];
/** Bytes of all that is copied within one patch. */
const MOST_COPIED = 3 * 1024 * 1024;

export function applyJsonPatch(current: JsonObject, patch: Json): PatchOutcome {
  if (patch === null) return { kind: 'patched', value: current };
  if (!isJsonList(patch)) return { kind: 'malformed', message: 'json: cannot unmarshal object into Go value of type jsonpatch.Patch' };
  if (patch.length > MOST_OPERATIONS) {
    return { kind: 'too-large', message: `The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}, got ${patch.length}` };
  }
  const wrong = patch.find((operation) => !isOperation(operation));
  if (wrong !== undefined) return { kind: 'misfit', message: `Unexpected kind: ${isJsonObject(wrong) ? String(wrong['op'] ?? '') : ''}` };
  const operations = patch as unknown as readonly Operation[];
  if (operations.some(({ path }) => path !== '' && !path.includes('/'))) return { kind: 'misfit', message: 'missing path' };
  return applyAll(current, operations.map(fromFirstSlash));
}

/** Fields of operations that no operation has. */
export function unknownPatchFields(patch: Json): readonly string[] {
  if (!isJsonList(patch)) return [];
  return patch.flatMap((operation, index) =>
    isJsonObject(operation)
      ? Object.keys(operation)
          .filter((key) => !FIELDS.includes(key))
          .map((key) => `json patch unknown field ${JSON.stringify(`[${index}].${key}`)}`)
      : [],
  );
}

function isOperation(value: Json): boolean {
  if (!isJsonObject(value) || !OPERATIONS.includes(String(value['op'] ?? '')) || typeof value['path'] !== 'string') return false;
  return !FROM_ELSEWHERE.includes(String(value['op'])) || typeof value['from'] === 'string';
}

/** The server's library does not look at what stands before the first slash. */
function fromFirstSlash(operation: Operation): Operation {
  return { ...operation, path: operation.path.slice(Math.max(0, operation.path.indexOf('/'))) };
}

/** The server's library lets `replace` add a key that an object does not have, and copies null from such a key. */
function asServer(document: Json, operation: Operation): Operation {
  if (operation.op === 'copy') return lacksKey(document, operation.from) ? { op: 'add', path: operation.path, value: null } : operation;
  if (operation.op !== 'replace') return operation;
  return lacksKey(document, operation.path) ? { ...operation, op: 'add' } : operation;
}

/** It takes null for a key that is not there: so kube-rs asks whether an object has no finalizers. */
function testsAbsence(document: Json, operation: Operation): boolean {
  return operation.op === 'test' && (operation.value ?? null) === null && lacksKey(document, operation.path);
}

/** There is an object, and it does not have the key: what every object has beside its own keys does not count. */
function lacksKey(document: Json, path: string): boolean {
  const parent = path === '' ? undefined : parentOf(document, path);
  return isJsonObject(parent) && !Object.hasOwn(parent, keyOf(path));
}

function applyAll(current: JsonObject, operations: readonly Operation[]): PatchOutcome {
  let document: Json = draftOf(current);
  let copied = 0;
  for (const operation of operations) {
    copied += copiedBy(document, operation);
    if (copied > MOST_COPIED) return { kind: 'misfit', message: copiedTooMuch(copied) };
    const next = applyOne(document, operation);
    if (next === undefined) return { kind: 'misfit', message: misfitWords(document, operation) };
    document = next.document;
  }
  if (isNestedDeeper(document, MOST_DEPTH)) return { kind: 'misfit', message: 'exceeded max depth' };
  return isJsonObject(document)
    ? { kind: 'patched', value: withSortedPaths(document, operations) }
    : { kind: 'misfit', message: 'the result is not an object' };
}

/** Each copy may double what there is. */
function copiedBy(document: Json, operation: Operation): number {
  if (operation.op !== 'copy') return 0;
  const parent = parentOf(document, operation.from);
  const key = keyOf(operation.from);
  const below = isJsonList(parent) ? parent[Number(key)] : valueAt(parent, [key]);
  const value = operation.from === '' ? document : below;
  return value === undefined ? 0 : new TextEncoder().encode(formatJson(value)).length;
}

function copiedTooMuch(copied: number): string {
  return `Unable to complete the copy, the accumulated size increase of copy is ${copied}, exceeding the limit ${MOST_COPIED}`;
}

/** Undefined where it does not fit. */
function applyOne(document: Json, operation: Operation): { readonly document: Json } | undefined {
  if (testsAbsence(document, operation)) return { document };
  if (takesFromNowhere(document, operation)) return undefined;
  try {
    return { document: jsonpatch.applyOperation(document, asServer(document, operation), true, true).newDocument };
  } catch {
    return undefined;
  }
}

function takesFromNowhere(document: Json, operation: Operation): boolean {
  if (operation.op === 'move') return lacksKey(document, operation.from);
  return operation.op === 'remove' && lacksKey(document, operation.path);
}
