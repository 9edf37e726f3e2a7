// Hides secrets in the lines of YAML, of INI files and of scripts that stand in the fields of any object: rootPassword: x, export PASSWORD=x.

import { isMasked } from './literal.ts';
import { beginsWithPlaceholder, isPlaceholder } from './placeholder.ts';
import { withoutQuotes } from './quoted-text.ts';
import { secretFieldKind } from './secret-field.ts';

/** A # begins a comment only behind a space, a brace an object unless it is a template's. */
const LINE =
  /^([ \t]{0,200}(?:- {1,8})?(?:export )?["']?([A-Za-z0-9_.-]{1,80})["']?(?: {0,8}=|:)[ \t]{0,20}(?:[!&][^\s"']{0,80}[ \t]{1,20}){0,2})(?![|>&*[]|\{(?!\{))("(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'|[^\s"'#](?:[^\r\n#]|(?<=\S)#)*)/gm;
/** Of a shell: without space. */
const ASSIGNMENT = /[A-Za-z0-9_]=$/;
/** A command in quotes that holds quotes itself. */
const OPEN_COMMAND = /^"\$\([^()]*"$/;

/** Whether a text is worth being read line by line. */
export function hasSecretFields(text: string): boolean {
  return (text.includes('\n') || text.startsWith('export ')) && /pass|pwd|token|secret|key|cred/i.test(text);
}

export function redactFieldLines(text: string, mask: (text: string) => string): string {
  return text.replace(LINE, (...[whole = '', front = '', name = '', value = '']: readonly string[]) => {
    const plain = withoutQuotes(value.trim());
    if (!holdsSecret(name) || !isSecretText(plain) || isMasked(plain) || isAssigned(front, value)) return whole;
    const at = value.indexOf(plain);
    return front + value.slice(0, at) + mask(plain) + value.slice(at + plain.length);
  });
}

/** Whether a script assigns what comes from elsewhere; behind it in the line another command may stand. */
function isAssigned(front: string, value: string): boolean {
  return ASSIGNMENT.test(front) && (beginsWithPlaceholder(value) || OPEN_COMMAND.test(value));
}

/** Of the fields of YAML, and of variables, which are written in capitals. */
export function holdsSecret(name: string): boolean {
  const kind = secretFieldKind(name === name.toUpperCase() ? name.toLowerCase() : name);
  return kind === 'text' || kind === 'key';
}

/** No reference, template or switch. */
export function isSecretText(text: string): boolean {
  return text !== '' && text !== 'true' && text !== 'false' && !isPlaceholder(text);
}
