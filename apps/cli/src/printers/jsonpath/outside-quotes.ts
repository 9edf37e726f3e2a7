// The characters of a text that stand outside of quotes and are not escaped.

export type PlacedCharacter = { readonly at: number; readonly character: string };

/** In order, from an index on. */
export function* outsideQuotes(text: string, from = 0): Generator<PlacedCharacter> {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '\\') at++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else yield { at, character };
  }
}
