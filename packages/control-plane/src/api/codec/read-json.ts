// Reads the JSON of a request body: like JSON.parse, but it knows which keys stood twice, keeps integers beyond 2^53 as bigint,
// and says what is wrong in the words of the API server. Nesting is bounded.
import type { Json } from '@rectrace/kube';

export type ReadJson =
  | { readonly kind: 'value'; readonly value: Json; readonly duplicates: Duplicates }
  | { readonly kind: 'malformed'; readonly message: string };

/** Object -> its keys that stood more than once, in the order of their repetitions; the last value counts. */
export type Duplicates = ReadonlyMap<object, readonly string[]>;

/** The real server reads 10,000 levels; here every walk over a body is a recursion. */
export const MOST_DEPTH = 1_000;
const encoder = new TextEncoder();
const SPACE = /[ \t\r\n]*/y;
/** All but quotes, backslashes and control characters. */
const PLAIN_TEXT = /[ !#-[\]-\uffff]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const INTEGER = /^-?[0-9]+$/;
const WORDS: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Malformed extends Error {}

export function readJson(text: string): ReadJson {
  const reader = new Reader(text);
  try {
    return { kind: 'value', value: reader.document(), duplicates: reader.duplicates };
  } catch (error) {
    if (error instanceof Malformed) return { kind: 'malformed', message: error.message };
    throw error;
  }
}

class Reader {
  readonly duplicates = new Map<object, string[]>();
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected('after top-level value');
    return value;
  }

  #value(): Json {
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === '{') return this.#nested(() => this.#object());
    if (first === '[') return this.#nested(() => this.#list());
    if (first === '"') return this.#string();
    const word = WORDS.find(([name]) => this.#text.startsWith(name, this.#at));
    if (word === undefined) return this.#number();
    this.#at += word[0].length;
    return word[1];
  }

  #nested(read: () => Json): Json {
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH) throw new Malformed('exceeded max depth');
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): Json {
    const object: { [key: string]: Json } = {};
    this.#at += 1;
    this.#skipSpace();
    if (this.#taken('}')) return object;
    do {
      this.#entry(object);
    } while (this.#another('}', 'after object key:value pair'));
    return object;
  }

  #entry(object: { [key: string]: Json }): void {
    this.#skipSpace();
    if (this.#text[this.#at] !== '"') throw this.#unexpected('looking for beginning of object key string');
    const key = this.#string();
    this.#skipSpace();
    if (!this.#taken(':')) throw this.#unexpected('after object key');
    if (Object.hasOwn(object, key)) this.#noteDuplicate(object, key);
    const value = this.#value();
    if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
    else object[key] = value;
  }

  #noteDuplicate(object: object, key: string): void {
    const known = this.duplicates.get(object);
    if (known === undefined) this.duplicates.set(object, [key]);
    else known.push(key);
  }

  #list(): Json {
    const list: Json[] = [];
    this.#at += 1;
    this.#skipSpace();
    if (this.#taken(']')) return list;
    do {
      list.push(this.#value());
    } while (this.#another(']', 'after array element'));
    return list;
  }

  #another(end: string, where: string): boolean {
    this.#skipSpace();
    if (this.#taken(',')) return true;
    if (this.#taken(end)) return false;
    throw this.#unexpected(where);
  }

  #string(): string {
    this.#at += 1;
    let text = this.#matched(PLAIN_TEXT);
    while (!this.#taken('"')) {
      if (!this.#taken('\\')) throw this.#unexpected('in string literal');
      text += this.#escape();
      text += this.#matched(PLAIN_TEXT);
    }
    return text;
  }

  #escape(): string {
    const letter = this.#text[this.#at];
    if (letter === 'u') return this.#codeUnit();
    const plain = letter === undefined ? undefined : ESCAPES[letter];
    if (plain === undefined) throw this.#unexpected('in string escape code');
    this.#at += 1;
    return plain;
  }

  #codeUnit(): string {
    const digits = this.#text.slice(this.#at + 1, this.#at + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.#unexpected('in \\u hexadecimal character escape');
    this.#at += 5;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #number(): Json {
    const text = this.#matched(NUMBER);
    if (text === '') throw this.#unexpected('looking for beginning of value');
    const value = Number(text);
    return !Number.isSafeInteger(value) && INTEGER.test(text) ? BigInt(text) : value;
  }

  #skipSpace(): void {
    this.#matched(SPACE);
  }

  #matched(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += text.length;
    return text;
  }

  #taken(expected: string): boolean {
    if (this.#text[this.#at] !== expected) return false;
    this.#at += 1;
    return true;
  }

  #unexpected(where: string): Malformed {
    const found = this.#text.codePointAt(this.#at);
    return new Malformed(found === undefined ? 'unexpected end of JSON input' : `invalid character ${quoted(firstByte(found))} ${where}`);
  }
}

/** A character as Go's %q writes it. */
/** Go reads bytes: beyond ASCII it takes the first one of a character for the character. */
function firstByte(codePoint: number): string {
  return String.fromCharCode(encoder.encode(String.fromCodePoint(codePoint))[0] ?? codePoint);
}

function quoted(character: string): string {
  if (character === "'") return "'\\''";
  if (character === '"') return `'"'`;
  return `'${JSON.stringify(character).slice(1, -1)}'`;
}
