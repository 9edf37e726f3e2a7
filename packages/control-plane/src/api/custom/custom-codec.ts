// The codec of a custom resource: JSON as its definition's schema leaves it, metadata as every kind has it.
// The store keeps it in the storage version, kind and apiVersion included.
import type { Json, JsonObject, Pruned, StructuralSchema } from '@rectrace/kube';
import { formatFieldErrors, isJsonObject, stringAt } from '@rectrace/kube';
import { decodeTyped } from '../codec/decode-typed.ts';
import { GO_TYPE_META, wordFor } from '../codec/decoding.ts';
import { duplicatePaths } from '../codec/duplicate-paths.ts';
import { inKeyOrder } from '../codec/field-order.ts';
import { keepReset } from '../codec/keep-reset.ts';
import type { AcceptedObject, DecodedObject, ObjectCodec } from '../codec/object-codec.ts';
import type { BodyValue } from '../codec/request-body.ts';
import { summarizeBody } from '../codec/request-body.ts';
import type { Draft } from '../draft.ts';
import { draftOf } from '../draft.ts';
import { badRequest } from '../failures.ts';
import type { FieldValidation } from '../options/write-options.ts';
import type { TypeTable } from '../type-table.ts';
import type { CustomVersions } from './custom-versions.ts';

export type CustomKind = {
  /** Of the served version. */
  readonly apiVersion: string;
  readonly versions: CustomVersions;
  readonly kind: string;
  readonly schema: StructuralSchema;
};

const decoder = new TextDecoder();

export function customCodec(kind: CustomKind, table: TypeTable): ObjectCodec {
  return new CustomCodec(kind, table);
}

class CustomCodec implements ObjectCodec {
  readonly #kind: CustomKind;
  readonly #table: TypeTable;

  constructor(kind: CustomKind, table: TypeTable) {
    this.#kind = kind;
    this.#table = table;
  }

  decode({ value, raw, duplicates }: BodyValue, validation: FieldValidation): DecodedObject {
    const { kind } = this.#kind;
    const named = stringAt(value, ['kind']) ?? '';
    const unrecognized = (why: string): Error =>
      badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} (${summarizeBody(raw)})`);
    if (value !== null && !isJsonObject(value)) {
      throw unrecognized(
        `couldn't get version/kind; json parse error: json: cannot unmarshal ${wordFor(value)} into Go value of type ${GO_TYPE_META}`,
      );
    }
    const apiVersion = stringAt(value, ['apiVersion']) ?? '';
    if (value === null || named === '') {
      const why = `Object 'Kind' is missing in '${decoder.decode(raw)}'`;
      throw validation === 'Ignore'
        ? unhandled({ kind, named: kind, apiVersion: apiVersion || this.#kind.apiVersion }, why)
        : unrecognized(why);
    }
    const read = this.accept(value, duplicates);
    if (read.kind === 'accepted') return { draft: read.draft, apiVersion, kind: named, problems: read.problems };
    throw unhandled({ kind, named, apiVersion }, read.message);
  }

  accept(value: JsonObject, duplicates: BodyValue['duplicates']): AcceptedObject {
    const metadata = this.#metadata(value['metadata'] ?? {});
    if (metadata.kind === 'mismatch') return { kind: 'refused', message: metadata.message };
    const draft = keepReset({ ...draftOf(value), metadata: metadata.object }, value);
    const { dropped, error } = this.#prune(draft);
    if (error !== undefined) return { kind: 'refused', message: formatFieldErrors([error]) };
    const unknown = dropped.map((path) => `unknown field ${JSON.stringify(path)}`);
    this.#kind.schema.applyDefaults(draft);
    return { kind: 'accepted', draft, problems: [...duplicatePaths(value, duplicates), ...metadata.problems, ...unknown] };
  }

  acceptMerged(value: JsonObject): AcceptedObject {
    const metadata = this.#metadata(value['metadata'] ?? {});
    if (metadata.kind === 'mismatch') return { kind: 'refused', message: metadata.message };
    const draft: Draft = { ...draftOf(value), metadata: metadata.object };
    this.#kind.schema.applyDefaults(draft);
    return { kind: 'accepted', draft, problems: [] };
  }

  present(stored: JsonObject): JsonObject {
    return this.#kind.versions.present(stored, this.#kind.apiVersion);
  }

  ordered(presented: JsonObject): JsonObject {
    return inKeyOrder(presented);
  }

  item(stored: JsonObject): JsonObject {
    return this.present(stored);
  }

  /** Defaults come in as objects are read, from requests and from the store: a status that is dropped in between is stored without. */
  fillDefaults(): void {
    // nothing is left to do
  }

  empty(metadata: JsonObject): JsonObject {
    return { apiVersion: this.#kind.apiVersion, kind: this.#kind.kind, metadata };
  }

  /** Of a version that nobody has defined, no field is known. */
  #prune(draft: Draft): Pruned {
    const { schema, apiVersion, versions } = this.#kind;
    const named = stringAt(draft, ['apiVersion']) ?? '';
    if (versions.has(named) || groupOf(named) !== groupOf(apiVersion)) return schema.prune(draft);
    const unknown = Object.keys(draft).filter((field) => !['apiVersion', 'kind', 'metadata'].includes(field));
    for (const field of unknown) delete draft[field];
    return { dropped: unknown.toSorted(), error: undefined };
  }

  /** Fields of metadata stand under 'metadata' in problems, but not in mismatches. */
  #metadata(value: Json): ReturnType<typeof decodeTyped> {
    const decoded = decodeTyped(value, this.#table.type('meta.v1.ObjectMeta'), { table: this.#table });
    if (decoded.kind === 'mismatch') return decoded;
    const problems = decoded.problems.map((problem) => problem.replace(/^(unknown field )"/, '$1"metadata.'));
    return { ...decoded, problems };
  }
}

type Named = { readonly kind: string; readonly named: string; readonly apiVersion: string };

function unhandled({ kind, named, apiVersion }: Named, why: string): Error {
  const version = JSON.stringify(apiVersion.slice(apiVersion.indexOf('/') + 1));
  return badRequest(`${named} in version ${version} cannot be handled as a ${kind}: ${why}`);
}

function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, apiVersion.indexOf('/') + 1);
}
