// Secret values as byte strings (one character per byte), so that base64 data and the plain text it was made from give one digest.
// Written out because pure packages know neither Buffer nor atob.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SEXTETS: ReadonlyMap<string, number> = new Map([...ALPHABET].map((letter, index) => [letter, index]));
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of base64 text; text that is no base64 counts as plain. */
export function bytesOfBase64(text: string): string {
  const packed = text.replace(/[\r\n]/g, '');
  if (!BASE64.test(packed)) return bytesOfText(text);
  const parts: string[] = [];
  let pending = 0;
  let bits = 0;
  for (const letter of packed) {
    if (letter === '=') break;
    pending = (pending << 6) | (SEXTETS.get(letter) ?? 0);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      parts.push(String.fromCharCode((pending >> bits) & 0xff));
    }
  }
  return parts.join('');
}

/** The UTF-8 bytes of text. */
export function bytesOfText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return [...text].map((letter) => bytesOfCodePoint(letter.codePointAt(0) ?? 0)).join('');
}

function bytesOfCodePoint(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), continuation(code, 0));
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), continuation(code, 6), continuation(code, 0));
  return String.fromCharCode(0xf0 | (code >> 18), continuation(code, 12), continuation(code, 6), continuation(code, 0));
}

function continuation(code: number, shift: number): number {
  return 0x80 | ((code >> shift) & 0x3f);
}
