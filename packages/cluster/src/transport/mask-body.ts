// Bodies for the request log: everything that may hold a secret value is masked before a line is written. What the recorder redacts is masked
// here by the same rules; lists of Secrets, whose items carry no kind, and credentials of the API itself come on top.

import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject, parseJson, stringAt } from '@rectrace/kube';
import { redactJson } from '@rectrace/trace';

const MASK = '<masked>';
const SECRET_NAME = /pass|token|secret|key|credential|auth/i;
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
/** Fields whose text is a credential wherever they stand. */
const SECRET_FIELDS = new Set(['token', 'refreshToken', 'password', 'clientKeyData', 'client-key-data', 'id-token', 'refresh-token']);

/** The body as one line of JSON with values masked: Secrets, last-applied annotations, tokens, env values of telling names. No JSON: its size only. */
export function maskBody(text: string, path: string): string {
  if (text === '') return '';
  let parsed: Json;
  try {
    parsed = parseJson(text);
  } catch (error) {
    return `<${text.length} characters that are no JSON${error instanceof SyntaxError ? '' : ', not shown'}>`;
  }
  return formatJson(mask(redactJson(parsed, { digest: () => 'log' }), /\/secrets(\/|\?|$)/.test(path)));
}

function mask(value: Json, secret: boolean): Json {
  if (isJsonObject(value)) return maskObject(value, secret || stringAt(value, ['kind'])?.startsWith('Secret') === true);
  return Array.isArray(value) ? (value as readonly Json[]).map((item) => mask(item, secret)) : value;
}

function maskObject(object: JsonObject, secret: boolean): JsonObject {
  const named = SECRET_NAME.test(stringAt(object, ['name']) ?? '');
  const entries = Object.entries(object).map(([key, value]): [string, Json] => {
    if (secret && (key === 'data' || key === 'stringData')) return [key, maskValues(value)];
    const masked = typeof value === 'string' && (key === LAST_APPLIED || SECRET_FIELDS.has(key) || (named && key === 'value'));
    return [key, masked ? MASK : mask(value, secret)];
  });
  return Object.fromEntries(entries);
}

function maskValues(value: Json): Json {
  return isJsonObject(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, MASK])) : MASK;
}
