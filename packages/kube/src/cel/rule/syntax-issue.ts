// A fault of syntax in the words of the API server's parser, as far as they follow from the tokens around.

import type { ExpressionFault } from '../expression-fault.ts';
import { scanTokens } from '../scan-tokens.ts';
import type { Token } from '../token.ts';
import type { Issue } from './issue.ts';

const RESERVED = new Set('as break const continue else for function if import let loop package namespace return var void while'.split(' '));
const OPERANDS = "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

type Around = { readonly tokens: readonly Token[]; readonly token: Token; readonly before: Token | undefined };

export function syntaxIssue(source: string, fault: ExpressionFault): Issue {
  const tokens = scanTokens(source);
  const token = 'kind' in tokens ? undefined : tokens.find(({ at }) => at === fault.at);
  if ('kind' in tokens || token === undefined) return { at: fault.at, message: `Syntax error: ${fault.message}` };
  const around = { tokens, token, before: tokens[tokens.indexOf(token) - 1] };
  return wordIssue(around) ?? unclosedIssue(around) ?? operandIssue(around) ?? { at: fault.at, message: `Syntax error: ${fault.message}` };
}

/** Words and numbers that cannot stand where they stand. */
function wordIssue({ token, before }: Around): Issue | undefined {
  if (token.kind === 'name' && RESERVED.has(token.text)) return { at: token.at, message: `reserved identifier: ${token.text}` };
  const isNumber = token.kind === 'int' || token.kind === 'uint';
  const follows = before !== undefined && !endsOperand(before);
  return isNumber && (before === undefined || follows) ? { at: token.at, message: `invalid ${token.kind} literal` } : undefined;
}

/** A bracket that the end of the expression leaves open. */
function unclosedIssue({ tokens, token, before }: Around): Issue | undefined {
  const end = tokens.at(-1);
  const open = openBracket(tokens);
  if (end === undefined || open === undefined || (token !== open && token.kind !== 'end')) return undefined;
  if (token.kind === 'end' && !endsOperand(before)) return undefined;
  const isIndex = open.text === '[' && endsOperand(tokens[tokens.indexOf(open) - 1]);
  const close = { '(': ')', '[': ']', '{': '}' }[open.text] ?? ')';
  const message = open.text === '(' || isIndex ? `missing '${close}' at '<EOF>'` : `mismatched input '<EOF>' expecting {'${close}', ','}`;
  return { at: end.at, message: `Syntax error: ${message}` };
}

/** The last one that nothing closes. */
function openBracket(tokens: readonly Token[]): Token | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue;
    if ('([{'.includes(token.text)) open.push(token);
    else if (')]}'.includes(token.text)) open.pop();
  }
  return open.at(-1);
}

/** A value that is missing, or one too many. */
function operandIssue({ tokens, token, before }: Around): Issue | undefined {
  const issue = (message: string): Issue => ({ at: token.at, message: `Syntax error: ${message}` });
  if (before?.text === '.') return issue(`no viable alternative at input '.${token.text}'`);
  const optional = before?.text === '?' && tokens[tokens.indexOf(before) - 1]?.text === '.';
  if (optional) return issue(`mismatched input '${token.text}' expecting {IDENTIFIER, ESC_IDENTIFIER}`);
  if (endsOperand(before)) return operatorIssue({ tokens, token, before });
  return issue(
    token.kind === 'end' ? `mismatched input '<EOF>' expecting ${OPERANDS}` : `extraneous input '${token.text}' expecting ${OPERANDS}`,
  );
}

function operatorIssue({ tokens, token }: Around): Issue {
  const issue = (message: string): Issue => ({ at: token.at, message: `Syntax error: ${message}` });
  if (token.kind === 'end') return issue("mismatched input '<EOF>' expecting ':'");
  const isLast = tokens[tokens.indexOf(token) + 1]?.kind === 'end';
  return issue(`${isLast ? 'extraneous' : 'mismatched'} input '${token.text}' expecting <EOF>`);
}

function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.kind === 'symbol' ? ')]}'.includes(token.text) : token.kind !== 'name' || token.text !== 'in';
}
