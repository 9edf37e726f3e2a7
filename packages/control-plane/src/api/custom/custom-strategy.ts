// The strategy of a custom resource: generation moves with everything but metadata and status; kind and version are what the definition says.
import type { JsonObject, StructuralSchema } from '@rectrace/kube';
import { jsonEquals, stringAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { FieldError } from '../field-error.ts';
import { invalidValue } from '../field-error.ts';
import { generationOf, metadataOf, nameOf, namespaceOf } from '../metadata.ts';
import { copyField } from '../registry/update-object.ts';
import { unsupportedField } from '../resources/base-strategy.ts';
import type { FieldRule, ResourceStrategy, StatusStrategy } from '../strategy.ts';
import { dns1123Subdomain } from '../validation/name-rules.ts';
import type { DefinitionVersion } from './definition.ts';
import { stepsOf } from './definition.ts';
import { finalizerWarnings } from './finalizer-warnings.ts';
import { fieldText } from './json-path.ts';
import { scaleSpecErrors, scaleStatusErrors } from './scale-errors.ts';

export type CustomStrategy = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly storedApiVersion: string;
  readonly version: DefinitionVersion;
  readonly schema: StructuralSchema;
};

export function customStrategy(custom: CustomStrategy): ResourceStrategy {
  const { version, schema } = custom;
  const selectable: FieldRule = Object.fromEntries(
    version.selectable.map((path) => [path, (object: JsonObject) => fieldText(object, stepsOf(path))]),
  );
  return {
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    returnsDeletedObject: false,
    garbageCollection: 'delete',
    generation: { kind: 'none' },
    nameRule: dns1123Subdomain,
    strictFinalizers: false,
    selectableFields: { 'metadata.name': nameOf, 'metadata.namespace': namespaceOf, ...selectable },
    unknownField: unsupportedField,
    prepareForCreate: (draft) => {
      if (version.status) delete draft['status'];
      metadataOf(draft)['generation'] = 1;
    },
    prepareForUpdate: (draft, old) => {
      if (version.status) copyField(draft, old, 'status');
      if (hasMoved(draft, old, version.status)) metadataOf(draft)['generation'] = generationOf(old) + 1;
    },
    validate: (object) => [...kindErrors(object, custom), ...schema.validate(object, undefined, scaleErrors(object, version)).errors],
    validateOnUpdate: (object) => kindErrors(object, custom),
    validateUpdate: (object, old) => schema.validate(object, old, scaleErrors(object, version)).errors,
    warnings: finalizerWarnings,
    canonicalize: (draft) => {
      draft['apiVersion'] = custom.storedApiVersion;
    },
    ...(version.status ? { status: statusStrategy(custom) } : {}),
  };
}

function scaleErrors(object: JsonObject, { scale }: DefinitionVersion): readonly FieldError[] {
  return scale === undefined ? [] : [...scaleSpecErrors(object, scale), ...scaleStatusErrors(object, scale)];
}

function statusStrategy({ schema, version }: CustomStrategy): StatusStrategy {
  return {
    fields: ['status'],
    keptMetadata: ALL_METADATA,
    atCreation: 'sent',
    validateUpdate: (object, old) =>
      schema.validateStatus(object, old, version.scale === undefined ? [] : scaleStatusErrors(object, version.scale)).errors,
  };
}

/** All but what the registry itself sets, and managedFields. */
const ALL_METADATA = ['annotations', 'deletionTimestamp', 'finalizers', 'generateName', 'generation', 'labels', 'ownerReferences'];

function hasMoved(draft: Draft, old: JsonObject, hasStatus: boolean): boolean {
  const ignored = hasStatus ? ['apiVersion', 'metadata', 'status'] : ['apiVersion', 'metadata'];
  const fields = new Set([...Object.keys(draft), ...Object.keys(old)].filter((field) => !ignored.includes(field)));
  return [...fields].some((field) => !jsonEquals(draft[field] ?? null, old[field] ?? null));
}

function kindErrors(object: JsonObject, { kind, apiVersion }: CustomStrategy): readonly FieldError[] {
  const named = stringAt(object, ['kind']) ?? '';
  const version = stringAt(object, ['apiVersion']) ?? '';
  return [
    ...(named === kind ? [] : [invalidValue('kind', named, `must be ${kind}`)]),
    ...(version === apiVersion ? [] : [invalidValue('apiVersion', version, `must be ${apiVersion}`)]),
  ];
}
