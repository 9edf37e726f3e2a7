// Metadata as the API server checks it, on every write of every kind.
import type { Json, JsonObject } from '@rectrace/kube';
import { jsonEquals, listAt, parseApiVersion, stringAt, valueAt } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue, required, tooLong } from '../field-error.ts';
import {
  annotationsOf,
  booleanAt,
  finalizersOf,
  generationOf,
  isDeleting,
  labelsOf,
  nameOf,
  namespaceOf,
  resourceVersionOf,
} from '../metadata.ts';
import { validateManagedFields } from './managed-fields.ts';
import type { NameRule } from './name-rules.ts';
import { dns1123Label, labelValue, qualifiedName } from './name-rules.ts';

export type MetaRules = {
  readonly namespaced: boolean;
  readonly nameRule: NameRule;
  /** Built-in kinds accept finalizers with a domain, and the standard ones. */
  readonly strictFinalizers: boolean;
};

const MOST_ANNOTATION_BYTES = 256 * 1024;
const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';
const STANDARD_FINALIZERS = ['kubernetes', ORPHAN, FOREGROUND];
const IMMUTABLE = 'field is immutable';
const encoder = new TextEncoder();

export function validateObjectMeta(object: JsonObject, rules: MetaRules): readonly FieldError[] {
  return [
    ...nameErrors(object, rules.nameRule),
    ...namespaceErrors(object, rules.namespaced),
    ...generationErrors(object),
    ...labelErrors(object),
    ...annotationErrors(object),
    ...ownerErrors(object),
    ...finalizerErrors(object),
    ...validateManagedFields(object),
    ...(rules.strictFinalizers ? strictFinalizerErrors(object) : []),
  ];
}

export function validateObjectMetaUpdate(object: JsonObject, old: JsonObject): readonly FieldError[] {
  return [
    ...newFinalizerErrors(object, old),
    ...(resourceVersionOf(object) === '' ? [invalidValue('metadata.resourceVersion', '', 'must be specified for an update')] : []),
    ...(generationOf(object) < generationOf(old)
      ? [invalidValue('metadata.generation', generationOf(object), 'must not be decremented')]
      : []),
    ...['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'].flatMap((field) =>
      immutableMeta(object, old, field),
    ),
    ...labelErrors(object),
    ...annotationErrors(object),
    ...ownerErrors(object),
    ...validateManagedFields(object),
  ];
}

export function validateLabels(labels: Readonly<Record<string, string>>, field: string): readonly FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedName(key).map((problem) => invalidValue(field, key, problem)),
    ...labelValue(value).map((problem) => invalidValue(field, value, problem)),
  ]);
}

export function validateAnnotations(annotations: Readonly<Record<string, string>>, field: string): readonly FieldError[] {
  const errors = Object.keys(annotations).flatMap((key) =>
    qualifiedName(key.toLowerCase()).map((problem) => invalidValue(field, key, problem)),
  );
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  return size > MOST_ANNOTATION_BYTES ? [...errors, tooLong(field, MOST_ANNOTATION_BYTES)] : errors;
}

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** One error where the values differ. */
export function immutable(field: string, value: Json | undefined, old: Json | undefined): readonly FieldError[] {
  return jsonEquals(value ?? null, old ?? null) ? [] : [invalidValue(field, value ?? null, IMMUTABLE)];
}

function nameErrors(object: JsonObject, rule: NameRule): readonly FieldError[] {
  const prefix = stringAt(object, ['metadata', 'generateName']) ?? '';
  const name = nameOf(object);
  const generate = prefix === '' ? [] : rule(prefix, true).map((problem) => invalidValue('metadata.generateName', prefix, problem));
  if (name === '') return [...generate, required('metadata.name', 'name or generateName is required')];
  return [...generate, ...rule(name).map((problem) => invalidValue('metadata.name', name, problem))];
}

function namespaceErrors(object: JsonObject, namespaced: boolean): readonly FieldError[] {
  const namespace = namespaceOf(object);
  if (!namespaced) return namespace === '' ? [] : [forbiddenField('metadata.namespace', 'not allowed on this type')];
  if (namespace === '') return [required('metadata.namespace')];
  return dns1123Label(namespace).map((problem) => invalidValue('metadata.namespace', namespace, problem));
}

