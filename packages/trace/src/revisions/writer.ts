// Who wrote a revision, told from managedFields: the API server gives a manager a new time whenever it sets a field. Times have whole seconds
// a write that only removes fields moves none, and a scale subresource's manager has none at all: there the fields themselves decide.

import type { FieldChange, Json, KubeObject, ManagedFieldsEntry } from '@rectrace/kube';
import { asJson, isJsonObject, itemStep, jsonEquals, keysOfStep, listAt, ORDER_STEP, parseInstant, parseJson } from '@rectrace/kube';

/** Who wrote a revision, from managedFields. time: RFC 3339 as published. */
export type Writer = { readonly manager: string; readonly operation: string; readonly subresource: string; readonly time: string };

/** The writer of `after`; before: the revision that preceded it, diff: what differs between them. Undefined = unknown. */
export function writerOf(
  after: KubeObject,
  before?: KubeObject,
  options: { readonly diff?: readonly FieldChange[] } = {},
): Writer | undefined {
  const entries = readEntries(after);
  const known = before === undefined ? [] : readEntries(before);
  const moved = movedOf(entries, known);
  const newest = newestOf(moved);
  if (newest.length === 1) return toWriter(newest[0]);
  if (before === undefined) return undefined;
  const timeless = entries.filter(({ time }) => time === undefined);
  return decide({ entries: newest.length > 1 ? newest : [...newestOf(entries), ...timeless], known, diff: options.diff ?? [] });
}

/** Whether several managers wrote between two revisions that do not follow each other: then none of them wrote all that differs. */
export function wroteBetween(before: KubeObject, after: KubeObject): 'one' | 'several' {
  return movedOf(readEntries(after), readEntries(before)).length > 1 ? 'several' : 'one';
}

function movedOf(entries: readonly ManagedFieldsEntry[], known: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  return entries.filter((entry) => known.every((old) => !isSameManager(old, entry) || old.time !== entry.time));
}

type Candidates = {
  readonly entries: readonly ManagedFieldsEntry[];
  readonly known: readonly ManagedFieldsEntry[];
  readonly diff: readonly FieldChange[];
};

/** Of managers with equal times the one that gained fields, or the one that owns everything that changed. */
function decide({ entries, known, diff }: Candidates): Writer | undefined {
  const grown = entries.filter((entry) => known.every((old) => !isSameManager(old, entry) || grew(old.fieldsV1, entry.fieldsV1)));
  if (grown.length === 1) return toWriter(grown[0]);
  const written = diff.filter(({ path }) => !isServerOwned(path));
  if (written.every(({ after }) => after === undefined)) return undefined;
  const owners = (grown.length > 1 ? grown : entries).filter((entry) => written.every((change) => owns(entry, change, known)));
  return owners.length === 1 ? toWriter(owners[0]) : undefined;
}

/** Set by the API server itself beside what the writer wrote. */
function isServerOwned([parent, field, ...deeper]: readonly string[]): boolean {
  return (
    parent === 'metadata' &&
    deeper.length === 0 &&
    (field === 'generation' || field === 'deletionTimestamp' || field === 'deletionGracePeriodSeconds')
  );
}

function owns(entry: ManagedFieldsEntry, { path, after }: FieldChange, known: readonly ManagedFieldsEntry[]): boolean {
  if (isOwned(entry.fieldsV1, path)) return true;
  return after === undefined && known.some((old) => isSameManager(old, entry) && isOwned(old.fieldsV1, path));
}

function readEntries(object: KubeObject): readonly ManagedFieldsEntry[] {
  return listAt(asJson(object), ['metadata', 'managedFields']).filter(isEntry);
}

function isEntry(value: Json): value is Json & ManagedFieldsEntry {
  return isJsonObject(value) && typeof value['manager'] === 'string';
}

function isSameManager(left: ManagedFieldsEntry, right: ManagedFieldsEntry): boolean {
  const sameVersion = left.apiVersion === right.apiVersion && left.subresource === right.subresource;
  return sameVersion && left.manager === right.manager && left.operation === right.operation;
}

function newestOf(entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  const times = entries.map(({ time }) => parseInstant(time) ?? Number.NEGATIVE_INFINITY);
  const newest = Math.max(...times);
  return entries.filter((_entry, index) => times[index] === newest);
}

function toWriter(entry: ManagedFieldsEntry | undefined): Writer | undefined {
  if (entry === undefined) return undefined;
  const { manager = '', operation = '', subresource = '', time = '' } = entry;
  return { manager, operation, subresource, time };
}

/** True where `after` names a field that `before` does not. */
function grew(before: Json | undefined, after: Json | undefined): boolean {
  if (!isJsonObject(after)) return false;
  if (!isJsonObject(before)) return true;
  if (jsonEquals(before, after)) return false;
  return Object.keys(after).some((key) => !Object.hasOwn(before, key) || grew(before[key], after[key]));
}

/** True where a fieldsV1 set holds the field at a diff path, or a list or map above it as a whole. */
function isOwned(fields: Json | undefined, path: readonly string[]): boolean {
  let node: Json | undefined = fields;
  for (const step of path) {
    if (!isJsonObject(node)) return false;
    if (step === ORDER_STEP || Object.keys(node).length === 0) return true;
    node = childAt(node, step);
  }
  return node !== undefined;
}

function childAt(node: { readonly [key: string]: Json }, step: string): Json | undefined {
  const field = `f:${step}`;
  if (Object.hasOwn(node, field)) return node[field];
  const key = Object.keys(node).find((candidate) => isItem(candidate, step));
  return key === undefined ? undefined : node[key];
}

/** 'k:{"name":"web"}' for the step 'name=web', 'v:"a"' for '=a', 'i:0' for '0'. */
function isItem(fieldKey: string, step: string): boolean {
  if (fieldKey.startsWith('i:')) return fieldKey === `i:${step}`;
  if (!fieldKey.startsWith('k:') && !fieldKey.startsWith('v:')) return false;
  return itemStep(parseJson(fieldKey.slice(2)), keysOfStep(step)) === step;
}
