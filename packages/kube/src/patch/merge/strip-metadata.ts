// Fields that nobody manages: they say which object it is, or the server alone sets them.
import { difference } from '../fieldpath/combine.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import { fieldSetOf } from '../fieldpath/field-set.ts';
import { fieldPath } from '../fieldpath/path-element.ts';

const IN_METADATA = [
  'name',
  'namespace',
  'creationTimestamp',
  'selfLink',
  'uid',
  'clusterName',
  'generation',
  'managedFields',
  'resourceVersion',
];

const UNMANAGED: FieldSet = fieldSetOf(
  fieldPath('apiVersion'),
  fieldPath('kind'),
  fieldPath('metadata'),
  ...IN_METADATA.map((name) => fieldPath('metadata', name)),
);

export function stripMetadata(fields: FieldSet): FieldSet {
  return difference(fields, UNMANAGED);
}
