// patch: JSON patch, merge patch; strategic merge patch and apply through the engine that is handed in.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject } from '@rectrace/kube';
import type { ApiResponse } from '../api-request.ts';
import type { Draft } from '../draft.ts';
import type { Environment } from '../environment.ts';
import {
  badRequest,
  conflict,
  entityTooLarge,
  failure,
  invalid,
  notFound,
  notImplemented,
  unprocessable,
  unroutedMediaType,
  unsupportedMediaType,
} from '../failures.ts';
import { invalidValue } from '../field-error.ts';
import { bareMediaType } from '../media-type.ts';
import { uidOf } from '../metadata.ts';
import type { WriteOptions } from '../options/write-options.ts';
import { writeOptionsIn } from '../options/write-options.ts';
import { applyJsonPatch, unknownPatchFields } from '../patch/json-patch.ts';
import { mergePatch } from '../patch/merge-patch.ts';
import type { PatchOutcome } from '../patch/patch-engine.ts';
import { ensureNamespace } from '../registry/create-object.ts';
import type { ObjectScope } from '../registry/registry.ts';
import { updateObject } from '../registry/update-object.ts';
import type { Projection, ServedResource } from '../served-resource.ts';
import { answerObject } from './answer.ts';
import { checkName } from './get.ts';
import { negotiateAnswer } from './negotiate.ts';
import { managerOf, scopeOf } from './object-scope.ts';
import type { ParsedPatch } from './parse-patch.ts';
import { parsePatch } from './parse-patch.ts';
import type { Target } from './target.ts';
import type { Writing } from './update.ts';
import { admitted, checkNames, isNamespace, mutated } from './update.ts';

export const JSON_PATCH = 'application/json-patch+json';
export const MERGE_PATCH = 'application/merge-patch+json';
export const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
export const APPLY_PATCH = 'application/apply-patch+yaml';

/** @throws RequestRefused */
export async function handlePatch(environment: Environment, target: Target, { shape, projection }: Writing = {}): Promise<ApiResponse> {
  const { request, resource, info } = target;
  const contentType = request.headers.contentType.split(';')[0] ?? '';
  const accepted = patchTypesOf(resource);
  if (!accepted.includes(contentType)) throw resource.custom ? unsupportedMediaType(accepted) : unroutedMediaType();
  const media = negotiateAnswer(environment, target);
  const apply = contentType === APPLY_PATCH;
  const options = writeOptionsIn(request.query, apply ? 'ApplyOptions' : 'PatchOptions');
  checkName(info.name);
  const patch = parsePatch(request.body, { contentType, validation: options.fieldValidation });
  const scope = scopeOf(environment, target, options.dryRun);
  const patching: Patching = {
    target,
    scope,
    options,
    patch,
    manager: managerOf(options.fieldManager, request.headers.userAgent),
    projection,
  };
  const { object, created } = await updateObject(environment.registry, scope, {
    build: (current) => (apply ? applied(environment, patching, current) : patched(environment, patching, current)),
    uid: '',
    forceCreate: apply,
    ...(shape === undefined ? {} : { shape }),
  });
  const shown = projection === undefined ? target : { ...target, resource: projection.shown };
  return answerObject(environment, shown, { stored: projection?.project(object) ?? object, status: created ? 201 : 200, media });
}

function patchTypesOf({ custom }: ServedResource): readonly string[] {
  return custom ? [JSON_PATCH, MERGE_PATCH, APPLY_PATCH] : [JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH, APPLY_PATCH];
}

type Patching = {
  readonly target: Target;
  readonly scope: ObjectScope;
  readonly options: WriteOptions;
  readonly patch: ParsedPatch;
  readonly manager: string;
  readonly projection: Projection | undefined;
};

