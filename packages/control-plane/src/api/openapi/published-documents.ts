// The OpenAPI v3 documents of all that is served. That of a custom group version is written when documents are first asked for, and anew only once
// its definitions have changed.
import type { Json } from '@rectrace/kube';
import { formatJson, parseJson } from '@rectrace/kube';
import { contentHash } from '../discovery/content-hash.ts';
import { doneInTurns, type NextTurn, type Steps } from '../steps.ts';
import { customDocument } from './custom-document.ts';
import type { CustomKinds } from './custom-kinds.ts';
import type { CustomKind } from './custom-schemas.ts';
import type { OpenApiDocument, OpenApiDocuments, OpenApiSource } from './openapi-source.ts';

/** `kinds`: what definitions add. */
export type OpenApiParts = { readonly source: OpenApiSource; readonly kinds: CustomKinds; readonly nextTurn: NextTurn | undefined };

/** Kinds like custom ones are in a document that is always there. */
const MODEL = 'apis/networking.k8s.io/v1';

type Written = { readonly kinds: readonly CustomKind[]; readonly document: OpenApiDocument };

export class PublishedDocuments {
  readonly #parts: OpenApiParts;
  /** By path. */
  #written: ReadonlyMap<string, Written> = new Map();
  #model: Json | undefined;

  constructor(parts: OpenApiParts) {
    this.#parts = parts;
  }

  /** As of now, by path. */
  async current(): Promise<OpenApiDocuments> {
    const { source, kinds, nextTurn } = this.#parts;
    const builtIn = await source.documents();
    const custom = Map.groupBy(kinds.current(), ({ group, version }) => `apis/${group}/${version}`);
    const model = builtIn.get(MODEL);
    if (custom.size === 0 || model === undefined) return builtIn;
    this.#written = await doneInTurns(this.#write(custom, model), nextTurn);
    return new Map([...builtIn, ...[...this.#written].map(([path, { document }]) => [path, document] as const)]);
  }

  *#write(custom: ReadonlyMap<string, readonly CustomKind[]>, model: OpenApiDocument): Steps<ReadonlyMap<string, Written>> {
    const written = new Map<string, Written>();
    for (const [path, kinds] of custom) {
      const known = this.#written.get(path);
      if (known !== undefined && areSame(known.kinds, kinds)) written.set(path, known);
      else {
        yield;
        this.#model ??= parseJson(model.text);
        const text = formatJson(customDocument(kinds, this.#model));
        written.set(path, { kinds, document: { text, hash: contentHash(text) } });
      }
    }
    return written;
  }
}

function areSame(left: readonly CustomKind[], right: readonly CustomKind[]): boolean {
  return left.length === right.length && left.every((kind, index) => kind === right[index]);
}
