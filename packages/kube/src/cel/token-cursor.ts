// A place in a list of tokens that moves forward as the parser reads.

import type { ExpressionFault } from './expression-fault.ts';
import { fault } from './expression-fault.ts';
import type { Token } from './token.ts';

const WORD_HINTS: ReadonlyMap<string, string> = new Map([
  ['and', 'use && for "and"'],
  ['or', 'use || for "or"'],
  ['not', 'use ! for "not"'],
  ['is', 'use == to compare'],
  ['eq', 'use == to compare'],
  ['ne', 'use != for "not equal"'],
  ['contains', 'write a.contains(b), or b in a for lists and maps'],
  ['matches', 'write a.matches("regular expression")'],
  ['then', 'write condition ? a : b'],
  ['else', 'write condition ? a : b'],
]);
const OPERAND = 'a value, such as object.spec.replicas, "text" or 1';
const OPERATOR = 'an operator or the end of the expression';
const SYMBOL_HINTS: { readonly [symbol: string]: string } = {
  ')': "there is no '(' for it",
  ']': "there is no '[' for it",
  '}': "there is no '{' for it",
  '{': 'maps stand alone and have quoted keys: {"key": value}; messages cannot be built',
  ':': 'a colon belongs to condition ? a : b, or to a map',
  '!': 'write != for "not equal"',
  ',': 'combine conditions with && or ||',
};

export class TokenCursor {
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The token at the cursor; the end token stays for ever. */
  get token(): Token {
    return this.#tokens[this.#index] ?? { kind: 'end', text: '', at: 0 };
  }

  get atEnd(): boolean {
    return this.token.kind === 'end';
  }

  get next(): Token {
    return this.#tokens[this.#index + 1] ?? this.token;
  }

  advance(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.#index += 1;
    return token;
  }

  /** Whether the token is this symbol. */
  sees(symbol: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === symbol;
  }

  /** Takes a symbol if it is there. */
  takes(symbol: string): boolean {
    if (!this.sees(symbol)) return false;
    this.advance();
    return true;
  }

  /** Takes a symbol that closes what an opening one began, or says that it is missing. */
  close(symbol: string, opening: Token): ExpressionFault | undefined {
    if (this.takes(symbol)) return undefined;
    if (this.token.kind !== 'end')
      return this.unexpected(`an operator or '${symbol}'`, wordHint(this.token) ?? `'${opening.text}' is still open`);
    return fault(opening.at, `'${opening.text}' is never closed`, `add the missing '${symbol}'`);
  }

  /** What to say where a value is missing. */
  unexpectedOperand(): ExpressionFault {
    const { token } = this;
    return this.unexpected(OPERAND, token.kind === 'symbol' ? `a value is missing before '${token.text}'` : undefined);
  }

  /** What to say where a complete value is followed by something else. */
  unexpectedOperator(): ExpressionFault {
    const { token } = this;
    const word = wordHint(token) ?? wordHint(this.#tokens[this.#index - 1]);
    if (token.kind !== 'symbol') return this.unexpected(OPERATOR, word ?? 'put an operator such as == or && between the two values');
    return this.unexpected(OPERATOR, SYMBOL_HINTS[token.text]);
  }

  /** What to say about a token that does not fit. */
  unexpected(expected: string, hint?: string): ExpressionFault {
    const { token } = this;
    if (token.kind === 'end') return fault(token.at, `the expression ends here, expected ${expected}`, 'something is missing at the end');
    return fault(token.at, `found ${shown(token)}, expected ${expected}`, hint ?? wordHint(token));
  }

  /** One level deeper; false beyond the limit. */
  descend(limit: number): boolean {
    this.#depth += 1;
    return this.#depth <= limit;
  }

  ascend(): void {
    this.#depth -= 1;
  }
}

function shown(token: Token): string {
  return token.kind === 'string' || token.kind === 'bytes' ? token.text.slice(0, 40) : `'${token.text.slice(0, 40)}'`;
}

function wordHint(token: Token | undefined): string | undefined {
  return token?.kind === 'name' ? WORD_HINTS.get(token.text.toLowerCase()) : undefined;
}
