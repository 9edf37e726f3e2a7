// The codec of a built-in kind. The store keeps it without kind and apiVersion, which its resource says already.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, parseApiVersion, stringAt } from '@rectrace/kube';
import { frozen } from '../../storage/frozen.ts';
import type { TypeDefaults } from '../defaults/type-defaults.ts';
import type { Draft } from '../draft.ts';
import { badRequest } from '../failures.ts';
import { restoreMismatch } from '../patch/restore-mismatch.ts';
import type { ObjectType, TypeTable } from '../type-table.ts';
import { decodeTyped, withKind } from './decode-typed.ts';
import { GO_TYPE_META, wordFor } from './decoding.ts';
import { inFieldOrder } from './field-order.ts';
import { keepReset } from './keep-reset.ts';
import type { AcceptedObject, DecodedObject, ObjectCodec } from './object-codec.ts';
import type { BodyValue } from './request-body.ts';
import { summarizeBody } from './request-body.ts';
import { withWrappedIntegers } from './wrapped-integers.ts';

export type BuiltInKind = {
  readonly apiVersion: string;
  readonly kind: string;
  /** From the served version to the stored one and back; absent where they are the same. */
  readonly conversion?: VersionConversion;
  /** Kinds of other versions that may be sent as well, because they are stored alike. */
  readonly alsoRead?: readonly { readonly apiVersion: string; readonly kind: string }[];
};

export type VersionConversion = {
  /** Name of the type that is stored. */
  readonly storedType: string;
  readonly toStored: (draft: Draft) => Draft;
  readonly fromStored: (stored: JsonObject) => JsonObject;
};

/** Kinds whose empty object says how many replicas it has: none. */
const WITH_REPLICAS = ['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController'];
const NO_DUPLICATES: BodyValue['duplicates'] = new Map();
const SCHEME = 'pkg/runtime/scheme.go:111';

export type CodecTables = { readonly table: TypeTable; readonly defaults: TypeDefaults };

export function builtInCodec(kind: BuiltInKind, { table, defaults }: CodecTables): ObjectCodec {
  const type = table.ofKind(kind.apiVersion, kind.kind);
  if (type === undefined) throw new RangeError(`the table has no kind ${kind.apiVersion} ${kind.kind}`);
  return new BuiltInCodec({ kind, table, type, defaults });
}

type Parts = CodecTables & { readonly kind: BuiltInKind; readonly type: ObjectType };

