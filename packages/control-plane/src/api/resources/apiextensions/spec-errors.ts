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
  selectableErrors,
  subresourceErrors,
} from './part-errors.ts';

export function specErrors(spec: Json | undefined, schemas: SchemaEngine): readonly FieldError[] {
  const lifted = liftedSpec(spec);
  const { common, versions } = lifted;
  const names = valueAt(spec, ['names']);
  return [
    ...groupErrors(stringAt(spec, ['group']) ?? ''),
    ...choiceErrors('spec.scope', stringAt(spec, ['scope']) ?? '', ['Cluster', 'Namespaced']),
    ...missingSchemas(lifted),
    ...versions.flatMap((version, index) => versionErrors(version, `spec.versions[${index}]`, schemas)),
    ...severalVersionsErrors(lifted),
    ...['plural', 'singular', 'kind', 'listKind']
      .filter((key) => (stringAt(names, [key]) ?? '') === '')
      .map((key) => required(`spec.names.${key}`)),
    ...namesErrors(names, 'spec.names'),
    ...schemaErrors(common.schema, 'spec.validation', schemas),
    ...subresourceErrors(common.subresources, 'spec.subresources'),
    ...columnErrors(listAt(common, ['additionalPrinterColumns']), 'spec.additionalPrinterColumns'),
    ...selectableErrors(listAt(common, ['selectableFields']), 'spec.selectableFields'),
    ...conversionErrors(valueAt(spec, ['conversion']), 'spec.conversion'),
  ];
}

function missingSchemas({ common, versions }: LiftedSpec): readonly FieldError[] {
  if (valueAt(common, ['schema', 'openAPIV3Schema']) !== undefined) return [];
  return versions.flatMap((version, index) =>
    valueAt(version, ['schema', 'openAPIV3Schema']) === undefined ? [required(`spec.versions[${index}].schema.openAPIV3Schema`)] : [],
  );
}

function versionErrors(version: JsonObject, field: string, schemas: SchemaEngine): readonly FieldError[] {
  const name = stringAt(version, ['name']) ?? '';
  const problems = dns1035Label(name);
  return [
    ...(problems.length === 0 ? [] : [invalidValue(`${field}.name`, name, problems.join(','))]),
    ...deprecationErrors(version, `${field}.deprecationWarning`),
    ...schemaErrors(version['schema'], `${field}.schema`, schemas),
    ...subresourceErrors(version['subresources'], `${field}.subresources`),
    ...columnErrors(listAt(version, ['additionalPrinterColumns']), `${field}.additionalPrinterColumns`),
    ...selectableErrors(listAt(version, ['selectableFields']), `${field}.selectableFields`),
  ];
}

function schemaErrors(validation: Json | undefined, field: string, schemas: SchemaEngine): readonly FieldError[] {
  const schema = valueAt(validation, ['openAPIV3Schema']);
  return schema === undefined ? [] : schemas.check(schema, `${field}.openAPIV3Schema`);
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
