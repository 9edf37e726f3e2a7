// Strategic merge patch of a built-in kind.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatPlain, isJsonObject, strategicMerge, stringAt } from '@rectrace/kube';
import { wordFor } from '../codec/decoding.ts';
import type { ObjectType, TypeTable } from '../type-table.ts';
import { patchShape } from './built-in-shapes.ts';
import type { PatchOutcome } from './patch-outcome.ts';
import { restoreMismatch } from './restore-mismatch.ts';

const NOTHING: JsonObject = {};

/** `current`: as the client sees it. */
export function applyStrategic(current: JsonObject, patch: Json, table: TypeTable): PatchOutcome {
  const type = table.ofKind(stringAt(current, ['apiVersion']) ?? '', stringAt(current, ['kind']) ?? '');
  if (type === undefined) return { kind: 'malformed', message: 'strategic merge patch format is not supported' };
  if (patch !== null && !isJsonObject(patch))
    return { kind: 'malformed', message: `json: cannot unmarshal ${wordFor(patch)} into Go value of type map[string]interface {}` };
  return merged(current, { patch: patch ?? NOTHING, type }, table);
}

type Patching = { readonly patch: JsonObject; readonly type: ObjectType };

/** What it says of its kind and version makes no difference. */
function merged(current: JsonObject, { patch, type }: Patching, table: TypeTable): PatchOutcome {
  const outcome = strategicMerge(current, patch, patchShape(type, table));
  if (outcome.kind === 'merged') {
    const shown = formatPlain(outcome.rest);
    const message = restoreMismatch(outcome.value, type, table);
    if (message !== undefined) return { kind: 'no-object', shown, message };
    const { kind, apiVersion } = current;
    return { kind: 'patched', value: { ...outcome.value, ...(kind && { kind }), ...(apiVersion && { apiVersion }) }, shown };
  }
  switch (outcome.reason) {
    case 'bad-request':
      return { kind: 'malformed', message: outcome.message };
    case 'unprocessable':
      return { kind: 'misfit', message: outcome.message };
    case 'internal':
      return { kind: 'failed', message: outcome.message };
  }
}
