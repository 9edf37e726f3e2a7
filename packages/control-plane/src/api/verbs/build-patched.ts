// What a JSON patch, a merge patch or a strategic merge patch makes of an object.
import type { JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject } from '@rectrace/kube';
import type { ObjectCodec } from '../codec/object-codec.ts';
import type { Draft } from '../draft.ts';
import { badRequest, entityTooLarge, failure, invalid, unprocessable } from '../failures.ts';
import { invalidValue } from '../field-error.ts';
import { bareMediaType } from '../media-type.ts';
import type { WriteOptions } from '../options/write-options.ts';
import { applyStrategic } from '../patch/apply-strategic.ts';
import { applyJsonPatch, unknownPatchFields } from '../patch/json-patch.ts';
import { mergePatch } from '../patch/merge-patch.ts';
import type { PatchOutcome } from '../patch/patch-outcome.ts';
import type { TypeTable } from '../type-table.ts';
import type { ParsedPatch } from './parse-patch.ts';
import type { Target } from './target.ts';

export const JSON_PATCH = 'application/json-patch+json';
export const MERGE_PATCH = 'application/merge-patch+json';
export const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';

export type Patching = {
  readonly target: Target;
  /** Of the kind that the client sees. */
  readonly codec: ObjectCodec;
  /** As the client sees it. */
  readonly current: JsonObject;
  readonly patch: ParsedPatch;
  readonly options: WriteOptions;
  readonly table: TypeTable;
};

/** value: the patched object as the client would see it; draft: in the form of the store. */
export type Patched = { readonly draft: Draft; readonly value: JsonObject };

/** @throws RequestRefused */
export function buildPatched(patching: Patching): Patched {
  const { codec, patch } = patching;
  const { value } = applyPatch(patching);
  const strategic = contentTypeOf(patching) === STRATEGIC_PATCH;
  const accepted = strategic ? codec.acceptMerged(value, patch.duplicates) : codec.accept(value, patch.duplicates);
  if (accepted.kind === 'refused') throw misfit(shownOf(patching), accepted.message);
  noteProblems(patching, accepted.problems);
  return { draft: accepted.draft, value };
}

/** The patched object as messages quote it. */
function shownOf(patching: Patching): string {
  const { codec, current } = patching;
  const { value, shown = formatJson(value) } = applyPatch({ ...patching, current: codec.ordered(current) });
  return shown;
}

function applyPatch(patching: Patching): Extract<PatchOutcome, { kind: 'patched' }> {
  const outcome = outcomeOf(patching);
  switch (outcome.kind) {
    case 'patched':
      return outcome;
    case 'malformed':
      throw badRequest(outcome.message);
    case 'misfit':
      throw unprocessable('the server rejected our request due to an error in our request');
    case 'no-object':
      throw misfit(outcome.shown, outcome.message);
    case 'too-large':
      throw entityTooLarge(outcome.message);
    case 'failed':
      throw failure({ code: 500, reason: '', message: outcome.message });
  }
}

function contentTypeOf({ target }: Patching): string {
  return bareMediaType(target.request.headers.contentType);
}

function outcomeOf(patching: Patching): PatchOutcome {
  const { current, patch, table } = patching;
  const contentType = contentTypeOf(patching);
  if (contentType === JSON_PATCH) return applyJsonPatch(current, patch.value);
  if (contentType === STRATEGIC_PATCH) return applyStrategic(current, patch.value, table);
  if (!isJsonObject(patch.value)) return { kind: 'malformed', message: 'Invalid JSON Patch' };
  return { kind: 'patched', value: mergePatch(current, patch.value) };
}

/** What the patch gave is no object of the kind. */
function misfit(shown: string, message: string): Error {
  return invalid({ group: '', kind: '', name: '' }, [invalidValue('patch', shown, message)]);
}

function noteProblems(patching: Patching, problems: readonly string[]): void {
  const { options, patch, target } = patching;
  const all = [...patch.problems, ...unknownPatchFields(patch.value), ...problems];
  if (options.fieldValidation === 'Ignore' || all.length === 0) return;
  if (options.fieldValidation === 'Strict') throw misfit(shownOf(patching), `strict decoding error: ${all.join(', ')}`);
  for (const problem of all) target.warnings.add(problem);
}
