// A stand-in for one secret value, of the same form: what programs parse stays parseable, with the same fields, and none of the values in it.

import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonList, isJsonObject, parseJson } from '@rectrace/kube';
import { isAlias, isMap, isNode, isScalar, parseDocument, visit } from 'yaml';
import { KeyedBytes } from './keyed-bytes.ts';
import type { PemBlock } from './pem.ts';
import { replaceBlocks } from './pem.ts';
import { similarText } from './similar-text.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const JSON_START = /^\s*[[{]/;
const PEM = /-----BEGIN [A-Z0-9 ]+-----/;
const JWT = /^([A-Za-z0-9_-]{4,})\.([A-Za-z0-9_-]{4,})\.([A-Za-z0-9_-]*)$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MIXED = /(?=.*[a-z])(?=.*[A-Z])|=$/;
const SETTING = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=(?!=|\s*$)/;
const NOT_SETTING = /^\s*(?:[#;].*|\[[^\]]+\]\s*)?$/;
/** One line alone may be a sentence. */
const YAML_LINES = /:[ \r]*\n|: .*\n.*\S/;
const YAML_KEY = /^[\w./-]+$/;
/** What a document is of, which readers look at first. */
const NAMES_KIND = new Set(['apiVersion', 'kind']);
const TIMES = new Set(['exp', 'iat', 'nbf']);
/** Larger ones are no settings. */
const MOST_YAML = 256 * 1024;
const DEPTH_LIMIT = 200;

/** What stands in for a block of PEM. */
export type Blocks = { readonly secretBlock: (block: PemBlock) => string };

export class SimilarValues {
  readonly #key: Uint8Array;
  readonly #pem: Blocks;

  /** key: of the snapshot. */
  constructor(key: Uint8Array, pem: Blocks) {
    this.#key = key;
    this.#pem = pem;
  }

  /** Of what is no text: as many bytes. */
  bytes(value: Buffer): Buffer {
    const text = textOf(value);
    return text === undefined ? new KeyedBytes(this.#key, 'bytes', value).take(value.length) : Buffer.from(this.text(text));
  }

  text(text: string): string {
    if (text === '' || text === 'true' || text === 'false') return text;
    return this.#structured(text) ?? similarText(text, this.#key);
  }

  /** Undefined where it has no structure. */
  #structured(text: string): string | undefined {
    return this.#json(text) ?? this.#yaml(text) ?? this.#blocks(text) ?? this.#token(text) ?? this.#packed(text) ?? this.#settings(text);
  }

  #json(text: string): string | undefined {
    const value = JSON_START.test(text) ? parsedJson(text) : undefined;
    if (value === undefined) return undefined;
    return formatJson(this.#leaves(value, 0) ?? '', /^\s*[[{]\s*\n/.test(text) ? 2 : 0);
  }

  /** Keys stay, hosts of registries among them. */
  #leaves(value: Json, depth: number): Json {
    if (depth > DEPTH_LIMIT) return null;
    if (isJsonList(value)) return value.map((item) => this.#leaves(item, depth + 1));
    if (isJsonObject(value)) return this.#members(value, depth);
    return this.#leaf(value);
  }

  #members(object: JsonObject, depth: number): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        if (NAMES_KIND.has(key) && typeof value === 'string') return [key, value];
        return [key, this.#login(key, value) ?? this.#leaves(value, depth + 1)];
      }),
    );
  }

  /** `auth` of a registry says user and password once more. */
  #login(key: string, value: Json): string | undefined {
    if (key !== 'auth' || typeof value !== 'string') return undefined;
    const [user = '', ...rest] = (textOf(Buffer.from(value, 'base64')) ?? '').split(':');
    return rest.length === 0 ? undefined : Buffer.from(`${this.text(user)}:${this.text(rest.join(':'))}`).toString('base64');
  }

  #leaf(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    return typeof value === 'number' || typeof value === 'bigint' ? this.#number(value) : value;
  }

  #number(value: number | bigint): Json {
    const other = similarText(String(value), this.#key);
    return typeof value === 'bigint' ? BigInt(other) : Number(other);
  }

  /** Comments may hold anything: they go. */
  #yaml(text: string): string | undefined {
    if (!YAML_LINES.test(text) || text.length > MOST_YAML || PEM.test(text.slice(0, 64))) return undefined;
    const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
    if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
    if (!hasPlainKeys(document.contents.items.map(({ key }) => key))) return undefined;
    document.comment = null;
    document.commentBefore = null;
    visit(document, (place, node, path) => {
      if (!isNode(node)) return;
      if (!isAlias(node)) Object.assign(node, { comment: undefined, commentBefore: undefined });
      if (!isScalar(node) || place === 'key' || namesKind(path.at(-1))) return;
      node.value = typeof node.value === 'number' ? this.#number(node.value) : this.#leaf(scalarText(node.value));
    });
    return String(document);
  }

  #blocks(text: string): string | undefined {
    if (!PEM.test(text)) return undefined;
    const replaced = replaceBlocks(text, {
      block: (block) => this.#pem.secretBlock(block),
      between: (rest) => (rest.trim() === '' ? rest : similarText(rest, this.#key)),
    });
    return replaced === text ? undefined : replaced;
  }

  #token(text: string): string | undefined {
    const [, head = '', claims = '', signature = ''] = JWT.exec(text) ?? [];
    const [header, payload] = [head, claims].map((part) => parsedJson(Buffer.from(part, 'base64url').toString()));
    if (!isJsonObject(header) || !isJsonObject(payload)) return undefined;
    const bytes = Buffer.from(signature, 'base64url');
    const other = new KeyedBytes(this.#key, 'signature', Buffer.from(text)).take(bytes.length);
    return [head, packJson(this.#claims(payload)), other.toString('base64url')].join('.');
  }

  /** Times stay; of an account, so does whose it is: the account stands in the snapshot, too. */
  #claims(payload: JsonObject): JsonObject {
    const ofAccount = Object.keys(payload).some((name) => name.startsWith('kubernetes.io'));
    const kept = (name: string): boolean => TIMES.has(name) || (ofAccount && name !== 'jti');
    return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, kept(name) ? value : this.#leaves(value, 0)]));
  }

  #packed(text: string): string | undefined {
    const bare = text.replaceAll(/[\r\n]/g, '');
    if (!BASE64.test(bare) || !MIXED.test(bare)) return undefined;
    const inner = Buffer.from(bare, 'base64');
    const plain = textOf(inner);
    const other =
      (plain === undefined ? undefined : this.#structured(plain)) ?? new KeyedBytes(this.#key, 'base64', inner).take(inner.length);
    return Buffer.from(other).toString('base64');
  }

  /** NAME=value, a line each. One alone may be anything. */
  #settings(text: string): string | undefined {
    const lines = text.split('\n');
    if (lines.filter((line) => SETTING.test(line)).length < 2 || !lines.every((line) => SETTING.test(line) || NOT_SETTING.test(line)))
      return undefined;
    return lines.map((line) => this.#setting(line)).join('\n');
  }

  #setting(line: string): string {
    const front = SETTING.exec(line)?.[0];
    if (front === undefined) return /^\s*[#;]/.test(line) ? similarText(line, this.#key) : line;
    const [, space = '', value = ''] = /^(\s*)(.*)$/s.exec(line.slice(front.length)) ?? [];
    return `${front}${space}${this.text(value)}`;
  }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Of an object or a list; undefined for anything else. */
function parsedJson(text: string): Json | undefined {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function packJson(value: JsonObject): string {
  return Buffer.from(formatJson(value)).toString('base64url');
}

function hasPlainKeys(keys: readonly unknown[]): boolean {
  return keys.length > 0 && keys.every((key) => isScalar(key) && typeof key.value === 'string' && YAML_KEY.test(key.value));
}

function namesKind(pair: unknown): boolean {
  return typeof pair === 'object' && pair !== null && 'key' in pair && isScalar(pair.key) && NAMES_KIND.has(String(pair.key.value));
}

/** YAML knows more kinds of scalars than JSON. */
function scalarText(value: unknown): Json {
  return typeof value === 'string' || typeof value === 'boolean' || value === null ? value : String(value);
}
