// metadata.managedFields: who wrote which field. Reads them, and notes what a request that is no apply does to them.
import type { Json, JsonObject, Managers } from '@rectrace/kube';
import { formatManagers, isJsonObject, NO_MANAGERS, noteUpdate, parseManagers, TypedMismatch, valueAt } from '@rectrace/kube';
import { withSentEmpties } from './codec/with-sent-empties.ts';
import type { Draft } from './draft.ts';
import { assign } from './draft.ts';
import { metadataOf, uidOf } from './metadata.ts';
import { convertAsNeeded } from './patch/convert-as-needed.ts';
import type { MergePlace } from './patch/resource-merging.ts';
import { mergeTarget } from './patch/resource-merging.ts';
import type { ServedResource } from './served-resource.ts';
import { apiVersionOf } from './served-resource.ts';

export type FieldWrite = {
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly manager: string;
  /** RFC 3339, to the second. */
  readonly now: string;
  /** What the client sent, or what its patch made; where it is not at hand, the draft is taken for it. */
  readonly sent?: Json;
};

/** Sets metadata.managedFields of an object that was created, updated or patched. `old`: undefined where it is created. */
export function noteWrite(draft: Draft, old: JsonObject | undefined, write: FieldWrite): void {
  const writing = startNote(draft, old, write);
  if (writing !== undefined) finishNote(draft, noted(writing, write, undefined));
}

/** The same of an object that a webhook may have to convert. @throws RequestRefused (500) */
export async function noteConvertedWrite(draft: Draft, old: JsonObject | undefined, write: FieldWrite): Promise<void> {
  const writing = startNote(draft, old, write);
  if (writing === undefined) return;
  finishNote(draft, await convertAsNeeded(write.resource.conversion, (convert) => noted(writing, write, convert)));
}

/** Undefined where nobody keeps track. */
function startNote(draft: Draft, old: JsonObject | undefined, { subresource }: FieldWrite): Writing | undefined {
  const managers = managersInWrite(draft, old, subresource);
  delete metadataOf(draft)['managedFields'];
  const untracked = managers.size === 0 && old !== undefined && uidOf(old) !== '';
  return untracked ? undefined : { draft, old, managers };
}

function finishNote(draft: Draft, managers: Managers): void {
  assign(metadataOf(draft), 'managedFields', formatManagers(managers));
}

/** None where they can't be read. */
export function managersOf(object: JsonObject | undefined): Managers {
  const parsed = parseManagers(valueAt(object, ['metadata', 'managedFields']));
  return parsed.kind === 'managers' ? parsed.managers : NO_MANAGERS;
}

/** What the client sends counts, so that it can clean up; what it leaves out stays as it was. */
function managersInWrite(draft: Draft, old: JsonObject | undefined, subresource: string): Managers {
  if (subresource !== '') return managersOf(old);
  const sent = valueAt(draft, ['metadata', 'managedFields']);
  if (isReset(sent)) return NO_MANAGERS;
  const managers = managersOf(draft);
  return managers.size === 0 ? managersOf(old) : managers;
}

function isReset(sent: Json | undefined): boolean {
  if (!Array.isArray(sent)) return false;
  const [first] = sent as readonly Json[];
  return sent.length === 0 || (sent.length === 1 && isJsonObject(first) && Object.keys(first as JsonObject).length === 0);
}

type Writing = { readonly draft: Draft; readonly old: JsonObject | undefined; readonly managers: Managers };

/** None where the object does not fit its type. */
function noted({ draft, old, managers }: Writing, write: FieldWrite, convert: MergePlace['convert']): Managers {
  const { resource, subresource, manager, now, sent } = write;
  const { codec, merging, kind } = resource;
  const target = mergeTarget(merging, { apiVersion: apiVersionOf(resource), kind }, { subresource, convert });
  const before = old === undefined ? target.emptyObject : codec.present(old);
  try {
    return noteUpdate({ target, before, after: withSentEmpties(codec.present({ ...draft }), sent), managers, manager, now });
  } catch (error) {
    if (error instanceof TypedMismatch) return NO_MANAGERS;
    throw error;
  }
}
