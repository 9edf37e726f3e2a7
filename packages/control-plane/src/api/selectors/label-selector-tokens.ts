// The tokens of a label selector.

export type SelectorToken = {
  readonly kind: 'word' | 'end' | 'error' | '!' | '=' | '==' | '!=' | '<' | '>' | ',' | '(' | ')' | 'in' | 'notin';
  readonly text: string;
};

const SYMBOLS = ['==', '!=', '=', '!', '<', '>', ',', '(', ')'] as const;
const KEYWORDS = ['in', 'notin'] as const;
const WORD = /[^=!(),><\s]+/y;
const SPACE = /[ \t\r\n]*/y;

/** The last one is always the end. */
export function scanSelector(text: string): readonly SelectorToken[] {
  const tokens: SelectorToken[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at = skipSpace(text, at + token.text.length);
  }
  return [...tokens, { kind: 'end', text: '' }];
}

function tokenAt(text: string, at: number): SelectorToken {
  const symbol = SYMBOLS.find((candidate) => text.startsWith(candidate, at));
  if (symbol !== undefined) return { kind: symbol, text: symbol };
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0] ?? text.slice(at, at + 1);
  return { kind: KEYWORDS.find((keyword) => keyword === word) ?? 'word', text: word };
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  return at + (SPACE.exec(text)?.[0].length ?? 0);
}
