// Options of creates, updates and patches.
import type { JsonObject } from '@rectrace/kube';
import { invalid } from '../failures.ts';
import type { FieldError } from '../field-error.ts';
import { forbiddenField, notSupported, required } from '../field-error.ts';
import { validateFieldManager } from '../validation/managed-fields.ts';
import { booleanParameter } from './query-parameters.ts';

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

export type WriteOptions = {
  readonly dryRun: boolean;
  /** '' where the request names none; the user agent then stands in. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  /** Only of apply. */
  readonly force: boolean;
  /** As the request has them. */
  readonly sent: JsonObject;
};

export type WriteKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'ApplyOptions';

const VALIDATIONS = ['Ignore', 'Strict', 'Warn'] as const;

/** @throws RequestRefused (422) as the API server does. */
export function writeOptionsIn(query: URLSearchParams, kind: WriteKind): WriteOptions {
  const dryRun = query.getAll('dryRun');
  const fieldManager = query.get('fieldManager') ?? '';
  const validation = query.get('fieldValidation') ?? '';
  const errors = [
    ...patchErrors(query, kind, fieldManager),
    ...validateFieldManager(fieldManager, 'fieldManager'),
    ...validateDryRun(dryRun),
    ...validationErrors(validation),
  ];
  const named = kind === 'ApplyOptions' ? 'PatchOptions' : kind;
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: named, name: '' }, errors);
  const fieldValidation = VALIDATIONS.find((name) => name === validation) ?? 'Warn';
  const sent = {
    ...(dryRun.length === 0 ? {} : { dryRun }),
    ...(fieldManager === '' ? {} : { fieldManager }),
    ...(validation === '' ? {} : { fieldValidation: validation }),
  };
  return { dryRun: dryRun.length > 0, fieldManager, fieldValidation, force: booleanParameter(query, 'force') ?? false, sent };
}

export function validateDryRun(dryRun: readonly string[]): readonly FieldError[] {
  return dryRun.every((value) => value === 'All') ? [] : [notSupported('dryRun', [...dryRun], ['All'])];
}

function patchErrors(query: URLSearchParams, kind: WriteKind, fieldManager: string): readonly FieldError[] {
  if (kind === 'ApplyOptions') return fieldManager === '' ? [required('fieldManager', 'is required for apply patch')] : [];
  const forced = kind === 'PatchOptions' && query.has('force');
  return forced ? [forbiddenField('force', 'may not be specified for non-apply patch')] : [];
}

function validationErrors(validation: string): readonly FieldError[] {
  const known = validation === '' || VALIDATIONS.some((name) => name === validation);
  return known ? [] : [notSupported('fieldValidation', validation, ['', ...VALIDATIONS])];
}
