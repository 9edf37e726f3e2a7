// Hides secrets in the lines of YAML, of INI files and of scripts that stand in the fields of any object: rootPassword: x, export PASSWORD=x.

import { secretFieldKind } from './secret-field.ts';
import { isReference } from './sensitive-name.ts';

/** A # begins a comment only behind a space. */
const LINE =
  /^([ \t]{0,200}(?:- {1,8})?(?:export )?["']?([A-Za-z0-9_.-]{1,80})["']?(?: {0,8}=|:)[ \t]{0,20}(?:[!&][^\s"']{0,80}[ \t]{1,20}){0,2})(?![|>&*{[])("(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'|[^\s"'#](?:[^\r\n#]|(?<=\S)#)*)/gm;

/** Whether a text is worth being read line by line. */
export function hasSecretFields(text: string): boolean {
  return (text.includes('\n') || text.startsWith('export ')) && /pass|pwd|token|secret|key|cred/i.test(text);
}

export function redactFieldLines(text: string, mask: (text: string) => string): string {
  return text.replace(LINE, (...[whole = '', front = '', name = '', value = '']: readonly string[]) => {
    const plain = value.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (!holdsSecret(name) || !isSecretText(plain) || plain.startsWith('<redacted:')) return whole;
    const at = value.indexOf(plain);
    return front + value.slice(0, at) + mask(plain) + value.slice(at + plain.length);
  });
}

/** Of the fields of YAML, and of variables, which are written in capitals. */
export function holdsSecret(name: string): boolean {
  const kind = secretFieldKind(name === name.toUpperCase() ? name.toLowerCase() : name);
  return kind === 'text' || kind === 'key';
}

/** No reference, template or switch. */
export function isSecretText(text: string): boolean {
  return text !== '' && text !== 'true' && text !== 'false' && !isReference(text) && !/^\{\{|^\$[({]/.test(text);
}
