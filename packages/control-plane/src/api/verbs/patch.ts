// patch: JSON patch, merge patch, strategic merge patch, apply.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { ApiResponse } from '../api-request.ts';
import { wordFor } from '../codec/decoding.ts';
import type { Draft } from '../draft.ts';
import type { Environment } from '../environment.ts';
import { badRequest, conflict, notFound, unroutedMediaType, unsupportedMediaType } from '../failures.ts';
import { noteWrite } from '../field-manager.ts';
import { uidOf } from '../metadata.ts';
import type { WriteOptions } from '../options/write-options.ts';
import { writeOptionsIn } from '../options/write-options.ts';
import { ensureNamespace } from '../registry/create-object.ts';
import type { ObjectScope } from '../registry/registry.ts';
import type { UpdateSource } from '../registry/update-object.ts';
import { updateObject } from '../registry/update-object.ts';
import type { Projection, ServedResource } from '../served-resource.ts';
import { answerObject } from './answer.ts';
import { buildApplied } from './build-applied.ts';
import { buildPatched, JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH } from './build-patched.ts';
import { checkName, checkNamed } from './get.ts';
import { negotiateAnswer } from './negotiate.ts';
import { managerOf, scopeOf } from './object-scope.ts';
import type { ParsedPatch } from './parse-patch.ts';
import { parsePatch } from './parse-patch.ts';
import { quotingSent } from './quote-sent.ts';
import { showObject } from './shown-object.ts';
import type { Target } from './target.ts';
import type { Writing } from './update.ts';
import { admitted, checkNames, isNamespace, mutated, projected } from './update.ts';

const APPLY_PATCH = 'application/apply-patch+yaml';

/** @throws RequestRefused */
export async function handlePatch(environment: Environment, target: Target, { shape, projection }: Writing = {}): Promise<ApiResponse> {
  const { request, info } = target;
  const contentType = patchTypeOf(target);
  checkNamed(info.name);
  const media = negotiateAnswer(environment, target);
  const apply = contentType === APPLY_PATCH;
  const options = writeOptionsIn(request.query, apply ? 'ApplyOptions' : 'PatchOptions');
  checkName(info.name);
  const scope = scopeOf(environment, target, options);
  let sent: Json | undefined;
  const patching: Patching = {
    noteSent: (value) => {
      sent = value;
    },
    target,
    scope,
    options,
    readPatch: () => parsePatch(request.body, { contentType, validation: options.fieldValidation }),
    manager: managerOf(options.fieldManager, request.headers.userAgent),
    projection,
  };
  const source: UpdateSource = {
    build: (current) => (apply ? applied(environment, patching, current) : patched(environment, patching, current)),
    uid: '',
    forceCreate: apply && scope.subresource === '',
    shape,
    projection,
  };
  const { object, created } = await quotingSent(
    () => sent,
    () => updateObject(environment.registry, scope, source),
  );
  const shown = projection === undefined ? target : { ...target, resource: projection.shown };
  return answerObject(environment, shown, { stored: projection?.project(object) ?? object, status: created ? 201 : 200, media });
}

/** @throws RequestRefused (415) */
function patchTypeOf({ request, resource, warnings }: Target): string {
  const contentType = request.headers.contentType.split(';')[0] ?? '';
  const accepted = patchTypesOf(resource);
  if (accepted.includes(contentType)) return contentType;
  if (resource.custom) throw unsupportedMediaType(accepted);
  // No handler is reached that warns of anything.
  warnings.clear();
  throw unroutedMediaType();
}

function patchTypesOf({ custom }: ServedResource): readonly string[] {
  return custom ? [JSON_PATCH, MERGE_PATCH, APPLY_PATCH] : [JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH, APPLY_PATCH];
}

type Patching = {
  readonly target: Target;
  readonly scope: ObjectScope;
  readonly options: WriteOptions;
  /** Called where there is something to patch: an object that is missing is told before a body that can't be read. */
  readonly readPatch: () => ParsedPatch;
  readonly manager: string;
  readonly projection: Projection | undefined;
  /** Told the object as the client has it. */
  readonly noteSent: (value: Json) => void;
};

async function patched(environment: Environment, patching: Patching, current: JsonObject | undefined): Promise<Draft> {
  const { target, scope, manager, projection, options } = patching;
  const { table } = environment;
  const { resource } = target;
  if (current === undefined) throw notFound(resource, scope.name);
  const patch = patching.readPatch();
  const shown = shownOf({ resource, projection }, current);
  const { codec } = shown.resource;
  const { draft, value } = buildPatched({ target, codec, current: codec.present(shown.object ?? current), patch, options, table });
  patching.noteSent(value);
  if (projection === undefined) {
    finishNames(target, draft);
    return admitted(environment, scope, { draft, current, manager, sent: value });
  }
  noteWrite(draft, shown.object, { resource: shown.resource, subresource: scope.subresource, manager, now: scope.now });
  finishNames(target, draft);
  return projected(environment, scope, { draft, current, shownOld: shown.object ?? current, projection });
}

function finishNames(target: Target, draft: Draft): void {
  ensureNamespace(draft, isNamespace(target) ? '' : target.info.namespace);
  checkNames(draft, target.info);
}

async function applied(
  environment: Environment,
  { target, scope, options, readPatch, projection, noteSent }: Patching,
  current: JsonObject | undefined,
): Promise<Draft> {
  const { resource } = target;
  const patch = readPatch();
  noteSent(patch.value);
  if (patch.value !== null && !isJsonObject(patch.value)) {
    const word = wordFor(patch.value);
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${word} into Go value of type map[string]interface {}`,
    );
  }
  const shown = shownOf({ resource, projection }, current);
  const { fieldManager: manager, force } = options;
  const { subresource, now } = scope;
  const draft = await buildApplied({
    resource: shown.resource,
    subresource,
    current: shown.object,
    config: patch.value,
    manager,
    force,
    now,
  });
  noteRepeated(target, { options, patch });
  if (current === undefined && uidOf(draft) !== '') {
    const why = `uid mismatch: the provided object specified uid ${uidOf(draft)}, and no existing object was found`;
    throw conflict(resource, scope.name, why);
  }
  finishNames(target, draft);
  if (projection !== undefined && current !== undefined)
    return projected(environment, scope, { draft, current, shownOld: shown.object ?? current, projection });
  return mutated(environment, scope, { draft, current });
}

/** @throws RequestRefused */
function noteRepeated({ warnings }: Target, { options, patch }: { readonly options: WriteOptions; readonly patch: ParsedPatch }): void {
  if (options.fieldValidation === 'Ignore' || patch.problems.length === 0) return;
  if (options.fieldValidation === 'Strict') {
    const lines = patch.problems.join('\n  ');
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  ${lines}`);
  }
  for (const problem of patch.problems) warnings.add(problem);
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
