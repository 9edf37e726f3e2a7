// Puts stand-ins in the place of the secret values of a snapshot, wherever the redaction of recordings finds them: the objects stay usable, with the
// same fields and forms, and none of the values. Equal values get equal stand-ins.

import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonList, isJsonObject, parseJson } from '@rectrace/kube';
import { redactJson } from '@rectrace/trace';
import type { PemBlock } from './pem.ts';
import { pemBlocks, replaceBlocks } from './pem.ts';
import { SimilarPem } from './similar-pem.ts';
import { SimilarValues } from './similar-value.ts';

/** As redaction marks what it has replaced; ours carry the stand-in itself. */
const MARK = /<redacted:stand-in:([tb]):([A-Za-z0-9_-]*)>/g;
const WHOLE_MARK = new RegExp(`^${MARK.source}$`);
const ANY_MARK = '<redacted:stand-in:';
const ACCOUNT_TOKEN = 'kubernetes.io/service-account-token';
const CERTIFICATE = '-----BEGIN CERTIFICATE-----';
/** The beginning of PEM in base64. */
const PACKED_PEM = /^LS0tLS1CRUdJTi/;

export class StandIns {
  readonly #pem: SimilarPem;
  readonly #values: SimilarValues;
  readonly #learning: SimilarValues;

  /** key: fresh for each snapshot, and thrown away with it. */
  constructor(key: Uint8Array) {
    const pem = new SimilarPem(key);
    this.#pem = pem;
    this.#values = new SimilarValues(key, pem);
    this.#learning = new SimilarValues(key, {
      secretBlock: (block) => {
        pem.learn(block);
        return block.block;
      },
    });
  }

  /** The objects with stand-ins; those without a secret in them stay the same. */
  replaceAll(objects: readonly JsonObject[]): readonly JsonObject[] {
    for (const object of objects) mark(object, this.#learning);
    for (const object of objects) withCertificates(object, (block) => this.#learnOpen(block));
    const replaced = objects.map((object) => withNamespace(unmark(mark(object, this.#values), object), object));
    // Where nothing is secret, a certificate still has to be the one whose key has been replaced: a webhook's caBundle, say.
    return replaced.map((object) => withCertificates(object, (block) => this.#pem.openBlock(block)) as JsonObject);
  }

  /** For one value of a Secret that nothing else hangs on. */
  value(base64: string): string {
    return this.#values.bytes(Buffer.from(base64, 'base64')).toString('base64');
  }

  #learnOpen(block: PemBlock): string {
    this.#pem.learnOpen(block);
    return block.block;
  }
}

/** Beside the token of an account stands its namespace, which is no secret: whoever issues tokens looks at it. */
function withNamespace(replaced: Json, { type, data }: JsonObject): Json {
  if (type !== ACCOUNT_TOKEN || !isJsonObject(data) || !isJsonObject(replaced) || !isJsonObject(replaced['data'])) return replaced;
  const { namespace } = data;
  return namespace === undefined ? replaced : { ...replaced, data: { ...replaced['data'], namespace } };
}

type Replace = (block: PemBlock) => string;

/** Also of what is packed in base64. The same value where nothing is replaced. */
function withCertificates(value: Json, replace: Replace): Json {
  if (typeof value === 'string') return withCertificatesIn(value, replace);
  if (isJsonList(value)) return mapped(value, (item) => withCertificates(item, replace));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [key, withCertificates(item, replace)]);
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
}

function withCertificatesIn(text: string, replace: Replace): string {
  if (text.includes(CERTIFICATE)) return withBlocks(text, replace);
  if (!PACKED_PEM.test(text)) return text;
  const plain = Buffer.from(text, 'base64').toString();
  const replaced = withBlocks(plain, replace);
  return replaced === plain ? text : Buffer.from(replaced).toString('base64');
}

function withBlocks(text: string, replace: Replace): string {
  return pemBlocks(text).length === 0 ? text : replaceBlocks(text, { block: replace, between: (rest) => rest });
}

function mapped(list: readonly Json[], map: (item: Json) => Json): readonly Json[] {
  const items = list.map(map);
  return items.every((item, index) => item === list[index]) ? list : items;
}

function mark(object: JsonObject, values: SimilarValues): Json {
  const marked = (form: 't' | 'b', bytes: string): string =>
    `stand-in:${form}:${values.bytes(Buffer.from(bytes, 'latin1')).toString('base64url')}`;
  return redactJson(object, { digest: (bytes) => marked('t', bytes), digestBase64: (bytes) => marked('b', bytes) });
}

/** Takes the stand-ins out of their marks. original: what stood there, by which numbers become numbers again. */
function unmark(value: Json, original: Json | undefined): Json {
  if (value === original) return value;
  if (typeof value === 'string') return unmarkText(value, original);
  if (isJsonList(value)) return value.map((item, index) => unmark(item, isJsonList(original) ? original[index] : undefined));
  if (!isJsonObject(value)) return value;
  const before = isJsonObject(original) ? original : {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unmark(item, before[key])]));
}

function unmarkText(text: string, original: Json | undefined): Json {
  if (!text.includes(ANY_MARK)) return text;
  const [whole, form, packed = ''] = WHOLE_MARK.exec(text) ?? [];
  if (whole !== undefined) return asBefore(standIn(form, packed), original);
  return unmarkJsonText(text, original) ?? text.replaceAll(MARK, (_mark, kind: string, inner: string) => standIn(kind, inner));
}

function standIn(form: string | undefined, packed: string): string {
  const bytes = Buffer.from(packed, 'base64url');
  return form === 'b' ? bytes.toString('base64') : bytes.toString();
}

function asBefore(text: string, original: Json | undefined): Json {
  if (typeof original === 'bigint') return BigInt(text);
  return typeof original === 'number' ? Number(text) : text;
}

/** Undefined where the text is no JSON. */
function unmarkJsonText(text: string, original: Json | undefined): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const before = typeof original === 'string' ? parseJson(original) : undefined;
    const unmarked = formatJson(unmark(parseJson(text), before) ?? '');
    return text.endsWith('\n') ? `${unmarked}\n` : unmarked;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