class BuiltInCodec implements ObjectCodec {
  readonly #parts: Parts;
  readonly #presented = new WeakMap<JsonObject, JsonObject>();
  readonly #converted = new WeakMap<JsonObject, JsonObject>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  decode(body: BodyValue): DecodedObject {
    const { kind } = this.#parts;
    const named = namedKind(body.value, kind);
    if (named.kind === 'unrecognized') {
      throw badRequest(`the object provided is unrecognized (must be of type ${kind.kind}): ${named.message} (${summarizeBody(body.raw)})`);
    }
    const read = this.#read(body.value ?? {}, named, body.duplicates);
    if (read.kind === 'accepted')
      return { draft: read.draft, apiVersion: named.apiVersion, kind: named.objectKind, problems: read.problems };
    const version = JSON.stringify(parseApiVersion(named.apiVersion).version);
    throw badRequest(`${named.objectKind} in version ${version} cannot be handled as a ${kind.kind}: ${read.message}`);
  }

  accept(value: JsonObject, duplicates: BodyValue['duplicates']): AcceptedObject {
    const named = namedKind(value, this.#parts.kind);
    return named.kind === 'unrecognized' ? { kind: 'refused', message: named.message } : this.#read(value, named, duplicates);
  }

  acceptMerged(value: JsonObject, duplicates = NO_DUPLICATES): AcceptedObject {
    const { table, type } = this.#parts;
    const misfit = restoreMismatch(value, type, table);
    if (misfit !== undefined) return { kind: 'refused', message: misfit };
    const read = this.accept(value, duplicates);
    if (read.kind === 'accepted') return read;
    const wrapped = this.accept(withWrappedIntegers(value, type, table), duplicates);
    return wrapped.kind === 'accepted' ? wrapped : { kind: 'refused', message: converterWords(wrapped.message) };
  }

  #read(value: Json, named: NamedKind, duplicates: BodyValue['duplicates']): AcceptedObject {
    const { table } = this.#parts;
    const type = table.ofKind(named.apiVersion, named.objectKind);
    if (type === undefined) return { kind: 'refused', message: unregistered(named) };
    const decoded = decodeTyped(value, type, { table, duplicates });
    if (decoded.kind === 'mismatch') return { kind: 'refused', message: decoded.message };
    if (!this.#reads(named)) return { kind: 'refused', message: unknownConversion(type, this.#parts) };
    return { kind: 'accepted', draft: keepReset(this.#store(decoded.object, type), value), problems: decoded.problems };
  }

  present(stored: JsonObject): JsonObject {
    const known = this.#presented.get(stored);
    if (known !== undefined) return known;
    const { kind, apiVersion } = this.#parts.kind;
    const presented = Object.freeze({ kind, apiVersion, ...this.item(stored) });
    this.#presented.set(stored, presented);
    return presented;
  }

  ordered(presented: JsonObject): JsonObject {
    const { table, type } = this.#parts;
    return inFieldOrder(presented, type, table);
  }

  item(stored: JsonObject): JsonObject {
    const conversion = this.#parts.kind.conversion;
    if (conversion === undefined) return stored;
    const known = this.#converted.get(stored);
    if (known !== undefined) return known;
    const converted = frozen(conversion.fromStored(stored));
    this.#converted.set(stored, converted);
    return converted;
  }

  fillDefaults(draft: Draft): void {
    const { kind, defaults, type } = this.#parts;
    defaults.apply(kind.conversion?.storedType ?? type.name, draft);
  }

  empty(metadata: JsonObject): JsonObject {
    const { table, type, kind } = this.#parts;
    const spec = WITH_REPLICAS.includes(kind.kind) ? { spec: { replicas: 0 } } : {};
    const decoded = decodeTyped({ metadata, ...spec }, type, { table });
    return withKind(decoded.kind === 'decoded' ? decoded.object : { metadata }, kind);
  }

  #reads({ apiVersion, objectKind }: NamedKind): boolean {
    const { kind } = this.#parts;
    return [kind, ...(kind.alsoRead ?? [])].some((known) => known.kind === objectKind && known.apiVersion === apiVersion);
  }

  #store(object: Draft, type: ObjectType): Draft {
    const { kind, defaults } = this.#parts;
    defaults.apply(type.name, object);
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = kind.conversion?.toStored(object) ?? object;
    return rest;
  }
}

/** Values with a JSON form of their own are read alone, so that nothing is said of where they stand. */
function converterWords(message: string): string {
  if (message.startsWith('illegal base64')) return `error decoding from json: ${message}`;
  return message.replace(/Go struct field \S+ of type/, 'Go value of type');
}

type NamedKind = { readonly kind: 'named'; readonly apiVersion: string; readonly objectKind: string };
type Unrecognized = { readonly kind: 'unrecognized'; readonly message: string };

/** What a body says it is; what it leaves out is what the path says. */
function namedKind(value: Json, expected: BuiltInKind): NamedKind | Unrecognized {
  if (!isJsonObject(value)) {
    if (value === null) return { kind: 'named', apiVersion: expected.apiVersion, objectKind: expected.kind };
    return unparsed(`json: cannot unmarshal ${wordFor(value)} into Go value of type ${GO_TYPE_META}`);
  }
  const wrong = ['apiVersion', 'kind'].find((field) => !isTextOrNothing(value[field]));
  if (wrong !== undefined) {
    return unparsed(`json: cannot unmarshal ${wordFor(value[wrong] ?? null)} into Go struct field .${wrong} of type string`);
  }
  const apiVersion = stringAt(value, ['apiVersion']) ?? '';
  if (apiVersion.split('/').length > 2) return { kind: 'unrecognized', message: `unexpected GroupVersion string: ${apiVersion}` };
  return { kind: 'named', apiVersion: apiVersion || expected.apiVersion, objectKind: stringAt(value, ['kind']) || expected.kind };
}

function unparsed(why: string): Unrecognized {
  return { kind: 'unrecognized', message: `couldn't get version/kind; json parse error: ${why}` };
}

function isTextOrNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function unregistered({ apiVersion, objectKind }: NamedKind): string {
  return `no kind ${JSON.stringify(objectKind)} is registered for version ${JSON.stringify(apiVersion)} in scheme ${JSON.stringify(SCHEME)}`;
}

/** The Go side names the internal type of the group. */
function unknownConversion(type: ObjectType, { type: expected }: Parts): string {
  const [, version = '', name = ''] = type.name.split('.');
  const [expectedGroup = '', , expectedName = ''] = expected.name.split('.');
  return `converting (${version}.${name}) to (${expectedGroup}.${expectedName}): unknown conversion`;
}
