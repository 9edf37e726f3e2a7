// All checks of a definition's spec, in the order of the API server.
import type { Json, JsonObject } from '@rectrace/kube';
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import type { SchemaEngine } from '../../custom/schema-engine.ts';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, required } from '../../field-error.ts';
import { dns1035Label } from '../../validation/name-rules.ts';
import type { LiftedSpec } from './lifted-spec.ts';
import { liftedSpec } from './lifted-spec.ts';
import {
  choiceErrors,
  columnErrors,
  conversionErrors,
  deprecationErrors,
  groupErrors,
  namesErrors,
  subresourceErrors,
} from './part-errors.ts';
import { selectableErrors } from './selectable-errors.ts';

export type SpecCheck = {
  readonly schemas: SchemaEngine;
  /** The spec before an update. */
  readonly old?: Json | undefined;
};

export function specErrors(spec: Json | undefined, check: SpecCheck): readonly FieldError[] {
  const lifted = liftedSpec(spec);
  const { common, versions } = lifted;
  const anyStatus = [common, ...versions].some(hasStatus);
  const firstName = stringAt(versions[0], ['name']) ?? '';
  const names = valueAt(spec, ['names']);
  return [
    ...groupErrors(stringAt(spec, ['group']) ?? ''),
    ...choiceErrors('spec.scope', stringAt(spec, ['scope']) ?? '', ['Cluster', 'Namespaced']),
    ...missingSchemas(lifted),
    ...versions.flatMap((version, index) => versionErrors(version, `spec.versions[${index}]`, { ...check, common })),
    ...severalVersionsErrors(lifted),
    ...['plural', 'singular', 'kind', 'listKind']
      .filter((key) => (stringAt(names, [key]) ?? '') === '')
      .map((key) => required(`spec.names.${key}`)),
    ...namesErrors(names, 'spec.names'),
    ...schemaErrors(common.schema, 'spec.validation', { ...check, hasStatus: anyStatus, name: firstName }),
    ...subresourceErrors(common.subresources, 'spec.subresources'),
    ...columnErrors(listAt(common, ['additionalPrinterColumns']), 'spec.additionalPrinterColumns'),
    ...selectableErrors(listAt(common, ['selectableFields']), {
      field: 'spec.selectableFields',
      schema: schemaIn(common.schema),
      ...check,
    }),
    ...conversionErrors(valueAt(spec, ['conversion']), 'spec.conversion'),
  ];
}

function missingSchemas({ common, versions }: LiftedSpec): readonly FieldError[] {
  if (valueAt(common, ['schema', 'openAPIV3Schema']) !== undefined) return [];
  return versions.flatMap((version, index) =>
    valueAt(version, ['schema', 'openAPIV3Schema']) === undefined ? [required(`spec.versions[${index}].schema.openAPIV3Schema`)] : [],
  );
}

function hasStatus(version: { readonly subresources?: Json }): boolean {
  return valueAt(version.subresources, ['status']) !== undefined;
}

function schemaIn(validation: Json | undefined): Json | undefined {
  return valueAt(validation, ['openAPIV3Schema']);
}

type VersionCheck = SpecCheck & Pick<LiftedSpec, 'common'>;

function versionErrors(version: JsonObject, field: string, { common, ...check }: VersionCheck): readonly FieldError[] {
  const name = stringAt(version, ['name']) ?? '';
  const problems = dns1035Label(name);
  return [
    ...(problems.length === 0 ? [] : [invalidValue(`${field}.name`, name, problems.join(','))]),
    ...deprecationErrors(version, `${field}.deprecationWarning`),
    ...schemaErrors(version['schema'], `${field}.schema`, { ...check, hasStatus: hasStatus(version) || hasStatus(common), name }),
    ...subresourceErrors(version['subresources'], `${field}.subresources`),
    ...columnErrors(listAt(version, ['additionalPrinterColumns']), `${field}.additionalPrinterColumns`),
    ...selectableErrors(listAt(version, ['selectableFields']), {
      field: `${field}.selectableFields`,
      schema: schemaIn(version['schema']),
      ...check,
    }),
  ];
}

type SchemaToCheck = SpecCheck & {
  readonly hasStatus: boolean;
  /** Of the version. */
  readonly name: string;
};

function schemaErrors(
  validation: Json | undefined,
  field: string,
  { schemas, old, hasStatus, name }: SchemaToCheck,
): readonly FieldError[] {
  const schema = schemaIn(validation);
  const before = listAt(old, ['versions']).find((version) => stringAt(version, ['name']) === name);
  const place = { field: `${field}.openAPIV3Schema`, hasStatus, old: valueAt(before, ['schema', 'openAPIV3Schema']) };
  return schema === undefined ? [] : schemas.check(schema, place);
}

function severalVersionsErrors(lifted: LiftedSpec): readonly FieldError[] {
  const { versions } = lifted;
  const problem = (detail: string): FieldError => invalidValue('spec.versions', lifted.quoted, detail);
  const [first] = versions;
  const name = first === undefined ? '' : (stringAt(first, ['name']) ?? '');
  const odd = name === '' ? [] : dns1035Label(name);
  const unique = new Set(versions.map(({ name }) => name)).size === versions.length;
  const stored = versions.filter(({ storage }) => storage === true).length;
  return [
    ...(unique ? [] : [problem('must contain unique version names')]),
    ...(stored === 1 ? [] : [problem('must have exactly one version marked as storage version')]),
    ...(odd.length === 0 ? [] : [invalidValue('spec.version', name, odd.join(','))]),
  ];
}
