// Which fields a write changed, few and short enough to be kept with a cycle: its cause may not grow with what was written.

import type { FieldChange, Json } from '@rectrace/kube';
import { formatJson, jsonEquals } from '@rectrace/kube';

/** diff: images first, then as they come; a value that is too long is the beginning of its text and '…'. more: how many fields are left out. */
export type ChangedFields = { readonly diff: readonly FieldChange[]; readonly more?: number };

const FIELDS = 5;
const VALUE_LENGTH = 256;
const STEPS = 16;
const STEP_LENGTH = 64;

/** What a generation stands for: all of an object but its metadata and its status. undefined where no generation rose, or nothing of it differs. */
export function changedSpec(diff: readonly FieldChange[]): ChangedFields | undefined {
  if (!diff.some(({ path }) => path.length === 2 && path[0] === 'metadata' && path[1] === 'generation')) return undefined;
  const fields = diff.filter(({ path }) => path[0] !== 'metadata' && path[0] !== 'status');
  return fields.length === 0 ? undefined : changedFields(fields);
}

/** The few that are kept of a diff. */
export function changedFields(diff: readonly FieldChange[]): ChangedFields {
  const images = diff.filter(isImage);
  const kept = [...images, ...diff.filter((field) => !isImage(field))].slice(0, FIELDS).map(shortField);
  return kept.length === diff.length ? { diff: kept } : { diff: kept, more: diff.length - kept.length };
}

export function sameFields(left: Partial<ChangedFields>, right: Partial<ChangedFields>): boolean {
  const [ours = [], theirs = []] = [left.diff, right.diff];
  return left.more === right.more && ours.length === theirs.length && ours.every((field, at) => sameField(field, theirs[at]));
}

function sameField({ path, before, after }: FieldChange, other: FieldChange | undefined): boolean {
  return other !== undefined && jsonEquals(path, other.path) && jsonEquals(before, other.before) && jsonEquals(after, other.after);
}

function isImage({ path }: FieldChange): boolean {
  return path.at(-1) === 'image';
}

function shortField({ path, before, after }: FieldChange): FieldChange {
  const steps = path.length > STEPS ? [...path.slice(0, STEPS - 1), '…'] : path;
  return {
    path: steps.map((step) => cutText(step, STEP_LENGTH)),
    ...(before === undefined ? {} : { before: shortValue(before) }),
    ...(after === undefined ? {} : { after: shortValue(after) }),
  };
}

function shortValue(value: Json): Json {
  const text = typeof value === 'string' ? value : formatJson(value);
  return text.length > VALUE_LENGTH ? cutText(text, VALUE_LENGTH) : value;
}

/** No character is cut in two. */
function cutText(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
