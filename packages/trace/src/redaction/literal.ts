// What in a text may be a secret itself: neither nothing, nor hidden already, nor a reference to what is elsewhere.

import { isReference } from './sensitive-name.ts';

export function isLiteral(value: string): boolean {
  return value !== '' && !isMasked(value) && !isReference(value);
}

/** Whether it begins with what stands in a secret's place. */
export function isMasked(text: string): boolean {
  return text.startsWith('<redacted:');
}
