// Whether a text is worth being searched for secrets: most are names, numbers, times and states, in which none of what is searched for can be.

const SHORTEST = 8;
/** Of one word only: an option, JSON, a cloud-config, an assignment's, a connection text's or a URL's parts, a signed token. */
const SIGN = /^[-{[#]|[\s:?=]|\.eyJ/;
const SHORTEST_PACKED = 24;
const PACKED = /^[A-Za-z0-9+/]{24}/;

/** False is sure, true is not. */
export function mayHoldSecret(text: string): boolean {
  if (text.length < SHORTEST) return false;
  return SIGN.test(text) || (text.length >= SHORTEST_PACKED && PACKED.test(text));
}
