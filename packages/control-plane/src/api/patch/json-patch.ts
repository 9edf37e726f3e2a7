// JSON patch (RFC 6902) by fast-json-patch, which changes in place and so gets a copy.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import jsonpatch, { type Operation } from 'fast-json-patch';
import { draftOf } from '../draft.ts';
import type { PatchOutcome } from './patch-engine.ts';

const MOST_OPERATIONS = 10_000;
const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'];
const FIELDS = ['op', 'path', 'from', 'value'];

export function applyJsonPatch(current: JsonObject, patch: Json): PatchOutcome {
  if (!isJsonList(patch)) return { kind: 'malformed', message: 'json: cannot unmarshal object into Go value of type jsonpatch.Patch' };
  if (patch.length > MOST_OPERATIONS) {
    return { kind: 'too-large', message: `The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}, got ${patch.length}` };
  }
  const wrong = patch.find((operation) => !isOperation(operation));
  if (wrong !== undefined) return { kind: 'misfit', message: `Unexpected kind: ${isJsonObject(wrong) ? String(wrong['op'] ?? '') : ''}` };
  return applyAll(current, patch as unknown as readonly Operation[]);
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

function applyAll(current: JsonObject, operations: readonly Operation[]): PatchOutcome {
  try {
    const { newDocument } = jsonpatch.applyPatch(draftOf(current), operations, true, true, true);
    return isJsonObject(newDocument) ? { kind: 'patched', value: newDocument } : { kind: 'misfit', message: 'the result is not an object' };
  } catch (error) {
    return { kind: 'misfit', message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}
