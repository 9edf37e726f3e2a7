// CustomResourceDefinition: names, versions, schemas; deletion that waits until its objects are gone.
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt, unknownFormats, valueAt } from '@rectrace/kube';
import { APPROVAL_ANNOTATION, apiApproval } from '../../custom/api-approval.ts';
import { definitionIs, readDefinition } from '../../custom/definition.ts';
import { CLEANUP_FINALIZER } from '../../custom/definition-keeper.ts';
import { setCondition } from '../../custom/definition-status.ts';
import type { SchemaEngine } from '../../custom/schema-engine.ts';
import type { Draft } from '../../draft.ts';
import { ensureChild } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, required } from '../../field-error.ts';
import { finalizersOf, isDeleting, metadataOf, nameOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { immutable } from '../../validation/object-meta.ts';
import { namesErrors } from './part-errors.ts';
import { specErrors } from './spec-errors.ts';

const IN_DELETION = { type: 'Terminating', status: 'True', reason: 'InstanceDeletionPending' } as const;

export function definitionStrategy(schemas: SchemaEngine): (base: ResourceStrategy) => ResourceStrategy {
  return (base) => ({
    ...base,
    strictFinalizers: false,
    prepareForCreate: (definition) => {
      definition['status'] = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null };
      storeVersion(definition);
    },
    prepareForUpdate: (definition) => storeVersion(definition),
    validate: (definition) => creationErrors(definition, schemas),
    validateOnUpdate: () => [],
    validateUpdate: (definition, old) => updateErrors(definition, old, schemas),
    warnings: formatWarnings,
    markForDeletion: (marked, { now }) => {
      if (isDeleting(marked)) return 'proceed';
      metadataOf(marked)['deletionTimestamp'] = now;
      metadataOf(marked)['finalizers'] = [...new Set([...finalizersOf(marked), CLEANUP_FINALIZER])];
      const message = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon';
      setCondition(ensureChild(marked, 'status'), { ...IN_DELETION, message }, now);
      return 'marked';
    },
    ...(base.status === undefined ? {} : { status: { ...base.status, atCreation: 'sent', validateUpdate: statusErrors } }),
  });
}

/** Of formats that are new to the definition. */
function formatWarnings(definition: JsonObject, old?: JsonObject): readonly string[] {
  const known = old === undefined ? [] : formatsIn(old);
  return formatsIn(definition)
    .filter((format) => !known.includes(format))
    .map((format) => `unrecognized format ${JSON.stringify(format)}`);
}

function formatsIn(definition: JsonObject): readonly string[] {
  return readDefinition(definition).versions.flatMap(({ schema }) => unknownFormats(schema));
}

/** The version in which objects are stored has been used from the start. */
function storeVersion(definition: Draft): void {
  const storage = readDefinition(definition).versions.find((version) => version.storage)?.name;
  const status = ensureChild(definition, 'status');
  const known = listAt(status, ['storedVersions']).map(String);
  if (storage !== undefined && !known.includes(storage)) status['storedVersions'] = [...known, storage];
}

function creationErrors(definition: JsonObject, schemas: SchemaEngine): readonly FieldError[] {
  const name = nameOf(definition);
  const { names, group } = readDefinition(definition);
  const right = name === '' || name === `${names.plural}.${group}`;
  return [
    ...(right ? [] : [invalidValue('metadata.name', name, 'must be spec.names.plural+"."+spec.group')]),
    ...definitionErrors(definition, schemas),
    ...approvalErrors(definition),
    ...preserveErrors(definition),
  ];
}

function definitionErrors(definition: JsonObject, schemas: SchemaEngine): readonly FieldError[] {
  return [...specErrors(definition['spec'], { schemas }), ...statusErrors(definition), ...storedErrors(definition)];
}

function statusErrors(definition: JsonObject): readonly FieldError[] {
  return namesErrors(valueAt(definition, ['status', 'acceptedNames']), 'status.acceptedNames');
}

function storedErrors(definition: JsonObject): readonly FieldError[] {
  const field = 'status.storedVersions';
  const stored = listAt(definition, ['status', 'storedVersions']).map(String);
  if (stored.length === 0) return [invalidValue(field, null, 'must have at least one stored version')];
  const { versions } = readDefinition(definition);
  const missing = versions.filter(({ name, storage }) => storage && !stored.includes(name));
  const left = stored.filter((name) => !versions.some((version) => version.name === name));
  return [
    ...missing.map(({ name }) => invalidValue(field, stored, `must have the storage version ${name}`)),
    ...left.map((name) => invalidValue(`${field}[${stored.indexOf(name)}]`, name, leftBehind(name))),
  ];
}

function leftBehind(name: string): string {
  const until = `must remain in spec.versions until a storage migration ensures no data remains persisted in ${name}`;
  return `missing from spec.versions; ${name} was previously a storage version, and ${until} and removes ${name} from status.storedVersions`;
}

function approvalErrors(definition: JsonObject, old?: JsonObject): readonly FieldError[] {
  const approval = apiApproval(definition);
  const field = `metadata.annotations[${APPROVAL_ANNOTATION}]`;
  if (approval === undefined || (old !== undefined && apiApproval(old)?.state === approval.state)) return [];
  const annotation = stringAt(definition, ['metadata', 'annotations', APPROVAL_ANNOTATION]) ?? '';
  if (approval.state === 'Missing') return [required(field, approval.reason)];
  return approval.state === 'Invalid' ? [invalidValue(field, annotation, approval.reason)] : [];
}

function preserveErrors(definition: JsonObject, old?: JsonObject): readonly FieldError[] {
  const field = ['spec', 'preserveUnknownFields'];
  if (valueAt(definition, field) !== true || (old !== undefined && valueAt(old, field) === true)) return [];
  const instead = 'set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalidValue('spec.preserveUnknownFields', true, `cannot set to true, ${instead}`)];
}

function updateErrors(definition: JsonObject, old: JsonObject, schemas: SchemaEngine): readonly FieldError[] {
  const fixed = (path: readonly string[]): readonly FieldError[] =>
    immutable(path.join('.'), valueAt(definition, path), valueAt(old, path));
  const established = definitionIs(old, 'Established');
  return [
    ...specErrors(definition['spec'], { schemas, old: old['spec'] }),
    ...(established ? [...fixed(['spec', 'scope']), ...fixed(['spec', 'names', 'kind'])] : []),
    ...fixed(['spec', 'group']),
    ...fixed(['spec', 'names', 'plural']),
    ...statusErrors(definition),
    ...storedErrors(definition),
    ...approvalErrors(definition, old),
    ...preserveErrors(definition, old),
  ];
}
