// The OpenAPI v2 document of all that is served: that of the built-in kinds, and what definitions add. Written anew only once definitions have changed.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject, parseJson } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store } from '../../storage/store.ts';
import { builtOnce } from '../built-once.ts';
import { DEFINITIONS } from '../custom/definition.ts';
import { contentHash } from '../discovery/content-hash.ts';
import { customKinds } from './custom-kinds.ts';
import { customPaths } from './custom-paths.ts';
import { customDefinitions } from './custom-swagger-schema.ts';
import type { OpenApiDocument, OpenApiSource } from './openapi-source.ts';
import { encodeSwagger } from './protobuf/encode-swagger.ts';

export type Published = OpenApiDocument & { readonly protobuf: () => Uint8Array };

export class PublishedSwagger {
  readonly #store: Store;
  readonly #source: OpenApiSource;
  #known: { readonly definitions: string; readonly published: () => Promise<Published> } | undefined;

  constructor(store: Store, source: OpenApiSource) {
    this.#store = store;
    this.#source = source;
  }

  /** As of now. The same one as long as no definition is written. */
  current(): Promise<Published> {
    const definitions = revisionsOf(this.#store);
    if (this.#known?.definitions !== definitions)
      this.#known = { definitions, published: builtOnce(() => publish(this.#store, this.#source)) };
    return this.#known.published();
  }
}

function revisionsOf(store: Store): string {
  const revisions: number[] = [];
  const snapshot = store.snapshot(DEFINITIONS);
  if (snapshot.kind === 'snapshot') walkFrom(snapshot.objects, '', (_key, { revision }) => revisions.push(revision) > 0);
  return revisions.join();
}

async function publish(store: Store, source: OpenApiSource): Promise<Published> {
  const document = withCustomKinds(await source.swagger(), store);
  let bytes: Uint8Array | undefined;
  return {
    ...document,
    protobuf: () => {
      bytes ??= encodeSwagger(objectOf(parseJson(document.text)));
      return bytes;
    },
  };
}

function withCustomKinds(builtIn: OpenApiDocument, store: Store): OpenApiDocument {
  const kinds = customKinds(store);
  if (kinds.length === 0) return builtIn;
  const swagger = objectOf(parseJson(builtIn.text));
  const paths = kinds.flatMap((kind) => Object.entries(customPaths(kind, swagger)));
  const definitions = kinds.flatMap((kind) => Object.entries(customDefinitions(kind)));
  const text = formatJson({ ...swagger, paths: merged(swagger['paths'], paths), definitions: merged(swagger['definitions'], definitions) });
  return { text, hash: contentHash(text) };
}

/** By name; the built-in ones stay as they are. */
function merged(builtIn: Json | undefined, added: readonly (readonly [string, Json])[]): JsonObject {
  const all = { ...Object.fromEntries(added), ...objectOf(builtIn ?? null) };
  return Object.fromEntries(Object.entries(all).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
