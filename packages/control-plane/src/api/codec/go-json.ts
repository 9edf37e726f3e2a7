// JSON as Go's encoder writes it: what HTML gives a meaning is escaped.
import type { Json } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';

const ESCAPED = /[<>&\u2028\u2029]/g;

/** Keys in the order in which they stand. */
export function goJson(value: Json): string {
  return formatJson(value).replaceAll(ESCAPED, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
