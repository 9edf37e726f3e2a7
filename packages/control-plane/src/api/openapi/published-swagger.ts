// The OpenAPI v2 document of all that is served: that of the built-in kinds, and what definitions add. Put together anew only once definitions have
// changed; what is known of each kind is not written again.
import { isJsonObject, parseJson } from '@rectrace/kube';
import { builtOnce } from '../built-once.ts';
import { contentHash } from '../discovery/content-hash.ts';
import { doneInTurns, type Steps } from '../steps.ts';
import { customPaths, isModelPath } from './custom-paths.ts';
import type { CustomKind } from './custom-schemas.ts';
import { customDefinitions } from './custom-swagger-schema.ts';
import type { OpenApiDocument } from './openapi-source.ts';
import { encodeSwagger } from './protobuf/encode-swagger.ts';
import type { OpenApiParts } from './published-documents.ts';
import type { Added, SwaggerEntries } from './swagger-entries.ts';
import { entryOf, readSwagger, swaggerText } from './swagger-entries.ts';

export type Published = OpenApiDocument & { readonly protobuf: () => Promise<Uint8Array> };

export class PublishedSwagger {
  readonly #parts: OpenApiParts;
  readonly #builtIn: () => Promise<SwaggerEntries>;
  readonly #added = new WeakMap<CustomKind, Added>();
  #known: { readonly kinds: readonly CustomKind[]; readonly published: () => Promise<Published> } | undefined;

  constructor(parts: OpenApiParts) {
    this.#parts = parts;
    this.#builtIn = builtOnce(async () => doneInTurns(readSwagger((await parts.source.swagger()).text, isModelPath), parts.nextTurn));
  }

  /** As of now. The same one as long as no definition is written. */
  current(): Promise<Published> {
    const kinds = this.#parts.kinds.current();
    const known = this.#known;
    if (known !== undefined && known.kinds.length === kinds.length && known.kinds.every((kind, index) => kind === kinds[index])) {
      return known.published();
    }
    this.#known = { kinds, published: builtOnce(() => this.#publish(kinds)) };
    return this.#known.published();
  }

  async #publish(kinds: readonly CustomKind[]): Promise<Published> {
    const { source, nextTurn } = this.#parts;
    const builtIn = await source.swagger();
    const document = kinds.length === 0 ? builtIn : await this.#withKinds(builtIn, kinds);
    return { ...document, protobuf: builtOnce(() => doneInTurns(encodedText(document.text), nextTurn)) };
  }

  async #withKinds({ hash }: OpenApiDocument, kinds: readonly CustomKind[]): Promise<OpenApiDocument> {
    const entries = await this.#builtIn();
    const added = await doneInTurns(this.#addedBy(kinds, entries), this.#parts.nextTurn);
    const texts = [...added.paths, ...added.definitions].map(([, text]) => text);
    return { text: swaggerText(entries, added), hash: contentHash([hash, ...texts].join('\n')) };
  }

  *#addedBy(kinds: readonly CustomKind[], { model }: SwaggerEntries): Steps<Added> {
    const added: Added[] = [];
    for (const kind of kinds) {
      const known = this.#added.get(kind);
      if (known === undefined) yield;
      const own = known ?? {
        paths: Object.entries(customPaths(kind, model)).map(([name, value]) => entryOf(name, value)),
        definitions: Object.entries(customDefinitions(kind)).map(([name, value]) => entryOf(name, value)),
      };
      this.#added.set(kind, own);
      added.push(own);
    }
    return { paths: added.flatMap(({ paths }) => paths), definitions: added.flatMap(({ definitions }) => definitions) };
  }
}

function* encodedText(text: string): Steps<Uint8Array> {
  yield;
  const document = parseJson(text);
  return yield* encodeSwagger(isJsonObject(document) ? document : {});
}
