// patch: JSON patch, merge patch; strategic merge patch and apply through the engine that is handed in.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject } from '@rectrace/kube';
import type { ApiResponse } from '../api-request.ts';
import { wordFor } from '../codec/decoding.ts';
import type { Draft } from '../draft.ts';
import type { Environment } from '../environment.ts';
import {
  badRequest,
  conflict,
  entityTooLarge,
  invalid,
  notFound,
  notImplemented,
  unprocessable,
  unroutedMediaType,
  unsupportedMediaType,
} from '../failures.ts';
import { invalidValue } from '../field-error.ts';
import { noteWrite } from '../field-manager.ts';
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
import { buildApplied } from './build-applied.ts';
import { checkName } from './get.ts';
import { negotiateAnswer } from './negotiate.ts';
import { managerOf, scopeOf } from './object-scope.ts';
import type { ParsedPatch } from './parse-patch.ts';
import { parsePatch } from './parse-patch.ts';
import { absorbShown, showObject } from './shown-object.ts';
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
    forceCreate: apply && scope.subresource === '',
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
  const { resource } = target;
  if (current === undefined) throw notFound(resource, scope.name);
  const shown = shownOf({ resource, projection }, current);
  const { codec } = shown.resource;
  const value = applyPatch(environment, patching, codec.present(shown.object ?? current));
  const accepted = codec.accept(value, patching.patch.duplicates);
  if (accepted.kind === 'refused') throw misfit(value, accepted.message);
  noteProblems(patching, value, accepted.problems);
  const { draft } = accepted;
  if (projection === undefined) {
    finishNames(target, draft);
    return admitted(environment, scope, { draft, current, manager, sent: value });
  }
  noteWrite(draft, shown.object, { resource: shown.resource, subresource: scope.subresource, manager, now: scope.now });
  finishNames(target, draft);
  return absorbShown({ resource, projection }, draft, current);
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
  { target, scope, options, patch, projection }: Patching,
  current: JsonObject | undefined,
): Promise<Draft> {
  const { resource } = target;
  if (patch.value !== null && !isJsonObject(patch.value)) {
    const word = wordFor(patch.value);
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${word} into Go value of type map[string]interface {}`,
    );
  }
  const shown = shownOf({ resource, projection }, current);
  const { fieldManager: manager, force } = options;
  const { subresource, now } = scope;
  const draft = buildApplied({ resource: shown.resource, subresource, current: shown.object, config: patch.value, manager, force, now });
  if (current === undefined && uidOf(draft) !== '') {
    const why = `uid mismatch: the provided object specified uid ${uidOf(draft)}, and no existing object was found`;
    throw conflict(resource, scope.name, why);
  }
  finishNames(target, draft);
  if (projection !== undefined && current !== undefined) return absorbShown({ resource, projection }, draft, current);
  return mutated(environment, scope, { draft, current });
}

type Shown = { readonly resource: ServedResource; readonly object: JsonObject | undefined };

/** The object as the client sees it, in the form of the store. */
function shownOf(
  { resource, projection }: { readonly resource: ServedResource; readonly projection: Projection | undefined },
  current: JsonObject | undefined,
): Shown {
  if (projection === undefined) return { resource, object: current };
  return { resource: projection.shown, object: current === undefined ? undefined : showObject({ resource, projection }, current) };
}