async function patched(environment: Environment, patching: Patching, current: JsonObject | undefined): Promise<Draft> {
  const { target, scope, manager, projection } = patching;
  if (current === undefined) throw notFound(target.resource, scope.name);
  const resource = projection?.shown ?? target.resource;
  const value = applyPatch(environment, patching, resource.codec.present(projection?.project(current) ?? current));
  const accepted = resource.codec.accept(value, patching.patch.duplicates);
  if (accepted.kind === 'refused') throw misfit(value, accepted.message);
  noteProblems(patching, value, accepted.problems);
  finishNames(target, accepted.draft);
  if (projection !== undefined) return projection.absorb(accepted.draft, current);
  return admitted(environment, scope, { draft: accepted.draft, current, manager });
}

function applyPatch(environment: Environment, { target, patch }: Patching, current: JsonObject): JsonObject {
  const outcome = outcomeOf(environment, target, { patch, current });
  switch (outcome.kind) {
    case 'patched':
      return outcome.value;
    case 'malformed':
      throw badRequest(outcome.message);
    case 'misfit':
      throw unprocessable('the server rejected our request due to an error in our request');
    case 'too-large':
      throw entityTooLarge(outcome.message);
  }
}

type Applying = { readonly patch: ParsedPatch; readonly current: JsonObject };

function outcomeOf({ patches }: Environment, { resource, request }: Target, { patch, current }: Applying): PatchOutcome {
  const contentType = bareMediaType(request.headers.contentType);
  if (contentType === JSON_PATCH) return applyJsonPatch(current, patch.value);
  if (contentType === STRATEGIC_PATCH) {
    if (patches.strategicMerge === undefined) throw notImplemented('strategic merge patch');
    return patches.strategicMerge(resource, current, patch.value);
  }
  if (!isJsonObject(patch.value)) return { kind: 'malformed', message: 'Invalid JSON Patch' };
  return { kind: 'patched', value: mergePatch(current, patch.value) };
}

/** What the patch gave is no object of the kind. */
function misfit(value: Json, message: string): Error {
  return invalid({ group: '', kind: '', name: '' }, [invalidValue('patch', formatJson(value), message)]);
}

function noteProblems({ options, patch, target }: Patching, value: Json, problems: readonly string[]): void {
  const all = [...patch.problems, ...unknownPatchFields(patch.value), ...problems];
  if (options.fieldValidation === 'Ignore' || all.length === 0) return;
  if (options.fieldValidation === 'Strict') throw misfit(value, `strict decoding error: ${all.join(', ')}`);
  for (const problem of all) target.warnings.add(problem);
}

function finishNames(target: Target, draft: Draft): void {
  ensureNamespace(draft, isNamespace(target) ? '' : target.info.namespace);
  checkNames(draft, target.info);
}

async function applied(
  environment: Environment,
  { target, scope, options, patch }: Patching,
  current: JsonObject | undefined,
): Promise<Draft> {
  const { resource } = target;
  const { apply } = environment.patches;
  if (apply === undefined) throw notImplemented('server-side apply');
  if (!isJsonObject(patch.value))
    throw badRequest('error decoding YAML: json: cannot unmarshal into Go value of type map[string]interface {}');
  const outcome = apply({
    resource,
    subresource: scope.subresource,
    current: current === undefined ? undefined : resource.codec.present(current),
    patch: patch.value,
    manager: options.fieldManager,
    force: options.force,
    now: scope.now,
  });
  if (outcome.kind === 'malformed') throw badRequest(outcome.message);
  if (outcome.kind === 'conflicts') throw applyConflict(outcome);
  const accepted = resource.codec.accept(outcome.value, patch.duplicates);
  if (accepted.kind === 'refused') throw badRequest(accepted.message);
  if (current === undefined && uidOf(accepted.draft) !== '') {
    throw conflict(
      resource,
      scope.name,
      `uid mismatch: the provided object specified uid ${uidOf(accepted.draft)}, and no existing object was found`,
    );
  }
  finishNames(target, accepted.draft);
  return mutated(environment, scope, { draft: accepted.draft, current });
}

type Conflicts = { readonly message: string; readonly causes: readonly { readonly message: string; readonly field: string }[] };

function applyConflict({ message, causes }: Conflicts): Error {
  const named = causes.map((cause) => ({ reason: 'FieldManagerConflict', ...cause }));
  return failure({ code: 409, reason: 'Conflict', message, details: { causes: named } });
}
