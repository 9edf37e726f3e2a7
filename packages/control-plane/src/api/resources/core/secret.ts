// Secret: what its type demands.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, stringAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, required, tooLong } from '../../field-error.ts';
import { annotationsOf, nameOf, namespaceOf, textsAt } from '../../metadata.ts';
import type { FieldRule, ResourceStrategy } from '../../strategy.ts';
import { immutable } from '../../validation/object-meta.ts';
import { unsupportedField } from '../base-strategy.ts';
import { base64Length, immutableErrors, keyErrors } from './config-map.ts';
import { pairWarnings } from './tls-pair.ts';

const MOST_BYTES = 1024 * 1024;
const TLS = 'kubernetes.io/tls';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';

const FIELDS: FieldRule = {
  type: (secret) => stringAt(secret, ['type']) ?? '',
  'metadata.name': nameOf,
  'metadata.namespace': namespaceOf,
};

export function secretStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    selectableFields: FIELDS,
    unknownField: unsupportedField,
    prepareForUpdate: (secret, old) => {
      if ((stringAt(secret, ['type']) ?? '') === '') secret['type'] = old['type'] ?? '';
    },
    warnings: (secret) => (stringAt(secret, ['type']) === TLS ? pairWarnings(textsAt(secret, ['data'])) : []),
    validate: validateSecret,
    validateUpdate: (secret, old) => [...immutable('type', secret['type'], old['type']), ...immutableErrors(secret, old, ['data'])],
  };
}

function validateSecret(secret: JsonObject): readonly FieldError[] {
  const data = textsAt(secret, ['data']);
  const size = Object.values(data).reduce((sum, value) => sum + base64Length(value), 0);
  return [
    ...Object.keys(data).flatMap((key) => keyErrors('data', key)),
    ...(size > MOST_BYTES ? [tooLong('data', MOST_BYTES)] : []),
    ...typeErrors(secret, data),
  ];
}

type Data = Readonly<Record<string, string>>;

function typeErrors(secret: JsonObject, data: Data): readonly FieldError[] {
  switch (stringAt(secret, ['type'])) {
    case 'kubernetes.io/service-account-token':
      return (annotationsOf(secret)[ACCOUNT_NAME] ?? '') === '' ? [required(`metadata.annotations[${ACCOUNT_NAME}]`)] : [];
    case 'kubernetes.io/dockercfg':
      return jsonErrors(data, '.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return jsonErrors(data, '.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return 'username' in data || 'password' in data ? [] : missing({}, ['username', 'password']);
    case 'kubernetes.io/ssh-auth':
      return (data['ssh-privatekey'] ?? '') === '' ? [required('data[ssh-privatekey]')] : [];
    case TLS:
      return missing(data, ['tls.crt', 'tls.key']);
    default:
      return [];
  }
}

function missing(data: Data, keys: readonly string[]): readonly FieldError[] {
  return keys.filter((key) => !Object.hasOwn(data, key)).map((key) => required(`data[${key}]`));
}

function jsonErrors(data: Data, key: string): readonly FieldError[] {
  const text = data[key];
  if (text === undefined) return [required(`data[${key}]`)];
  const problem = problemOfJson(text);
  return problem === undefined ? [] : [invalidValue(`data[${key}]`, '<secret contents redacted>', problem)];
}

function problemOfJson(base64: string): string | undefined {
  try {
    const value: unknown = JSON.parse(atob(base64));
    return isJsonObject(value) || value === null ? undefined : 'json: cannot unmarshal into Go value of type map[string]interface {}';
  } catch {
    return base64 === '' ? 'unexpected end of JSON input' : 'invalid character looking for beginning of value';
  }
}
