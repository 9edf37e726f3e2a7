// What a server-side apply makes of an object.
import type { Applied, FieldConflict, Json, JsonObject, Managers } from '@rectrace/kube';
import {
  applyObject,
  conflictCauses,
  conflictMessage,
  formatManagers,
  isJsonObject,
  parseManagers,
  stringAt,
  valueAt,
} from '@rectrace/kube';
import type { AcceptedObject } from '../codec/object-codec.ts';
import type { Draft } from '../draft.ts';
import { assign, draftOf } from '../draft.ts';
import { badRequest, failure } from '../failures.ts';
import { metadataOf } from '../metadata.ts';
import { convertAsNeeded } from '../patch/convert-as-needed.ts';
import type { MergePlace } from '../patch/resource-merging.ts';
import { mergeTarget } from '../patch/resource-merging.ts';
import type { ServedResource } from '../served-resource.ts';
import { apiVersionOf } from '../served-resource.ts';

export type Applying = {
  /** The kind that the client sees. */
  readonly resource: ServedResource;
  readonly subresource: string;
  /** In the form of the store; undefined where it is to be created. */
  readonly current: JsonObject | undefined;
  readonly config: Json;
  readonly manager: string;
  readonly force: boolean;
  /** RFC 3339, to the second. */
  readonly now: string;
};

/** @throws RequestRefused */
export async function buildApplied(applying: Applying): Promise<Draft> {
  const { resource, current } = applying;
  const applied = await convertAsNeeded(resource.conversion, (convert) => applyTo(applying, convert));
  if (applied.kind !== 'applied') throw refusal(applied, applying);
  const draft =
    applied.changed || current === undefined ? accepted(resource.codec.acceptMerged(applied.object), applying) : draftOf(current);
  assign(metadataOf(draft), 'managedFields', formatManagers(applied.managers));
  return draft;
}

function accepted(outcome: AcceptedObject, applying: Applying): Draft {
  if (outcome.kind === 'accepted') return outcome.draft;
  const { custom } = applying.resource;
  const kind = kindOf(applying);
  const where = custom
    ? ''
    : `failed to convert new object (${namedIn(configIn(applying))}; ${kind}) to proper version: unable to convert unstructured object to ${kind}: `;
  throw failure({ code: 500, reason: '', message: `${where}${outcome.message}` });
}

/** '/v1, Kind=Pod' */
function kindOf({ resource }: Applying): string {
  const apiVersion = apiVersionOf(resource);
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${resource.kind}`;
}

/** 'namespace/name' as the object says them. */
function namedIn(object: JsonObject): string {
  return `${stringAt(object, ['metadata', 'namespace']) ?? ''}/${stringAt(object, ['metadata', 'name']) ?? ''}`;
}

function applyTo(applying: Applying, convert: MergePlace['convert']): Applied {
  const { resource, subresource, current, manager, force, now } = applying;
  const target = mergeTarget(resource.merging, { apiVersion: apiVersionOf(resource), kind: resource.kind }, { subresource, convert });
  const live = current === undefined ? target.emptyObject : resource.codec.present(current);
  return applyObject({ target, live, config: configIn(applying), managers: knownManagers(current), manager, force, now });
}

/** @throws RequestRefused for managers that can't be read: nobody may take from them what is theirs. */
function knownManagers(current: JsonObject | undefined): Managers {
  const parsed = parseManagers(valueAt(current, ['metadata', 'managedFields']));
  if (parsed.kind === 'managers') return parsed.managers;
  throw failure({ code: 500, reason: '', message: `failed to decode managed fields: ${parsed.message}` });
}

function configIn({ config }: Applying): JsonObject {
  return isJsonObject(config) ? config : {};
}

type Refused = Exclude<Applied, { kind: 'applied' }>;

function refusal(refused: Refused, applying: Applying): Error {
  switch (refused.kind) {
    case 'conflicts':
      return applyConflict(refused.conflicts);
    case 'refused':
      return badRequest(refused.message);
    case 'mismatch':
      return failure({ code: 500, reason: '', message: mismatchMessage(refused, applying) });
  }
}

function applyConflict(conflicts: readonly FieldConflict[]): Error {
  const causes = conflictCauses(conflicts).map((cause) => ({ reason: 'FieldManagerConflict', ...cause }));
  return failure({ code: 409, reason: 'Conflict', message: conflictMessage(conflicts), details: { causes } });
}

function mismatchMessage({ of, message }: Extract<Refused, { kind: 'mismatch' }>, applying: Applying): string {
  if (of === 'merge') return `failed to merge config: ${message}`;
  const object = of === 'config' ? configIn(applying) : (applying.current ?? {});
  return `failed to create typed ${of === 'config' ? 'patch' : 'live'} object (${namedIn(object)}; ${kindOf(applying)}): ${message}`;
}
