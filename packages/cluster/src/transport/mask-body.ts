// Bodies for the request log: everything that may hold a secret value is masked before a line is written. What the recorder redacts is masked
// here by the same rules; what stands below a path of Secrets, whether or not it says what it is, comes on top.

import type { Json } from '@rectrace/kube';
import { formatJson, isJsonObject, parseJson } from '@rectrace/kube';
import { redactJson } from '@rectrace/trace';

const MASK = '<masked>';

/** The body as one line of JSON with secret values masked. No JSON: its size only. */
export function maskBody(text: string, path: string): string {
  if (text === '') return '';
  let parsed: Json;
  try {
    parsed = parseJson(text);
  } catch (error) {
    return `<${text.length} characters that are no JSON${error instanceof SyntaxError ? '' : ', not shown'}>`;
  }
  const redacted = redactJson(parsed, { digest: () => 'log' });
  return formatJson(/\/secrets(\/|\?|$)/.test(path) ? maskData(redacted) : redacted);
}

function maskData(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(maskData);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, Json] =>
    key === 'data' || key === 'stringData' ? [key, maskValues(item)] : [key, maskData(item)],
  );
  return Object.fromEntries(entries);
}

function maskValues(value: Json): Json {
  return isJsonObject(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, MASK])) : MASK;
}
