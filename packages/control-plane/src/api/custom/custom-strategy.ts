// The strategy of a custom resource: generation moves with everything but metadata and status; kind and version are what the definition says.
import type { JsonObject, StructuralSchema, Validated } from '@rectrace/kube';
import { jsonEquals, stringAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { FieldError } from '../field-error.ts';
import { invalidValue } from '../field-error.ts';
import { generationOf, metadataOf, nameOf, namespaceOf } from '../metadata.ts';
import { copyField } from '../registry/update-object.ts';
import { unsupportedField } from '../resources/base-strategy.ts';
import type { FieldRule, ResourceStrategy, StatusStrategy, StrategyContext } from '../strategy.ts';
import { dns1123Subdomain } from '../validation/name-rules.ts';
import type { CustomVersions } from './custom-versions.ts';
import type { DefinitionVersion } from './definition.ts';
import { stepsOf } from './definition.ts';
import { finalizerWarnings } from './finalizer-warnings.ts';
import { fieldText } from './json-path.ts';
import { scaleSpecErrors, scaleStatusErrors } from './scale-errors.ts';

export type CustomStrategy = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly versions: CustomVersions;
  readonly version: DefinitionVersion;
  readonly schema: StructuralSchema;
};

export function customStrategy(custom: CustomStrategy): ResourceStrategy {
  const { version, schema, versions, apiVersion } = custom;
  const present = (stored: JsonObject): JsonObject => versions.present(stored, apiVersion);
  const selectable: FieldRule = Object.fromEntries(
    version.selectable.map((path) => [path, (object: JsonObject) => fieldText(present(object), stepsOf(path))]),
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
    prepareForUpdate: (draft, stored) => {
      const old = present(stored);
      if (version.status) copyField(draft, old, 'status');
      if (hasMoved(draft, old, version.status)) metadataOf(draft)['generation'] = generationOf(old) + 1;
    },
    validate: (object) => [...kindErrors(object, custom), ...schema.validate(object, undefined, scaleErrors(object, version)).errors],
    validateOnUpdate: (object) => kindErrors(object, custom),
    validateUpdate: (object, old, context) => told(schema.validate(object, present(old), scaleErrors(object, version)), context),
    warnings: finalizerWarnings,
    ...(version.status ? { status: statusStrategy(custom) } : {}),
  };
}

/** Tells what is tolerated. */
function told({ errors, warnings }: Validated, { warn }: StrategyContext): readonly FieldError[] {
  for (const text of warnings) warn(text);
  return errors;
}

function scaleErrors(object: JsonObject, { scale }: DefinitionVersion): readonly FieldError[] {
  return scale === undefined ? [] : [...scaleSpecErrors(object, scale), ...scaleStatusErrors(object, scale)];
}

function statusStrategy({ schema, version, versions, apiVersion }: CustomStrategy): StatusStrategy {
  return {
    fields: ['status'],
    keptMetadata: ALL_METADATA,
    atCreation: 'sent',
    prepareForUpdate: (draft, stored) => {
      const old = versions.present(stored, apiVersion);
      const others = Object.keys({ ...draft, ...old }).filter((field) => field !== 'metadata' && field !== 'status');
      for (const field of others) copyField(draft, old, field);
    },
    validateUpdate: (object, old, context) => {
      const scale = version.scale === undefined ? [] : scaleStatusErrors(object, version.scale);
      return told(schema.validateStatus(object, versions.present(old, apiVersion), scale), context);
    },
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
