// The characters of a text that stand outside of quotes and are not escaped.

export type PlacedCharacter = { readonly at: number; readonly character: string };

const TOKENS = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|./gs;

/** In order, from an index on. A quote that is not closed stands for itself. */
export function* outsideQuotes(text: string, from = 0): Generator<PlacedCharacter> {
  for (const { 0: token, index } of text.slice(from).matchAll(TOKENS)) {
    if (token.length === 1) yield { at: from + index, character: token };
  }
}
