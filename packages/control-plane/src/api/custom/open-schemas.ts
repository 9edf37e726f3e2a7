// What stands in where no engine of schemas is given: custom resources are stored as they are, and of a schema only its root is checked.
import type { Json } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { invalidValue, required } from '../field-error.ts';
import type { CustomSchema, SchemaEngine } from './schema-engine.ts';

const KEEPS_ALL: CustomSchema = { prune: () => [], applyDefaults: () => undefined, validate: () => [] };

export const openSchemas: SchemaEngine = { check: rootErrors, compile: () => KEEPS_ALL };

function rootErrors(schema: Json, field: string): readonly FieldError[] {
  const type = stringAt(schema, ['type']) ?? '';
  if (type === 'object') return [];
  if (type === '') return [required(`${field}.type`, 'must not be empty at the root')];
  return [invalidValue(`${field}.type`, type, 'must be object at the root')];
}
