// The codec of a built-in kind. The store keeps it without kind and apiVersion, which its resource says already.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, parseApiVersion } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { badRequest } from '../failures.ts';
import type { ObjectType, TypeTable } from '../type-table.ts';
import { decodeTyped, withKind } from './decode-typed.ts';
import { wordFor } from './decoding.ts';
import type { AcceptedObject, DecodedObject, ObjectCodec } from './object-codec.ts';
import type { BodyValue } from './request-body.ts';
import { summarizeBody } from './request-body.ts';

export type BuiltInKind = {
  readonly apiVersion: string;
  readonly kind: string;
  /** Set on the drafts that are read. */
  readonly applyDefaults: (draft: Draft) => void;
  /** From the served version to the stored one and back; absent where they are the same. */
  readonly conversion?: VersionConversion;
  /** Kinds of other versions that may be sent as well, because they are stored alike. */
  readonly alsoRead?: readonly { readonly apiVersion: string; readonly kind: string }[];
};

export type VersionConversion = {
  readonly toStored: (draft: Draft) => Draft;
  readonly fromStored: (stored: JsonObject) => JsonObject;
};

const SCHEME = 'pkg/runtime/scheme.go:111';
const GO_TYPE_META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

export function builtInCodec(kind: BuiltInKind, table: TypeTable): ObjectCodec {
  const type = table.ofKind(kind.apiVersion, kind.kind);
  if (type === undefined) throw new RangeError(`the table has no kind ${kind.apiVersion} ${kind.kind}`);
  return new BuiltInCodec({ kind, table, type });
}

type Parts = { readonly kind: BuiltInKind; readonly table: TypeTable; readonly type: ObjectType };

class BuiltInCodec implements ObjectCodec {
  readonly #parts: Parts;
  readonly #presented = new WeakMap<JsonObject, JsonObject>();
  readonly #converted = new WeakMap<JsonObject, JsonObject>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  decode(body: BodyValue): DecodedObject {
    const { kind, table } = this.#parts;
    const named = namedKind(body, kind);
    const refuse = (why: string): Error =>
      badRequest(
        `${named.kind} in version ${JSON.stringify(parseApiVersion(named.apiVersion).version)} cannot be handled as a ${kind.kind}: ${why}`,
      );
    const type = table.ofKind(named.apiVersion, named.kind);
    if (type === undefined) {
      throw refuse(
        `no kind ${JSON.stringify(named.kind)} is registered for version ${JSON.stringify(named.apiVersion)} in scheme ${JSON.stringify(SCHEME)}`,
      );
    }
    const decoded = decodeTyped(body.value ?? {}, type, { table, duplicates: body.duplicates });
    if (decoded.kind === 'mismatch') throw refuse(decoded.message);
    if (!this.#reads(named)) throw refuse(unknownConversion(type, this.#parts));
    return { draft: this.#store(decoded.object), ...named, problems: decoded.problems };
  }

  accept(value: JsonObject, duplicates: BodyValue['duplicates']): AcceptedObject {
    const { table, type } = this.#parts;
    const decoded = decodeTyped(value, type, { table, duplicates });
    if (decoded.kind === 'mismatch') return { kind: 'refused', message: decoded.message };
    return { kind: 'accepted', draft: this.#store(decoded.object), problems: decoded.problems };
  }

  present(stored: JsonObject): JsonObject {
    const known = this.#presented.get(stored);
    if (known !== undefined) return known;
    const { kind, apiVersion } = this.#parts.kind;
    const presented = { kind, apiVersion, ...this.item(stored) };
    this.#presented.set(stored, presented);
    return presented;
  }

  item(stored: JsonObject): JsonObject {
    const conversion = this.#parts.kind.conversion;
    if (conversion === undefined) return stored;
    const known = this.#converted.get(stored);
    if (known !== undefined) return known;
    const converted = conversion.fromStored(stored);
    this.#converted.set(stored, converted);
    return converted;
  }

  empty(metadata: JsonObject): JsonObject {
    const { table, type, kind } = this.#parts;
    const decoded = decodeTyped({ metadata }, type, { table });
    return withKind(decoded.kind === 'decoded' ? decoded.object : { metadata }, kind);
  }

  #reads(named: { readonly apiVersion: string; readonly kind: string }): boolean {
    const { kind } = this.#parts;
    return [kind, ...(kind.alsoRead ?? [])].some((known) => known.kind === named.kind && known.apiVersion === named.apiVersion);
  }

  #store(object: Draft): Draft {
    const { kind } = this.#parts;
    kind.applyDefaults(object);
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = kind.conversion?.toStored(object) ?? object;
    return rest;
  }
}

/** What the body says it is; what it leaves out is what the path says. @throws RequestRefused */
function namedKind({ value, raw }: BodyValue, expected: BuiltInKind): { readonly apiVersion: string; readonly kind: string } {
  const refuse = (why: string): Error =>
    badRequest(
      `the object provided is unrecognized (must be of type ${expected.kind}): couldn't get version/kind; json parse error: ${why} (${summarizeBody(raw)})`,
    );
  if (!isJsonObject(value)) {
    if (value === null) return { apiVersion: expected.apiVersion, kind: expected.kind };
    throw refuse(`json: cannot unmarshal ${wordFor(value)} into Go value of type ${GO_TYPE_META}`);
  }
  const text = (field: string): string => {
    const found: Json | undefined = value[field];
    if (found === undefined || found === null) return '';
    if (typeof found !== 'string') throw refuse(`json: cannot unmarshal ${wordFor(found)} into Go struct field .${field} of type string`);
    return found;
  };
  return { apiVersion: text('apiVersion') || expected.apiVersion, kind: text('kind') || expected.kind };
}

/** The Go side names the internal type of the group. */
function unknownConversion(type: ObjectType, { type: expected }: Parts): string {
  const [, version = '', name = ''] = type.name.split('.');
  const [expectedGroup = '', , expectedName = ''] = expected.name.split('.');
  return `converting (${version}.${name}) to (${expectedGroup}.${expectedName}): unknown conversion`;
}
