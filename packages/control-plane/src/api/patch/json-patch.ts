// JSON patch (RFC 6902) by fast-json-patch, which changes in place and so gets a copy.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject, valueAt } from '@rectrace/kube';
import jsonpatch, { type Operation } from 'fast-json-patch';
import { draftOf } from '../draft.ts';
import { misfitWords } from './misfit-words.ts';
import type { PatchOutcome } from './patch-outcome.ts';

const MOST_OPERATIONS = 10_000;
const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'];
const FIELDS = ['op', 'path', 'from', 'value'];

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
  return isJsonObject(value) && OPERATIONS.includes(String(value['op'] ?? '')) && typeof value['path'] === 'string';
}

/** The library leaves the keys of every object that it went through sorted; messages quote them so. */
function withSortedPaths(document: JsonObject, operations: readonly Operation[]): JsonObject {
  return operations.reduce(
    (sorted, { path }) => sortAlong(sorted, path.split('/').slice(1, -1).map(jsonpatch.unescapePathComponent)),
    document,
  );
}

function sortAlong(object: JsonObject, [step, ...rest]: readonly string[]): JsonObject {
  const below = step === undefined || !Object.hasOwn(object, step) ? undefined : object[step];
  const entries = Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1));
  const sorted = Object.fromEntries(entries);
  return step !== undefined && isJsonObject(below) ? { ...sorted, [step]: sortAlong(below, rest) } : sorted;
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

/** There is an object, and it does not have the key. */
function lacksKey(document: Json, path: string): boolean {
  const steps = path.split('/').slice(1).map(jsonpatch.unescapePathComponent);
  const parent = valueAt(document, steps.slice(0, -1));
  const key = steps.at(-1);
  return key !== undefined && isJsonObject(parent) && !Object.hasOwn(parent, key);
}

function applyAll(current: JsonObject, operations: readonly Operation[]): PatchOutcome {
  let document: Json = draftOf(current);
  for (const operation of operations) {
    const next = applyOne(document, operation);
    if (next === undefined) return { kind: 'misfit', message: misfitWords(document, operation) };
    document = next.document;
  }
  return isJsonObject(document)
    ? { kind: 'patched', value: withSortedPaths(document, operations) }
    : { kind: 'misfit', message: 'the result is not an object' };
}

/** Undefined where it does not fit. */
function applyOne(document: Json, operation: Operation): { readonly document: Json } | undefined {
  if (testsAbsence(document, operation)) return { document };
  try {
    return { document: jsonpatch.applyOperation(document, asServer(document, operation), true, true).newDocument };
  } catch {
    return undefined;
  }
}