function generationErrors(object: JsonObject): readonly FieldError[] {
  const generation = generationOf(object);
  return generation < 0 ? [invalidValue('metadata.generation', generation, 'must be greater than or equal to 0')] : [];
}

function labelErrors(object: JsonObject): readonly FieldError[] {
  return validateLabels(labelsOf(object), 'metadata.labels');
}

function annotationErrors(object: JsonObject): readonly FieldError[] {
  return validateAnnotations(annotationsOf(object), 'metadata.annotations');
}

function ownerErrors(object: JsonObject): readonly FieldError[] {
  const field = 'metadata.ownerReferences';
  const owners = listAt(object, ['metadata', 'ownerReferences']);
  const errors = owners.flatMap((owner) => ownerFieldErrors(owner, field));
  const controllers = owners.filter((owner) => booleanAt(owner as JsonObject, ['controller']) === true).map(ownerName);
  const [first, ...others] = controllers;
  const twice = others.map((other) =>
    invalidValue(field, owners, `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${other}`),
  );
  return [...errors, ...twice];
}

function ownerName(owner: Json): string {
  return `${stringAt(owner, ['kind']) ?? ''}/${stringAt(owner, ['name']) ?? ''}`;
}

function ownerFieldErrors(owner: Json, field: string): readonly FieldError[] {
  const apiVersion = stringAt(owner, ['apiVersion']) ?? '';
  const { group, version } = parseApiVersion(apiVersion);
  const kind = stringAt(owner, ['kind']) ?? '';
  const empty = ['kind', 'name', 'uid'].filter((key) => (stringAt(owner, [key]) ?? '') === '');
  const banned = group === '' && version === 'v1' && kind === 'Event';
  return [
    ...(version === '' ? [invalidValue(`${field}.apiVersion`, apiVersion, 'version must not be empty')] : []),
    ...empty.map((key) => invalidValue(`${field}.${key}`, '', 'must not be empty')),
    ...(banned ? [invalidValue(field, owner, `/v1, Kind=Event is disallowed from being an owner`)] : []),
  ];
}

function finalizerErrors(object: JsonObject): readonly FieldError[] {
  const field = 'metadata.finalizers';
  const finalizers = finalizersOf(object);
  const errors = finalizers.flatMap((name) => qualifiedName(name).map((problem) => invalidValue(field, name, problem)));
  const both = finalizers.includes(ORPHAN) && finalizers.includes(FOREGROUND);
  const detail = `finalizer ${ORPHAN} and ${FOREGROUND} cannot be both set`;
  return both ? [...errors, invalidValue(field, finalizers, detail)] : errors;
}

/** Of kinds whose finalizers need a domain. */
export function strictFinalizerErrors(object: JsonObject): readonly FieldError[] {
  return finalizersOf(object).flatMap((name, index) => undomained(name, `metadata.finalizers[${index}]`));
}

function undomained(name: string, field: string): readonly FieldError[] {
  if (name.includes('/') || STANDARD_FINALIZERS.includes(name)) return [];
  return [invalidValue(field, name, 'name is neither a standard finalizer name nor is it fully qualified')];
}

/** A finalizer of a namespace's spec. */
export function validateFinalizerName(name: string, field: string): readonly FieldError[] {
  return [...qualifiedName(name).map((problem) => invalidValue(field, name, problem)), ...undomained(name, field)];
}

function newFinalizerErrors(object: JsonObject, old: JsonObject): readonly FieldError[] {
  if (!isDeleting(old)) return [];
  const known = finalizersOf(old);
  const added = [...new Set(finalizersOf(object).filter((name) => !known.includes(name)))].toSorted();
  if (added.length === 0) return [];
  const names = added.map((name) => JSON.stringify(name)).join(', ');
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${names}}`;
  return [forbiddenField('metadata.finalizers', detail)];
}

function immutableMeta(object: JsonObject, old: JsonObject, field: string): readonly FieldError[] {
  return immutable(`metadata.${field}`, valueAt(object, ['metadata', field]), valueAt(old, ['metadata', field]));
}
