// ASN.1 in its distinguished encoding, as far as certificates need it: elements are found and written anew, what is in between stays byte by byte.

/** content: without tag and length. bytes: the whole element. */
export type Element = { readonly tag: number; readonly content: Buffer; readonly bytes: Buffer };

export const SEQUENCE = 0x30;
export const OCTETS = 0x04;
export const BITS = 0x03;
export const OBJECT_IDENTIFIER = 0x06;

const LONG_FORM = 0x80;

/** The elements that stand one after the other. @throws RangeError for what is cut off or no such encoding */
export function elementsIn(bytes: Buffer): readonly Element[] {
  const found: Element[] = [];
  for (let start = 0; start < bytes.length; ) {
    const element = elementAt(bytes, start);
    found.push(element);
    start += element.bytes.length;
  }
  return found;
}

export function encode(tag: number, content: Buffer | readonly Buffer[]): Buffer {
  const inner = Buffer.isBuffer(content) ? content : Buffer.concat([...content]);
  return Buffer.concat([Buffer.of(tag), lengthOf(inner.length), inner]);
}

function elementAt(bytes: Buffer, start: number): Element {
  const first = bytes[start + 1] ?? 0;
  const digits = first < LONG_FORM ? 0 : first - LONG_FORM;
  const head = start + 2 + digits;
  const length = digits === 0 ? first : Number.parseInt(bytes.subarray(start + 2, head).toString('hex') || 'none', 16);
  const end = head + length;
  if (!(end <= bytes.length)) throw new RangeError('the encoding is cut off');
  return { tag: bytes[start] ?? 0, content: bytes.subarray(head, end), bytes: bytes.subarray(start, end) };
}

function lengthOf(length: number): Buffer {
  if (length < LONG_FORM) return Buffer.of(length);
  const hex = length.toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.of(LONG_FORM + digits.length), digits]);
}
