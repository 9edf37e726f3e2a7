// A request's body: raw as it came over a wire, or already a value where the caller is in the same process.
import type { Json } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import type { Duplicates } from './read-json.ts';

export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'value'; readonly value: Json };

/** A body that has been read; `raw` is quoted in complaints about it. */
export type BodyValue = { readonly value: Json; readonly duplicates: Duplicates; readonly raw: Uint8Array };

const encoder = new TextEncoder();
const MOST_QUOTED = 30;

export function valueBody(value: Json): BodyValue {
  return { value, duplicates: new Map(), raw: encoder.encode(formatJson(value)) };
}

/** The start of a body, as the API server quotes it: text where it looks like JSON, else hexadecimal. */
export function summarizeBody(raw: Uint8Array): string {
  if (raw.length === 0) return '<empty>';
  const head = raw.subarray(0, MOST_QUOTED);
  const text = raw[0] === 0x7b ? new TextDecoder().decode(head) : [...head].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return raw.length > MOST_QUOTED ? `${text} ...` : text;
}
